// What a database holds, by queries of our own: a text for each object. Two databases that say the same of each are the same.

import { mysqlFacts } from './facts-mysql.mjs';
import { pgsqlFacts } from './facts-pgsql.mjs';
import { sqliteFacts } from './facts-sqlite.mjs';

const READERS = { pgsql: pgsqlFacts, mysql: mysqlFacts, sqlite: sqliteFacts };

/** A map of object ("index public.book.book_title") to its text. */
export const factsOf = (database) => READERS[database.adapter](database);

/** What the second database lacks, has in another form, or has on top. */
export function lost(first, second) {
  const found = [];
  for (const [object, text] of first) {
    if (!second.has(object)) found.push({ object, how: 'missing', text });
    else if (second.get(object) !== text) found.push({ object, how: 'different', text, other: second.get(object) });
  }
  for (const [object, other] of second) if (!first.has(object)) found.push({ object, how: 'extra', other });
  return withoutParts(found);
}

/** A table that is missing takes its columns and keys along: it is listed once. */
function withoutParts(found) {
  const tables = new Set(
    found
      .filter(({ how, object }) => how === 'missing' && /^((base |foreign )?table|materialized view) /.test(object))
      .map(({ object }) => object.replace(/^(base table|foreign table|table|materialized view) /, '')),
  );
  // "index public.book.title" and "order of columns public.book": the table is the longest name that ends there or goes on with a dot.
  const owner = ({ object }) => {
    const [, kind, rest] =
      /^(column|order of columns|numbering of|primary key|foreign key|check|constraint of index|constraint|index|unique|name of unique|partition|collations|autoincrement|trigger) (.*)$/s.exec(
        object,
      ) ?? [];
    if (kind === undefined) return undefined;
    return [rest, ...[...rest.matchAll(/[. ]/g)].map(({ index }) => rest.slice(0, index))].find((name) =>
      tables.has(name),
    );
  };
  return found.filter((each) => each.how !== 'missing' || owner(each) === undefined);
}

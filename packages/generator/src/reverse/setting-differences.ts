import type { Table } from '../model/model.js';
import { catalogText } from './default-difference.js';
import type { At, Compared, SchemaDifference } from './differences.js';

/** Comments, and what the vendor is told beside types and keys. */
export function settingDifferences(
  table: Table,
  other: Table,
  { introspection, usualCollations, platformOptions }: Compared,
  at: At,
): SchemaDifference[] {
  const owner = table.name;
  const differences: SchemaDifference[] = [];
  const compare = (name: string, mine: string | undefined, its: string | undefined): void => {
    if (commentText(mine) !== commentText(its)) {
      differences.push(at('comment', 'different', name, `the schema has ${quoted(mine)}, the database ${quoted(its)}`));
    }
  };
  compare(owner, table.description, other.description);
  const twins = new Map(other.columns.map((column) => [column.name, column]));
  for (const { name, description } of table.columns) {
    const twin = twins.get(name);
    if (twin !== undefined) compare(name, description, twin.description);
  }
  const unlike = introspection.unlikeSettings?.(table, other, usualCollations, platformOptions) ?? [];
  for (const { kind, column, mine, its } of unlike) {
    differences.push(at(kind, 'different', column ?? owner, `the schema makes it ${mine}, the database has ${its}`));
  }
  return differences;
}

/** SQLite keeps a comment on one line, and MariaDB shows some characters as question marks. */
const commentText = (text: string | undefined): string =>
  catalogText(text ?? '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/^[-=*#_~ ]*$/, '');

const quoted = (text: string | undefined): string => (text === undefined || text === '' ? 'none' : `"${text}"`);

// The catalog of SQLite: its PRAGMAs (types by their affinity, which is all that SQLite goes by), and what only the text of CREATE TABLE says (checks, collations, AUTOINCREMENT, what happens on a conflict and when a key is checked).

import { ask } from './engines.mjs';

const TABLES = `sqlite_master m WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

/** A key that is the row id is never NULL, said or not. */
const ROW_ID = `c.pk > 0 AND NOT EXISTS (SELECT 1 FROM pragma_index_list(m.name) k WHERE k.origin = 'pk')
  AND NOT (SELECT wr FROM pragma_table_list(m.name) LIMIT 1)`;

const FACTS = [
  `SELECT 'table ' || m.name AS object, (SELECT 'without rowid ' || wr || ' strict ' || strict FROM pragma_table_list(m.name) LIMIT 1) AS text
     FROM ${TABLES}`,
  `SELECT 'order of columns ' || m.name AS object, group_concat(c.name, ', ') AS text
     FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' GROUP BY m.name`,
  `SELECT 'column ' || m.name || '.' || c.name AS object, CASE WHEN c.type LIKE '%INT%' THEN 'integer'
       WHEN c.type LIKE '%CHAR%' OR c.type LIKE '%CLOB%' OR c.type LIKE '%TEXT%' THEN 'text' WHEN c.type LIKE '%BLOB%' OR c.type = '' THEN 'blob'
       WHEN c.type LIKE '%REAL%' OR c.type LIKE '%FLOA%' OR c.type LIKE '%DOUB%' THEN 'real' ELSE 'numeric' END || CASE WHEN ${ROW_ID} THEN '' ELSE ' not null ' || c."notnull" END || ' default ' ||
       coalesce(nullif(upper(c.dflt_value), 'NULL'), '') || ' key ' || c.pk || ' hidden ' || c.hidden AS text
     FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
  `SELECT 'not null of row id ' || m.name AS object, c."notnull" AS text
     FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND ${ROW_ID}`,
  `SELECT CASE WHEN i.origin = 'pk' THEN 'primary key ' || m.name
       WHEN i."unique" AND NOT i.partial AND x.cols NOT LIKE '%expression%' THEN 'unique ' || m.name || ' ' || x.cols
       ELSE 'index ' || m.name || '.' || i.name END AS object,
       'unique ' || i."unique" || ' partial ' || i.partial || ' ' || x.cols || ' ' ||
       lower(replace(replace(replace(replace(replace(coalesce(s.sql, ''), '"', ''), char(10), ''), ' ', ''), '(', ''), ')', '')) AS text
     FROM sqlite_master m JOIN pragma_index_list(m.name) i
     JOIN (SELECT t.name AS tab, l.name AS idx, group_concat(coalesce(n.name, 'expression') || ' ' || n."desc" || ' ' || n.coll, ', ') AS cols
       FROM sqlite_master t JOIN pragma_index_list(t.name) l JOIN pragma_index_xinfo(l.name) n WHERE t.type = 'table' AND n.key = 1
       GROUP BY t.name, l.name) x ON x.tab = m.name AND x.idx = i.name
     LEFT JOIN sqlite_master s ON s.type = 'index' AND s.name = i.name AND (i.partial OR x.cols LIKE '%expression%')
     WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
  `SELECT 'name of unique ' || m.name || '.' || i.name AS object, '' AS text FROM sqlite_master m JOIN pragma_index_list(m.name) i
     WHERE m.type = 'table' AND i.origin = 'c' AND i."unique" AND NOT i.partial`,
  `SELECT 'foreign key ' || m.name || ' (' || group_concat(f."from", ', ') || ') -> ' || lower(f."table") AS object,
       lower(group_concat(coalesce(f."to", (SELECT k.name FROM pragma_table_info(f."table") k WHERE k.pk = f.seq + 1), ''), ', ')) || ' ' || f.on_update || ' ' || f.on_delete || ' ' || f.match AS text
     FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' GROUP BY m.name, f.id`,
  `SELECT m.type || ' ' || m.name AS object, m.sql AS text FROM sqlite_master m WHERE m.type IN ('view', 'trigger')`,
];

export function sqliteFacts(database) {
  const [texts, ...results] = ask(database, [`SELECT m.name, m.sql FROM ${TABLES}`, ...FACTS]);
  const found = new Map(results.flat().map(({ object, text }) => [object, spaced(text ?? '')]));
  for (const { name, sql } of texts) {
    for (const [at, check] of checksIn(sql).entries()) found.set(`check ${name} ${at + 1}`, check);
    const collations = [...sql.matchAll(/\bCOLLATE\s+["'`[]?(\w+)/gi)].map((match) => match[1].toLowerCase());
    if (collations.length > 0) found.set(`collations ${name}`, collations.join(', '));
    const clauses = [...sql.matchAll(/\b(ON\s+CONFLICT\s+\w+|INITIALLY\s+DEFERRED)/gi)].map((match) =>
      spaced(match[1]),
    );
    if (clauses.length > 0) found.set(`clauses ${name}`, clauses.join(', ').toUpperCase());
    if (/\bAUTOINCREMENT\b/i.test(sql)) found.set(`autoincrement ${name}`, '');
  }
  return found;
}

const spaced = (text) => text.replaceAll(/\s+/g, ' ').trim();

/** What stands in the parentheses behind each CHECK, in the order of their texts. */
function checksIn(sql) {
  const found = [];
  for (const { index } of sql.matchAll(/\bCHECK\s*\(/gi)) {
    const start = sql.indexOf('(', index);
    let depth = 0;
    let end = start;
    do {
      if (sql[end] === '(') depth++;
      else if (sql[end] === ')') depth--;
      end++;
    } while (depth > 0 && end < sql.length);
    // Quoted or not, a name is the same.
    found.push(
      sql
        .slice(start + 1, end - 1)
        .replaceAll(/[\s"`[\]]/g, '')
        .toLowerCase(),
    );
  }
  return found.sort();
}

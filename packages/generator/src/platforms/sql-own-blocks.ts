import { stringValue, Words } from './sql-words.js';

const TEXT = "'(?:[^']|'')*'";
/**
 * Blocks as `sql:build` writes them, word by word, for vendors that need one to drop a table which may not be there. A name is
 * `…`, and a text is as it is; one that is run is judged for itself.
 */
const OWN_BLOCKS: readonly RegExp[] = [
  // Oracle: a DROP that may find nothing.
  `BEGIN EXECUTE IMMEDIATE (?<code>${TEXT}) ; EXCEPTION WHEN OTHERS THEN IF SQLCODE ! = - \\d+ THEN RAISE ; END IF ; END`,
  // SQL Server: a schema.
  `IF SCHEMA_ID \\( ${TEXT} \\) IS NULL EXEC \\( (?<code>${TEXT}) \\)`,
  // A view, which has to be alone in its batch.
  `EXEC \\( (?<code>'CREATE VIEW (?:[^']|'')*') \\)`,
  // A table, and the foreign keys that point at it.
  `IF OBJECT_ID \\( ${TEXT} , 'U' \\) IS NOT NULL BEGIN DECLARE (?<keys>@KEYS_\\w+) NVARCHAR \\( MAX \\) = \\( SELECT ` +
    "STRING_AGG \\( CAST \\( 'ALTER TABLE ' \\+ QUOTENAME \\( OBJECT_SCHEMA_NAME \\( PARENT_OBJECT_ID \\) \\) \\+ '\\.' \\+ " +
    "QUOTENAME \\( OBJECT_NAME \\( PARENT_OBJECT_ID \\) \\) \\+ ' DROP CONSTRAINT ' \\+ QUOTENAME \\( NAME \\) AS NVARCHAR " +
    "\\( MAX \\) \\) , '; ' \\) FROM SYS \\. FOREIGN_KEYS WHERE REFERENCED_OBJECT_ID = OBJECT_ID " +
    `\\( ${TEXT} , 'U' \\) \\) IF \\k<keys> IS NOT NULL EXEC \\( \\k<keys> \\) DROP TABLE …(?: \\. …)? END`,
  // Descriptions.
  `BEGIN DECLARE (?<schema>@\\w+) SYSNAME = SCHEMA_NAME \\( \\)(?: EXEC SYS \\. SP_ADDEXTENDEDPROPERTY ` +
    `(?:(?:${TEXT}|\\k<schema>)(?: , )?)+)+ END`,
].map((pattern) => new RegExp(`^${pattern}(?: ;)?$`));

export function isOwnBlock(words: Words, isHarmless: (code: Words) => boolean): boolean {
  const { blocks } = words.dialect;
  if (blocks !== 'oracle' && blocks !== 'mssql') return false;
  const shape = words.tokens
    .map(({ kind }, i) => {
      if (kind === 'name') return '…';
      if (kind === 'string') return words.text(i);
      // SQL Server's mark of a text in Unicode is a word of its own.
      return words.upper(i) === 'N' && words.tokens[i + 1]?.kind === 'string' ? undefined : words.upper(i);
    })
    .filter((word) => word !== undefined)
    .join(' ');
  const found = OWN_BLOCKS.map((pattern) => pattern.exec(shape)).find((match) => match !== null);
  const code = found?.groups?.['code'];
  return found !== undefined && (code === undefined || isHarmless(new Words(stringValue(code), words.dialect)));
}

import { printable } from '../diagnostics/printable.js';
import { statementProblem } from '../platforms/sql-expression.js';
import type { ScriptDialect } from '../platforms/sql-tokens.js';
import { isXmlText } from '../text/xml-text.js';
import type { Draft, SchemaDraft } from './draft.js';
import type { Findings } from './finding.js';
import { leaveOut, leaveOutView } from './repair.js';

const isWritable = (text: string | undefined): boolean => text === undefined || isXmlText(text);

/** Leaves out what no XML file can hold. It has to go before anything is written: a file that is no XML has no places. */
export function leaveOutUnwritable(schema: SchemaDraft, findings: Findings): void {
  const why = 'it has characters in it that XML cannot hold';
  const out = (draft: Draft): void => leaveOut(schema, draft, why, findings);
  for (const table of schema.tables) {
    if (!isWritable(table.from.name) || !isWritable(table.from.schema)) {
      out(table);
      continue;
    }
    for (const column of table.columns) {
      const { name, comment, type } = column.from;
      const written = column.default?.kind === 'value' ? column.default.value : column.default?.sql;
      if (
        ![name, type, column.sequence, column.generated?.sql, ...column.valueSet, ...column.vendor.values()].every(
          isWritable,
        )
      )
        out(column);
      if (!isWritable(written)) {
        column.default = undefined;
        findings.lost('default', table.shown, name, `${printable(written ?? '')}: ${why}`);
      }
      if (!isWritable(comment)) {
        column.description = undefined;
        findings.lost('comment', table.shown, name, `${printable(comment ?? '')}: ${why}`);
      }
    }
    if (!isWritable(table.from.comment)) {
      table.description = undefined;
      findings.lost('comment', table.shown, table.from.name, `${printable(table.from.comment ?? '')}: ${why}`);
    }
    for (const index of table.indexes) if (!isWritable(index.from.name)) out(index);
    for (const check of table.checks) if (!isWritable(check.from.name) || !isWritable(check.from.sql)) out(check);
    for (const key of table.foreignKeys) if (!isWritable(key.from.name)) out(key);
    for (const [name, value] of table.vendor) {
      if (isWritable(value)) continue;
      table.vendor.delete(name);
      findings.lost('vendor parameter', table.shown, name, printable(value));
    }
  }
}

/** SQL that would not stay one piece where a schema puts it, such as a view with a comment in it. */
export function leaveOutStatements(schema: SchemaDraft, findings: Findings, dialect: ScriptDialect): void {
  for (const table of schema.tables) {
    const problem = table.partitionBy === undefined ? undefined : statementProblem(table.partitionBy, dialect);
    if (problem === undefined) continue;
    findings.lost(
      'partitioning',
      table.shown,
      table.from.name,
      `PARTITION BY ${table.partitionBy ?? ''}: it ${problem}`,
    );
    table.partitionBy = undefined;
  }
  for (const table of schema.tables) {
    const { viewSql } = table.from;
    const isWhole = viewSql === undefined || (isWritable(viewSql) && statementProblem(viewSql, dialect) === undefined);
    if (!isWhole) leaveOutView(schema, table);
  }
}

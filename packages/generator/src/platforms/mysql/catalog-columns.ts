import type { CatalogCheck, CatalogColumn, CatalogItem } from '../catalog.js';
import type { CheckRow, ColumnRow, Server } from './catalog-rows.js';
import { dictionaryText, literalOf, normalExpression, oneLine } from './printed-sql.js';
import { identifier, text } from './quoting.js';

/** A type without what only says how wide it is shown: `int(11)` is `int`. `tinyint(1)` is how both show a boolean. */
export function shownType(type: string): string {
  if (type === 'tinyint(1)' || type.endsWith('zerofill')) return type;
  return type.replace(/^((?:tiny|small|medium|big)?int|year)\(\d+\)/, '$1').replace(/ ?\/\*.*\*\//, '');
}

/**
 * True for a default that `information_schema` may not show as it is: bytes that are no UTF-8, and characters beyond
 * U+FFFF, for which it shows `?`.
 */
export function isHidden({ type, default: sql, extra }: ColumnRow, { isMariaDb }: Server): boolean {
  if (sql === null) return false;
  const isLiteral = isMariaDb ? sql.startsWith("'") : !isExpression(extra);
  return isLiteral && (BYTES.test(type ?? '') || sql.includes('?'));
}

export const BYTES = /binary|blob/;

const isExpression = (extra: string | null): boolean => /DEFAULT_GENERATED/.test(extra ?? '');

/** Types whose default MySQL shows as SQL; that of any other is the bare value. */
const BARE_NUMBER = /^(\w*int|decimal|float|double|year|bit)\b/;

/**
 * The default as SQL in one spelling for both servers. MariaDB prints SQL; MySQL prints the bare value, or an expression
 * with escapes.
 */
function shownDefault(row: ColumnRow, { isMariaDb }: Server, bytes: string | undefined): string | undefined {
  const { default: shown, extra } = row;
  const type = row.type ?? '';
  if (shown === null) return undefined;
  if (bytes !== undefined) return BYTES.test(type) ? `X'${bytes}'` : text(Buffer.from(bytes, 'hex').toString('utf8'));
  if (isMariaDb) return shown === 'NULL' ? undefined : oneSpelling(shown, type);
  if (isExpression(extra)) return shown === 'NULL' ? undefined : oneSpelling(dictionaryText(shown), type);
  // Servers before 8.0.13 do not mark it.
  if (/^current_timestamp\b/i.test(shown) && /^(datetime|timestamp)/.test(type)) return shown;
  if (BYTES.test(type)) return oneSpelling(shown, type);
  return BARE_NUMBER.test(type) ? shown : text(shown);
}

function oneSpelling(sql: string, type: string): string {
  const normal = normalExpression(sql);
  const literal = literalOf(normal);
  if (literal?.kind === 'bytes') return `X'${literal.value}'`;
  return literal?.kind === 'text' && BYTES.test(type)
    ? `X'${Buffer.from(literal.value).toString('hex').toUpperCase()}'`
    : normal;
}

/** What MariaDB makes of the word JSON: a text that only says by its check what it holds. */
export function isMariaDbJson(row: ColumnRow, check: CheckRow): boolean {
  return (
    row.type === 'longtext' &&
    row.collation === 'utf8mb4_bin' &&
    check.level === 'Column' &&
    check.name === row.name &&
    check.clause === `json_valid(${identifier(row.name ?? '')})`
  );
}

/** What a column has to be read with. */
export interface ColumnContext {
  readonly server: Server;
  readonly database: string;
  readonly tableCollation: string | null;
  readonly isJson: boolean;
  /** Its default, where `information_schema` does not show it. */
  readonly bytes: string | undefined;
}

export function catalogColumn(row: ColumnRow, context: ColumnContext): CatalogColumn {
  const { server, database, tableCollation, isJson, bytes } = context;
  const name = row.name ?? '';
  const extra = row.extra ?? '';
  const isGenerated = /\b(VIRTUAL|STORED|PERSISTENT) GENERATED\b/i.exec(extra)?.[1];
  const vendor = new Map<string, string>();
  if (row.collation !== null && row.collation !== tableCollation && !isJson) vendor.set('Collate', row.collation);
  if (/\bon update current_timestamp\b/i.test(extra)) vendor.set('OnUpdate', 'CURRENT_TIMESTAMP');
  const items: CatalogItem[] = [];
  const note = (kind: string, detail: string): number => items.push({ kind, name, detail });
  if (/\bINVISIBLE\b/i.test(extra) && isGenerated === undefined) note('invisible column', 'it is kept, visible');
  if (/\bWITHOUT SYSTEM VERSIONING\b/i.test(extra)) note('column option', 'WITHOUT SYSTEM VERSIONING');
  if (/\/\*.*\bCOMPRESSED\b/.test(row.type ?? '')) note('column option', 'COMPRESSED');
  const sql = shownDefault(row, server, bytes);
  const why = sql === undefined ? undefined : whyNoDefault(sql, server);
  if (sql !== undefined && why !== undefined) note('default', `${oneLine(sql, database)}: ${why}`);
  for (const what of unsure(row, bytes)) {
    items.push({ kind: what, name, detail: UNSURE, isNote: true });
  }
  return {
    name,
    type: (isJson ? 'json' : shownType(row.type ?? '')) + (row.srid === null ? '' : ` SRID ${row.srid}`),
    nullable: row.nullable === 'YES',
    default: isGenerated !== undefined || why !== undefined ? undefined : sql,
    autoIncrement: /\bauto_increment\b/i.test(extra) ? {} : undefined,
    ...(isGenerated === undefined ? { generated: undefined } : readGenerated(row, server, isGenerated)),
    comment: row.comment === '' ? undefined : (row.comment ?? undefined),
    vendor,
    items,
  };
}

const UNSURE = 'the server shows ? for characters beyond U+FFFF: see whether it is one';

/** Texts with a question mark that may be another character. */
function unsure({ type, default: sql }: ColumnRow, bytes: string | undefined): string[] {
  const isLabels = /^(enum|set)\(.*\?/s.test(type ?? '');
  const isDefault = (sql?.includes('?') ?? false) && bytes === undefined && !BYTES.test(type ?? '');
  return [...(isLabels ? ['label'] : []), ...(isDefault ? ['default value'] : [])];
}

/** Why no table can be made again with a default, if none can. */
function whyNoDefault(sql: string, { sqlMode }: Server): string | undefined {
  if (/\b(nextval|lastval|setval)\(/i.test(sql)) return 'a schema has no sequences on this vendor';
  const isZero = /^'(0000-00-00|\d{4}-00-|\d{4}-\d{2}-00)/.test(sql);
  const isRefused = /NO_ZERO/.test(sqlMode) && /STRICT/.test(sqlMode);
  return isZero && isRefused ? 'the sql_mode of the server refuses it in a new table' : undefined;
}

/** `ROW START` and `ROW END` are no expressions: MariaDB writes the times between which a row was the current one. */
function readGenerated(
  { generated }: ColumnRow,
  { isMariaDb }: Server,
  kind: string,
): Pick<CatalogColumn, 'generated' | 'leftOut'> {
  const sql = normalExpression(isMariaDb ? (generated ?? '') : dictionaryText(generated ?? ''));
  if (!/^row (start|end)$/i.test(sql)) return { generated: { sql, stored: !/^virtual$/i.test(kind) } };
  const detail = `GENERATED ALWAYS AS ${sql.toUpperCase()}`;
  return { generated: undefined, leftOut: { kind: 'column of the system-time period', detail } };
}

/** Checks that nobody named are named by MariaDB: those of columns like the column, those of tables by numbers. */
export function catalogCheck({ name, clause, level, enforced }: CheckRow, { isMariaDb }: Server): CatalogCheck {
  const sql = normalExpression(isMariaDb ? (clause ?? '') : dictionaryText(clause ?? ''));
  const isUnnamed = isMariaDb && (level === 'Column' || /^CONSTRAINT_\d+$/.test(name ?? ''));
  return {
    name: isUnnamed ? undefined : (name ?? undefined),
    sql,
    vendor: new Map(enforced === 'NO' ? [['notEnforced', 'true']] : []),
  };
}

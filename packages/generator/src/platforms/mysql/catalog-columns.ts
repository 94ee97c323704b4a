import type { CatalogCheck, CatalogColumn, CatalogItem } from '../catalog.js';
import type { CheckRow, ColumnRow, Server } from './catalog-rows.js';
import { dictionaryText, labelsOf, literalOf, normalExpression, oneLine } from './printed-sql.js';
import { identifier, text } from './quoting.js';
import type { TableRest } from './table-rest.js';

/** A type without what only says how wide it is shown: `int(11)` is `int`. `tinyint(1)` is how both show a boolean. */
export function shownType(type: string): string {
  if (type === 'tinyint(1)' || type.endsWith('zerofill')) return type;
  return type.replace(/^((?:tiny|small|medium|big)?int|year)\(\d+\)/, '$1').replace(/ ?\/\*.*\*\//, '');
}

/** The type of a column. MySQL has given up widths, but for the one of a boolean. */
export function columnType(row: ColumnRow, isJson: boolean): Pick<CatalogColumn, 'type' | 'shownWidth'> {
  const written = row.type ?? '';
  const type = (isJson ? 'json' : shownType(written)) + (row.srid === null ? '' : ` SRID ${row.srid}`);
  const width = /^tinyint\((\d+)\) unsigned$/.exec(written)?.[1];
  return width === undefined ? { type } : { type, shownWidth: Number(width) };
}

/**
 * True for a default that `information_schema` may not show as it is: bytes that are no UTF-8, labels of bytes, and characters
 * beyond U+FFFF, for which it shows `?`.
 */
export function isHidden(row: ColumnRow, { isMariaDb }: Server): boolean {
  const { type, default: sql, extra } = row;
  if (sql === null) return false;
  const isLiteral = isMariaDb ? sql.startsWith("'") : !isExpression(extra);
  return isLiteral && (BYTES.test(type ?? '') || hasByteLabels(row) || sql.includes('?'));
}

/** MySQL shows no collation for labels of the character set `binary`, and their default in digits. */
const hasByteLabels = ({ type, collation }: ColumnRow): boolean =>
  /^(enum|set)\(/.test(type ?? '') && (collation === null || collation === 'binary');

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
  /** How to make what a schema cannot say of the table. */
  readonly rest: TableRest;
}

export function catalogColumn(row: ColumnRow, context: ColumnContext): CatalogColumn {
  const { server, database, tableCollation, isJson, bytes, rest } = context;
  const name = row.name ?? '';
  const extra = row.extra ?? '';
  const isGenerated = /\b(VIRTUAL|STORED|PERSISTENT) GENERATED\b/i.exec(extra)?.[1];
  const vendor = new Map<string, string>();
  const collation = hasByteLabels(row) ? 'binary' : row.collation;
  if (collation !== null && collation !== tableCollation && !isJson) vendor.set('Collate', collation);
  if (/\bon update current_timestamp\b/i.test(extra)) vendor.set('OnUpdate', 'CURRENT_TIMESTAMP');
  const items: CatalogItem[] = [];
  const note = (kind: string, detail: string): number => items.push({ kind, name, detail, ...rest.column(name) });
  const generated = isGenerated === undefined ? undefined : readGenerated(row, context, isGenerated);
  if (/\bINVISIBLE\b/i.test(extra) && generated?.leftOut === undefined) note('invisible column', 'it is kept, visible');
  if (/\bWITHOUT SYSTEM VERSIONING\b/i.test(extra)) note('column option', 'WITHOUT SYSTEM VERSIONING');
  if (/\/\*.*\bCOMPRESSED\b/.test(row.type ?? '')) note('column option', 'COMPRESSED');
  const sql = shownDefault(row, server, bytes);
  const why = sql === undefined ? undefined : whyNoDefault(sql, server);
  if (sql !== undefined && why !== undefined) {
    items.push({ kind: 'default', name, detail: `${oneLine(sql, database)}: ${why}`, ...rest.default(name, sql) });
  }
  for (const what of unsure(row, bytes)) {
    items.push({ kind: what, name, detail: UNSURE, isNote: true });
  }
  const { type, ...width } = columnType(row, isJson);
  return {
    name,
    type: withDefaultLabel(type, sql),
    ...width,
    nullable: row.nullable === 'YES',
    default: isGenerated !== undefined || why !== undefined ? undefined : sql,
    autoIncrement: /\bauto_increment\b/i.test(extra) ? {} : undefined,
    ...(generated ?? { generated: undefined }),
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

const BEYOND = /[\u{10000}-\u{10FFFF}]/gu;

/** A default is read by its bytes, and that of an ENUM is one of its labels: it tells what `?` stands for there. */
function withDefaultLabel(type: string, sql: string | undefined): string {
  const label = sql !== undefined && /^enum\(/i.test(type) ? literalOf(sql) : undefined;
  const shown = label?.value.replaceAll(BEYOND, '?');
  if (label?.kind !== 'text' || shown === undefined || shown === label.value) return type;
  const at = labelsOf(type).indexOf(shown);
  const labels = labelsOf(type).map((each, i) => (i === at ? label.value : each));
  return at < 0 ? type : `enum(${labels.map(text).join()})`;
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
  { server: { isMariaDb }, rest }: ColumnContext,
  kind: string,
): Pick<CatalogColumn, 'generated' | 'leftOut'> {
  const sql = normalExpression(isMariaDb ? (generated ?? '') : dictionaryText(generated ?? ''));
  if (!/^row (start|end)$/i.test(sql)) return { generated: { sql, stored: !/^virtual$/i.test(kind) } };
  const detail = `GENERATED ALWAYS AS ${sql.toUpperCase()}`;
  return {
    generated: undefined,
    leftOut: { kind: 'column of the system-time period', detail, ...rest.periodColumn() },
  };
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

import { constraintName } from '../../../model/names.js';
import type { CatalogColumn, CatalogItem } from '../../catalog.js';
import { canonicalDefault } from '../default-text.js';
import { checkedLabels } from '../label-check.js';
import { plainExpression } from '../printed-sql.js';
import { identifier, text } from '../quoting.js';
import { alteration, block, ORDER } from '../rest.js';
import { serverName } from '../server-name.js';
import { IDENTIFIER_LIMIT } from '../shape.js';
import { typeParts } from '../type-text.js';
import { checkSql } from './checks.js';
import type { ColumnRow, ConstraintRow, TableRow } from './rows.js';
import type { Numbering, Sequences } from './sequences.js';
import { collateClause } from './table-sql.js';
import { type MadeTypes, type PlainType, TYPE_KINDS } from './types.js';

/** What the columns of all tables are read with. */
export interface ColumnReader {
  readonly types: MadeTypes;
  readonly sequences: Sequences;
  /** How SQL names a relation. */
  readonly sql: (schema: string, name: string) => string;
  /** Collects the extensions without which the columns could not be made. */
  readonly extensions: Set<string>;
}

export interface ReadColumns {
  readonly columns: readonly CatalogColumn[];
  /** True when the auto-increment column takes no value but the database's own. */
  readonly always: boolean;
  readonly autoIncrement: boolean;
  /** Checks that the labels of a column stand for. */
  readonly checks: ReadonlySet<ConstraintRow>;
  readonly items: readonly CatalogItem[];
}

/** The columns of a table, in its order. */
export function readColumns(
  reader: ColumnReader,
  table: TableRow,
  rows: readonly ColumnRow[],
  constraints: readonly ConstraintRow[],
): ReadColumns {
  const plain = new Map(rows.map((row) => [row, reader.types.plain(row)]));
  const numberings = new Map<ColumnRow, Numbering>();
  for (const row of rows) {
    const numbering = reader.sequences.numbering(table, row, plain.get(row)?.type ?? '');
    if (numbering !== undefined) numberings.set(row, numbering);
  }
  const key = constraints.find(({ kind }) => kind === 'p')?.columns ?? [];
  const candidates = [...numberings.keys()];
  // A schema numbers one column of a table.
  const chosen = candidates.find((row) => key.includes(row.name)) ?? candidates[0];
  const chosenNumbering = chosen && numberings.get(chosen);
  if (chosenNumbering !== undefined) reader.sequences.use(chosenNumbering);
  const checks = new Set<ConstraintRow>();
  const relation = reader.sql(table.schema, table.name);
  const columns = rows.map((row) => {
    const type = plain.get(row) ?? { type: row.type };
    if (type.extension !== undefined) reader.extensions.add(type.extension);
    const check =
      type.native === undefined && type.labels === undefined ? labelCheck(row, type, constraints) : undefined;
    if (check !== undefined) checks.add(check.row);
    const numbering = numberings.get(row);
    const labels = check?.labels ?? type.labels;
    const column = readColumn(reader, row, type, labels, { numbering, isChosen: row === chosen }, relation);
    if (check === undefined) return column;
    const { name, definition } = check.row;
    return { ...column, labelCheck: { name, sql: checkSql(definition), vendor: new Map<string, string>() } };
  });
  return {
    columns,
    always: chosenNumbering?.always === true,
    autoIncrement: chosenNumbering !== undefined && chosenNumbering.sequence === undefined,
    checks,
    items: [...checks]
      .filter((check) => check.name !== generatedName(check, table))
      .map((check) => ({
        kind: 'name of a check',
        name: check.name,
        detail: `labels of ${check.columns[0] ?? ''}`,
        sql: alteration([renaming(check, table, relation)]),
        ...(isServerName(check, table) ? { isNote: true } : {}),
      })),
  };
}

/** The name that the generator gives to the check of a column. */
const generatedName = ({ columns }: ConstraintRow, table: TableRow): string =>
  constraintName(table.name, 'c', columns[0] ?? '', IDENTIFIER_LIMIT);

/** The one that the server gives: nobody chose it. */
const isServerName = (check: ConstraintRow, table: TableRow): boolean =>
  check.name === serverName(table.name, check.columns[0] ?? '', 'check');

function renaming(check: ConstraintRow, table: TableRow, relation: string): string {
  const made = generatedName(check, table);
  return block(`BEGIN
  IF EXISTS (SELECT FROM pg_constraint WHERE conrelid = ${text(relation)}::regclass AND conname = ${text(made)}) THEN
    ALTER TABLE ${relation} RENAME CONSTRAINT ${identifier(made)} TO ${identifier(check.name)};
  END IF;
END`);
}

interface Numbered {
  readonly numbering: Numbering | undefined;
  readonly isChosen: boolean;
}

function readColumn(
  reader: ColumnReader,
  row: ColumnRow,
  type: PlainType,
  labels: readonly string[] | undefined,
  { numbering, isChosen }: Numbered,
  relation: string,
): CatalogColumn {
  const items = [...columnItems(row, type)];
  // A schema has one word for both.
  if (row.required && type.isRequiredByType === true) {
    items.push({ kind: 'NOT NULL', name: row.name, detail: 'its type says it too' });
  }
  if (isChosen) items.push(...(numbering?.items ?? []));
  const value = numbering !== undefined && isChosen ? undefined : readDefault(reader, row, type, items);
  const sequence = numbering?.sequence;
  return {
    name: row.name,
    type: type.type,
    ...(type.native === undefined ? {} : { nativeType: type.native }),
    ...(type.baseType === undefined ? {} : { baseType: type.baseType }),
    // What a type of the schema says is not said again.
    nullable: type.isRequiredByType === true || (!row.required && type.required !== true),
    ...(labels === undefined ? {} : { labels }),
    default: value,
    autoIncrement: numbering && isChosen ? (sequence === undefined ? {} : { sequence }) : undefined,
    ...readGenerated(reader, row, relation),
    comment: row.comment ?? undefined,
    vendor: new Map(row.collation === null || row.own_collation === true ? [] : [['collate', row.collation]]),
    items,
  };
}

/** False for a column that the schema makes in another type, or not at all: what stands on it comes later. */
export const isMadeAsItIs = (reader: ColumnReader, row: ColumnRow): boolean =>
  reader.types.plain(row).was === undefined &&
  row.own_collation !== true &&
  (row.generated === '' || lacking(reader, row.needs) === undefined);

/** What a column is generated by; one that needs what a schema does not make is left out, and added behind the others. */
function readGenerated(
  reader: ColumnReader,
  row: ColumnRow,
  relation: string,
): Pick<CatalogColumn, 'generated' | 'leftOut'> {
  if (row.generated === '') return { generated: undefined };
  const sql = plainExpression(row.expression ?? '');
  const stored = row.generated === 's';
  const reason = row.needs === null ? undefined : lacking(reader, row.needs);
  if (reason === undefined) return { generated: { sql, stored } };
  const kind = stored ? 'STORED' : 'VIRTUAL';
  const name = identifier(row.name);
  const column = `${name} ${row.type}${collateClause(row)} GENERATED ALWAYS AS (${row.expression ?? ''}) ${kind}${row.required ? ' NOT NULL' : ''}`;
  const create = [
    `ALTER TABLE ${relation} ADD COLUMN IF NOT EXISTS ${column}`,
    ...(row.comment === null ? [] : [`COMMENT ON COLUMN ${relation}.${name} IS ${text(row.comment)}`]),
  ];
  return {
    generated: undefined,
    leftOut: {
      kind: 'generated column',
      detail: `${sql} ${kind}: ${reason}`,
      sql: alteration(create, [], ORDER.onObjects - 1),
    },
  };
}

/** The default, or undefined and an item for one that needs what a schema does not make. */
function readDefault(reader: ColumnReader, row: ColumnRow, type: PlainType, items: CatalogItem[]): string | undefined {
  if (row.generated !== '') return undefined;
  if (row.identity !== '') {
    const detail = `GENERATED ${row.identity === 'a' ? 'ALWAYS' : 'BY DEFAULT'} AS IDENTITY; a schema numbers one column of a table`;
    items.push({ kind: 'identity', name: row.name, detail });
    return undefined;
  }
  const written = row.expression ?? type.default ?? undefined;
  if (written === undefined) return undefined;
  const sql = canonicalDefault(
    written,
    [row.type, ...(type.below ?? [])],
    row.is_array ? type.type : (type.baseType ?? type.type),
  );
  const needs = row.expression === null ? (type.needs ?? null) : row.needs;
  // A value needs nothing: what it was cast to is the type of the column.
  if (sql === undefined || sql !== written || needs === null) return sql;
  const reason = lacking(reader, needs);
  if (reason === undefined) return sql;
  items.push({ kind: 'default', name: row.name, detail: `${sql}: ${reason}` });
  return undefined;
}

/** Why something that needs more than the server cannot be made; undefined where extensions and types of the schema are enough. */
export function lacking(
  { types, extensions }: ColumnReader,
  needs: readonly string[] | null | undefined,
): string | undefined {
  const others = (needs ?? []).filter((need) => !need.startsWith('type:') || !types.isKept(need.slice(5)));
  if (others.some((need) => need === '')) return 'it needs a function or a sequence that no schema makes';
  if (others.some((need) => need.startsWith('type:'))) return 'it needs a type that no schema makes';
  for (const extension of others) extensions.add(extension);
  return undefined;
}

/** The check that keeps a text to labels; it is then no other's business. */
function labelCheck(
  row: ColumnRow,
  { type }: PlainType,
  constraints: readonly ConstraintRow[],
): { readonly row: ConstraintRow; readonly labels: readonly string[] } | undefined {
  const { name, sizes, array } = typeParts(type);
  if (array !== '' || !['character varying', 'text', 'character'].includes(name)) return undefined;
  for (const check of constraints) {
    const isPlain = check.kind === 'c' && check.valid && check.enforced && !check.no_inherit && check.comment === null;
    if (!isPlain || check.columns.length !== 1 || check.columns[0] !== row.name) continue;
    const labels = checkedLabels(check.definition ?? '', row.name);
    if (labels === undefined) continue;
    // A label that is shorter than its CHAR comes back filled up with blanks.
    if (name === 'character' && labels.some((label) => [...label].length !== Number(sizes[0]))) continue;
    return { row: check, labels };
  }
  return undefined;
}

const STORAGES: Readonly<Record<string, string>> = { p: 'PLAIN', e: 'EXTERNAL', m: 'MAIN', x: 'EXTENDED' };
const COMPRESSIONS: Readonly<Record<string, string>> = { p: 'pglz', l: 'lz4' };

function* columnItems(row: ColumnRow, { was, labels }: PlainType): Generator<CatalogItem> {
  if (was !== undefined) {
    const kind = `${was.kind} of a column`;
    const name = row.is_array ? `${was.name}[]` : was.name;
    // A domain says more than its labels; an enum type says nothing else.
    if (was.kind === TYPE_KINDS.e && labels !== undefined) {
      yield { kind, name: row.name, detail: `${name} becomes ENUM, a text with a check of the labels`, isNote: true };
    } else yield { kind, name: row.name, detail: name };
  }
  if (row.own_collation === true) yield { kind: 'collation', name: row.name, detail: row.collation ?? '' };
  const options = [
    ...(row.storage === null ? [] : [`STORAGE ${STORAGES[row.storage] ?? row.storage}`]),
    ...(row.compression === null ? [] : [`COMPRESSION ${COMPRESSIONS[row.compression] ?? row.compression}`]),
    ...(row.statistics === null ? [] : [`STATISTICS ${row.statistics}`]),
    ...(row.options ?? []),
  ];
  if (options.length > 0) yield { kind: 'column option', name: row.name, detail: options.join(', ') };
}

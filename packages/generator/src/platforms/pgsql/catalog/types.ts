import type { CatalogItem } from '../../catalog.js';
import { isValueSet } from '../label-check.js';
import { canonicalType } from '../type-text.js';
import type { ColumnRow, TypeRow } from './rows.js';

/** The type of a column as it would be in a database that has nothing but its tables and extensions. */
export interface PlainType {
  readonly type: string;
  readonly labels?: readonly string[];
  /** Of a domain: its columns cannot be NULL, and have its default. */
  readonly required?: boolean;
  readonly default?: string | null;
  /** What that default needs, as `ColumnRow.needs` has it. */
  readonly needs?: readonly string[] | null;
  /** Names of the types below a domain. */
  readonly below?: readonly string[];
  /** The extension that has the type. */
  readonly extension?: string;
  /** What the type was, where it would not be there. */
  readonly was?: { readonly kind: string; readonly name: string };
}

/** The words for types that somebody made. */
export const TYPE_KINDS: Readonly<Record<TypeRow['kind'], string>> = {
  b: 'base type',
  c: 'composite type',
  d: 'domain',
  e: 'enum type',
  r: 'range type',
  m: 'multirange type',
};

/** Types that are made in the database itself, by their ids, and what their columns are without them. */
export class MadeTypes {
  readonly #types: ReadonlyMap<string, TypeRow>;

  constructor(
    rows: readonly TypeRow[],
    private readonly shown: (schema: string, name: string) => string,
  ) {
    this.#types = new Map(rows.map((row) => [row.id, row]));
  }

  /** A domain is its base type and an ENUM of the server is one of ours; other types are the text of their values. */
  plain({
    type,
    type_id,
    is_array,
    built_in,
  }: Pick<ColumnRow, 'type' | 'type_id' | 'is_array' | 'built_in'>): PlainType {
    const canonical = canonicalType(type);
    if (built_in) return { type: canonical };
    const made = this.#types.get(type_id);
    if (made?.extension != null) return { type: canonical, extension: made.extension };
    const was = { kind: made === undefined ? 'composite type' : TYPE_KINDS[made.kind], name: this.#name(made, type) };
    const plain = made === undefined ? { type: 'text' } : this.#reduced(made);
    if (!is_array) return { ...plain, was };
    return { type: `${plain.labels === undefined ? plain.type.replace(/\[\]$/, '') : 'text'}[]`, was };
  }

  #name(made: TypeRow | undefined, type: string): string {
    return made === undefined ? type : this.shown(made.schema, made.name);
  }

  #reduced(made: TypeRow): PlainType {
    if (made.kind === 'e') return labelled(made.labels ?? []);
    if (made.kind !== 'd') return { type: 'text' };
    const base = this.plain({
      type: made.base ?? 'text',
      type_id: made.base_id ?? '',
      is_array: made.base_is_array,
      built_in: made.base_id === null || !this.#types.has(made.base_id),
    });
    return {
      type: base.type,
      ...(base.labels === undefined ? {} : { labels: base.labels }),
      ...(base.extension === undefined ? {} : { extension: base.extension }),
      required: made.required || base.required === true,
      default: made.default ?? base.default ?? null,
      needs: made.default === null ? (base.needs ?? null) : made.needs,
      below: [made.base ?? '', ...(base.below ?? [])],
    };
  }
}

/** The labels that a text is kept to, in the width that the generator gives it. */
function labelled(labels: readonly string[]): PlainType {
  if (!isValueSet(labels)) return { type: 'text' };
  const width = Math.max(1, ...labels.map((label) => [...label].length));
  return { type: `character varying(${width})`, labels };
}

/** A type that somebody made, as something that no schema can say. */
export function typeItem(row: TypeRow, name: string): CatalogItem {
  const quoted = (label: string): string => `'${label.replaceAll("'", "''")}'`;
  const domain = [
    row.base ?? '',
    ...(row.default === null ? [] : [`DEFAULT ${row.default}`]),
    ...(row.required ? ['NOT NULL'] : []),
    ...(row.checks ?? []),
  ];
  const details: Readonly<Record<TypeRow['kind'], string>> = {
    b: '',
    c: `(${(row.attributes ?? []).join(', ')})`,
    d: domain.join(' '),
    e: (row.labels ?? []).map(quoted).join(', '),
    r: `of ${row.subtype ?? ''}`,
    m: '',
  };
  const detail = details[row.kind];
  return { kind: TYPE_KINDS[row.kind], name, ...(detail === '' ? {} : { detail }) };
}

import type { CatalogItem, CatalogType, CatalogTypeName } from '../../catalog.js';
import { canonicalDefault } from '../default-text.js';
import { isValueSet } from '../label-check.js';
import { plainExpression } from '../printed-sql.js';
import { canonicalType } from '../type-text.js';
import type { ColumnRow, TypeRow } from './rows.js';

/** The type of a column as it would be in a database that has nothing but its tables and extensions. */
export interface PlainType {
  readonly type: string;
  readonly labels?: readonly string[];
  /** Its columns cannot be NULL, and need not say so. */
  readonly isRequiredByType?: boolean;
  /** Of a domain that is not kept: its columns cannot be NULL, and have its default. */
  readonly required?: boolean;
  readonly default?: string | null;
  /** What that default needs, as `ColumnRow.needs` has it. */
  readonly needs?: readonly string[] | null;
  /** Names of the types below a domain. */
  readonly below?: readonly string[];
  /** The extension that has the type. */
  readonly extension?: string;
  /** The type itself, where a schema can say it. */
  readonly native?: CatalogTypeName;
  /** What the values of a domain are, or the elements of an array of one. */
  readonly baseType?: string;
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

/** What something in the catalog needs, and whether a schema makes it. */
export interface Needs {
  /** Why something cannot be kept, or undefined. Extensions that it needs are noted. */
  lacking(needs: readonly string[] | null | undefined): string | undefined;
  lost(item: CatalogItem): void;
}

/** Types that are made in the database itself, by their ids, and what their columns are without them. */
export class MadeTypes {
  readonly #types: ReadonlyMap<string, TypeRow>;

  /** Types that columns have, by their ids. */
  readonly #used = new Set<string>();

  constructor(
    rows: readonly TypeRow[],
    private readonly shown: (schema: string, name: string) => string,
    private readonly schemaOf: (schema: string) => string | undefined,
  ) {
    this.#types = new Map(rows.map((row) => [row.id, row]));
  }

  /** True for an enum type or a domain that a schema can say. */
  isKept(id: string): boolean {
    const row = this.#types.get(id);
    if (row === undefined || row.extension !== null) return false;
    if (row.kind === 'e') return isValueSet(row.labels ?? []);
    if (row.kind !== 'd' || row.collation !== null) return false;
    const base = this.#types.get(row.base_id ?? '');
    if (base === undefined || base.extension !== null) return true;
    // An array of a type of its own is said in the server's words, which works behind all enum types.
    return this.isKept(base.id) && !(row.base_is_array && base.kind === 'd');
  }

  /** What a schema can say of the types that stand in some schemas, and of those that columns have. */
  kept(isWanted: (row: TypeRow) => boolean, needs: Needs): CatalogType[] {
    const wanted = new Set<TypeRow>();
    const want = (row: TypeRow | undefined): void => {
      if (row === undefined || !this.isKept(row.id) || wanted.has(row)) return;
      wanted.add(row);
      want(this.#types.get(row.base_id ?? ''));
    };
    for (const row of this.#types.values()) if (isWanted(row) || this.#used.has(row.id)) want(row);
    return [...this.#types.values()].filter((row) => wanted.has(row)).map((row) => this.#described(row, needs));
  }

  #described(row: TypeRow, needs: Needs): CatalogType {
    const name = this.shown(row.schema, row.name);
    const labels = this.#labels(row);
    const type = canonicalType(row.base ?? row.name);
    const base = this.#types.get(row.base_id ?? '');
    const isOverNative = base !== undefined && base.extension === null && !row.base_is_array;
    const baseType = this.#baseType(row);
    const written = row.default === null ? undefined : canonicalDefault(row.default, [type, row.name], baseType);
    const reason = written === undefined || written !== row.default ? undefined : needs.lacking(row.needs);
    if (reason !== undefined) needs.lost({ kind: 'default of a domain', name, detail: `${written ?? ''}: ${reason}` });
    const checks = (row.checks ?? []).flatMap((check) => {
      const why = needs.lacking(check.needs);
      const sql = plainExpression(/^CHECK \((.*)\)(?: NOT VALID)?$/s.exec(check.definition)?.[1] ?? '');
      if (!check.valid) needs.lost({ kind: 'NOT VALID', name: check.name, detail: `check of the domain ${name}` });
      if (why === undefined) return [{ name: check.name, sql, vendor: new Map() }];
      needs.lost({ kind: 'check of a domain', name: check.name, detail: `${name}: ${check.definition}: ${why}` });
      return [];
    });
    return {
      kind: row.kind === 'e' ? 'enum' : 'domain',
      schema: this.schemaOf(row.schema),
      name: row.name,
      comment: row.comment ?? undefined,
      labels,
      type,
      isOverNative,
      baseType,
      nullable: !row.required,
      default: reason === undefined ? written : undefined,
      checks,
    };
  }

  /** The labels of an enum type, or of the one below a domain. */
  #labels(row: TypeRow): readonly string[] {
    if (row.kind === 'e') return row.labels ?? [];
    const base = this.#types.get(row.base_id ?? '');
    return base === undefined || row.base_is_array ? [] : this.#labels(base);
  }

  #baseType(row: TypeRow): string {
    const base = this.#types.get(row.base_id ?? '');
    if (row.kind !== 'd' || base === undefined || base.extension !== null || row.base_is_array) {
      return canonicalType(row.base ?? row.name);
    }
    return this.#baseType(base);
  }

  /** True when the type, or one below it, takes no NULL. */
  #isRequired(row: TypeRow): boolean {
    const base = this.#types.get(row.base_id ?? '');
    return row.required || (base !== undefined && !row.base_is_array && this.#isRequired(base));
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
    if (made !== undefined && this.isKept(made.id)) {
      this.#used.add(made.id);
      return this.#native(made, canonical, is_array);
    }
    const was = { kind: made === undefined ? 'composite type' : TYPE_KINDS[made.kind], name: this.#name(made, type) };
    const plain = made === undefined ? { type: 'text' } : this.#reduced(made);
    if (!is_array) return { ...plain, was };
    return { type: `${plain.labels === undefined ? plain.type.replace(/\[\]$/, '') : 'text'}[]`, was };
  }

  /** A type that the schema has. A NULL that it does not take is its own business, and so is its default. */
  #native(made: TypeRow, type: string, isArray: boolean): PlainType {
    const labels = this.#labels(made);
    return {
      type,
      native: { kind: made.kind === 'e' ? 'enum' : 'domain', schema: this.schemaOf(made.schema), name: made.name },
      ...(labels.length === 0 ? {} : { labels }),
      ...(made.kind === 'd' ? { baseType: this.#baseType(made) } : {}),
      ...(!isArray && this.#isRequired(made) ? { isRequiredByType: true } : {}),
    };
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
    ...(row.checks ?? []).map(({ definition }) => definition),
    ...(row.collation === null ? [] : [`COLLATE ${row.collation}`]),
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

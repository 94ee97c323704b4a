import { hash } from 'node:crypto';

/** How long a name may be in the vendor's catalog, and what is counted. */
export interface IdentifierLimit {
  readonly max: number;
  readonly unit: 'bytes' | 'characters';
}

export function identifierLength(name: string, limit: IdentifierLimit): number {
  return limit.unit === 'bytes' ? Buffer.byteLength(name) : [...name].length;
}

/** A UTF-16 unit is at most three bytes and never more than one character: most names need not be counted. */
export function fitsLimit(name: string, limit: IdentifierLimit): boolean {
  return name.length * 3 <= limit.max || identifierLength(name, limit) <= limit.max;
}

/** The first six hexadecimal digits of an MD5: short, stable, and what Propel puts into its constraint names. */
export function shortHash(text: string): string {
  return hash('md5', text).slice(0, 6);
}

/** The name itself if it fits, else its beginning and a hash of the whole, so that two long names stay different. */
export function fitIdentifier(name: string, limit: IdentifierLimit): string {
  if (fitsLimit(name, limit)) return name;
  const tail = `_${hash('md5', name).slice(0, 8)}`;
  let head = '';
  for (const character of name) {
    if (identifierLength(head + character, limit) > limit.max - tail.length) break;
    head += character;
  }
  return head + tail;
}

export type ConstraintKind = 'fk' | 'i' | 'u' | 'c' | 'fi' | 'df';

/** `<table>_<kind>_<hash>`: the form Propel uses, so that an existing database keeps its names. */
export function constraintName(table: string, kind: ConstraintKind, identity: string, limit: IdentifierLimit): string {
  return fitIdentifier(`${table}_${kind}_${shortHash(identity.toLowerCase())}`, limit);
}

/** An index, as far as its name is made from it. */
export interface IndexIdentity {
  readonly columns: readonly {
    readonly name?: string | undefined;
    readonly expression?: string | undefined;
    readonly size?: number | undefined;
    readonly order?: string | undefined;
    readonly nulls?: string | undefined;
    readonly opclass?: string | undefined;
    readonly collation?: string | undefined;
  }[];
  readonly include?: readonly string[] | undefined;
  readonly where?: string | undefined;
  readonly nullsNotDistinct?: boolean | undefined;
}

/** What the name of an index is made from: its columns and the lengths of their prefixes, and what it is beyond them. */
export function indexIdentity({ columns, include = [], where = '', nullsNotDistinct }: IndexIdentity): string {
  const names = columns.map(({ name, expression }) => name ?? `(${expression ?? ''})`).join(',');
  const sizes = columns.map(({ size }) => size ?? '').join(',');
  const words = columns.map(({ order, nulls, opclass, collation }) =>
    [order, nulls, opclass, collation].map((word) => word ?? '').join(' '),
  );
  const more = [words.join(',').trim(), include.join(','), where, nullsNotDistinct === true ? 'nulls' : ''];
  const isMore = more.some((part) => /[^ ,]/.test(part));
  return `${names}:${sizes}${isMore ? `:${more.join(':')}` : ''}`;
}

/** What the name of a foreign key is made from: the table it points at and the columns on both sides. */
export function foreignKeyIdentity(
  foreignTable: { readonly schema: string | undefined; readonly name: string },
  columns: readonly { readonly local: string; readonly foreign: string }[],
  constants: readonly { readonly column: string; readonly value: string }[] = [],
): string {
  const local = columns.map((column) => column.local).join(',');
  const foreign = columns.map((column) => column.foreign).join(',');
  const fixed = constants.map(({ column, value }) => `:${column}=${value}`).join('');
  return `${foreignTable.schema ?? ''}.${foreignTable.name}:${local}:${foreign}${fixed}`;
}

/** What the name of a check is made from. It cannot be a column, whose name the checks of types are named by. */
export function checkIdentity(expression: string): string {
  return `(${expression})`;
}

/** A type in PostgreSQL's words, in parts: `timestamp(3) without time zone[]`. */
export interface TypeParts {
  /** Without arguments: `character varying`, `timestamp with time zone`. */
  readonly name: string;
  readonly sizes: readonly string[];
  /** `[]` for an array. */
  readonly array: string;
}

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['varchar', 'character varying'],
  ['char varying', 'character varying'],
  ['char', 'character'],
  ['int', 'integer'],
  ['int2', 'smallint'],
  ['int4', 'integer'],
  ['int8', 'bigint'],
  ['decimal', 'numeric'],
  ['dec', 'numeric'],
  ['float', 'double precision'],
  ['float4', 'real'],
  ['float8', 'double precision'],
  ['bool', 'boolean'],
  ['varbit', 'bit varying'],
  ['time', 'time without time zone'],
  ['timetz', 'time with time zone'],
  ['timestamp', 'timestamp without time zone'],
  ['timestamptz', 'timestamp with time zone'],
]);

/** The other way round, where a person would write the short word. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['character varying', 'varchar'],
  ['character', 'char'],
  ['bit varying', 'varbit'],
  ['time without time zone', 'time'],
  ['time with time zone', 'timetz'],
  ['timestamp without time zone', 'timestamp'],
  ['timestamp with time zone', 'timestamptz'],
]);

/** Types that have one place when they are written without a size. */
const ONE = new Set(['character', 'bit']);
const FRACTIONS = /^(time|timestamp)\b|^interval\b/;

const known = new Map<string, TypeParts>();

/** Types repeat from column to column, so each is read once. */
export function typeParts(written: string): TypeParts {
  let parts = known.get(written);
  if (!parts) {
    parts = readParts(written);
    known.set(written, parts);
  }
  return parts;
}

const QUOTED = /"([a-z_][a-z\d_$]*)"/g;

/** Quotes around a name that needs none say nothing, unless it would be another type without them, as `"char"` is. */
const plainName = (quoted: string, name: string): string => (ALIASES.has(name) || ONE.has(name) ? quoted : name);

function readParts(written: string): TypeParts {
  const plain = written.trim().replaceAll(/\s+/g, ' ').replaceAll(QUOTED, plainName);
  const text = plain.includes('"') ? plain : plain.toLowerCase();
  const match = /^(.*?)\s?(?:\(([^()]*)\))?( with(?:out)? time zone)?((?:\s?\[\d*\])*)$/s.exec(text);
  const [, word = text, inside = '', zone = '', brackets = ''] = match ?? [];
  // Bits of a floating-point number, of which there are two kinds.
  const isFloat = word === 'float' && inside !== '';
  const usual = ALIASES.get(word + zone) ?? (zone === '' ? word : word + zone);
  const name = isFloat && Number(inside) <= 24 ? 'real' : usual;
  const sizes = inside === '' || isFloat ? [] : inside.split(',').map((size) => size.trim());
  if (sizes.length === 0 && ONE.has(name)) sizes.push('1');
  if (name === 'numeric' && sizes.length === 1) sizes.push('0');
  // Six digits are what a time has anyway.
  if (FRACTIONS.test(name) && sizes[0] === '6') sizes.length = 0;
  return { name, sizes, array: brackets === '' ? '' : '[]' };
}

const printed = (name: string, { sizes, array }: TypeParts): string => {
  const size = sizes.length === 0 ? '' : `(${sizes.join(',')})`;
  const zone = / with(out)? time zone$/.exec(name)?.[0] ?? '';
  return name.slice(0, name.length - zone.length) + size + zone + array;
};

/** The one spelling of a type, which is that of the catalog: `varchar(40)` is `character varying(40)`. */
export function canonicalType(written: string): string {
  const parts = typeParts(written);
  return printed(parts.name, parts);
}

/** A type of the catalog as a person would write it. */
export function shortType(type: string): string {
  const parts = typeParts(type);
  return printed(SHORT.get(parts.name) ?? parts.name, parts);
}

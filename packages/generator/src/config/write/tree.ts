/** A configuration to be written: plain data, the same for all formats. */
export type ConfigValue = ConfigGroup | ConfigList | ConfigScalar;

export type ConfigScalar = ConfigText | boolean;

export interface ConfigGroup {
  readonly kind: 'group';
  readonly entries: readonly ConfigEntry[];
}

export interface ConfigEntry {
  readonly key: string;
  readonly value: ConfigValue;
  /** One line for the person who opens the file, where the format has comments. */
  readonly comment?: string | undefined;
}

export interface ConfigList {
  readonly kind: 'list';
  readonly items: readonly string[];
}

/** A literal text, or one with environment lookups in it. */
export type ConfigText = string | TextParts;

export interface TextParts {
  readonly kind: 'parts';
  readonly parts: readonly TextPart[];
}

export type TextPart = string | { readonly env: string };

/** What a format cannot hold, such as a line end in an INI file. The message never repeats the value. */
export class Unwritable extends Error {
  constructor(
    /** The path of the key. */
    readonly path: string,
    reason: string,
  ) {
    super(reason);
    this.name = 'Unwritable';
  }
}

/** A group of the entries that have a value. */
export function group(
  entries: Readonly<Record<string, ConfigValue | undefined>>,
  comments: Readonly<Record<string, string | undefined>> = {},
): ConfigGroup {
  return {
    kind: 'group',
    entries: Object.entries(entries).flatMap(([key, value]) =>
      value === undefined ? [] : [{ key, value, comment: comments[key] }],
    ),
  };
}

export const list = (...items: readonly string[]): ConfigList => ({ kind: 'list', items });

export const isScalar = (value: ConfigValue): value is ConfigScalar =>
  typeof value !== 'object' || value.kind === 'parts';

/** What the readers of all formats replace: `%%`, `%env.NAME%`, `%a.key%`. */
const PLACEHOLDER = /%%|%[\w.-]+%/u;

/** A text as a file has it before the format's own quoting. Percent signs are doubled where one would mean more. */
export function withPlaceholders(text: ConfigScalar): string {
  if (typeof text === 'boolean') return String(text);
  if (typeof text === 'string') return PLACEHOLDER.test(text) ? text.replaceAll('%', '%%') : text;
  // A single percent sign could join the one of a lookup beside it.
  return text.parts
    .map((part) => (typeof part === 'string' ? part.replaceAll('%', '%%') : `%env.${part.env}%`))
    .join('');
}

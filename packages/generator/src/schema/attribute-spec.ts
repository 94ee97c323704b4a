/** What the attributes of an element may hold. */
export type AttributeKind =
  | { readonly is: 'text' }
  | { readonly is: 'boolean' }
  | { readonly is: 'integer'; readonly min: number }
  | {
      readonly is: 'choice';
      readonly values: readonly string[];
      readonly ignoreCase?: boolean;
      /** What to write instead of words that other tools use, by the word in lower case. */
      readonly hints?: Readonly<Record<string, string>>;
    };

export interface AttributeSpec {
  readonly kind: AttributeKind;
  readonly required?: boolean;
  readonly default?: string;
  readonly doc: string;
}

export interface ElementSpec {
  readonly doc: string;
  readonly attributes: Readonly<Record<string, AttributeSpec>>;
  readonly children: readonly string[];
  /** Attributes Propel knows and we do not, with what to do about them. */
  readonly gone?: Readonly<Record<string, string>>;
  /** Which attribute a word of another tool stands for, where it is not the nearest in spelling. */
  readonly meant?: Readonly<Record<string, string>>;
}

export const text = (doc: string, more: Omit<AttributeSpec, 'kind' | 'doc'> = {}): AttributeSpec => ({
  kind: { is: 'text' },
  doc,
  ...more,
});
export const boolean = (doc: string, fallback = 'false'): AttributeSpec => ({
  kind: { is: 'boolean' },
  doc,
  default: fallback,
});
export const integer = (doc: string, min: number): AttributeSpec => ({ kind: { is: 'integer', min }, doc });
export const choice = (
  doc: string,
  values: readonly string[],
  more: { default?: string; required?: boolean; ignoreCase?: boolean; hints?: Readonly<Record<string, string>> } = {},
): AttributeSpec => {
  const { ignoreCase, hints, ...rest } = more;
  const kind = {
    is: 'choice' as const,
    values,
    ...(ignoreCase === undefined ? {} : { ignoreCase }),
    ...(hints === undefined ? {} : { hints }),
  };
  return { kind, doc, ...rest };
};

/** A schema file as it is written: what a person sees, comments included. Nothing here knows what the words mean. */
export interface SchemaElement {
  readonly kind: 'element';
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly SchemaNode[];
}

export interface SchemaComment {
  readonly kind: 'comment';
  /** Between `<!--` and `-->`. */
  readonly text: string;
}

/** An empty line between two children; several in a row are one. */
export interface SchemaGap {
  readonly kind: 'gap';
}

export type SchemaNode = SchemaElement | SchemaComment | SchemaGap;

export interface SchemaFile {
  /** Comments before the root element. */
  readonly before: readonly SchemaComment[];
  readonly root: SchemaElement;
  readonly after: readonly SchemaComment[];
}

export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | boolean | undefined>>,
  children: readonly SchemaNode[] = [],
): SchemaElement {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as const],
  );
  return { kind: 'element', name, attributes: written, children };
}

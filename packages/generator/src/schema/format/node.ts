/** A schema file as it is written: what a person sees, comments included. Nothing here knows what the words mean. */
export interface SchemaElement {
  readonly kind: 'element';
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** Values are as a file writes them, and stay so: somebody chose `&#160;` because it can be seen. */
  readonly verbatim?: boolean;
  readonly children: readonly SchemaNode[];
}

export interface SchemaComment {
  readonly kind: 'comment';
  /** Between `<!--` and `-->`. */
  readonly text: string;
  /** Stands on the line of what comes before it. */
  readonly trailing?: boolean;
  /** The indentation, in columns, of the line it starts on: what its other lines are indented against. */
  readonly indent?: number;
}

/** Something for another program, such as `<?xml-model …?>`. */
export interface SchemaInstruction {
  readonly kind: 'instruction';
  /** Between `<?` and `?>`. */
  readonly text: string;
  readonly trailing?: boolean;
}

/** An empty line between two children; several in a row are one. */
export interface SchemaGap {
  readonly kind: 'gap';
}

/** What may stand outside the root element. */
export type SchemaRemark = SchemaComment | SchemaInstruction | SchemaGap;

export type SchemaNode = SchemaElement | SchemaRemark;

export interface SchemaFile {
  /** Of XML, where it is not 1.0. */
  readonly version?: string;
  /** What stands before the root element. */
  readonly before: readonly SchemaRemark[];
  readonly root: SchemaElement;
  readonly after: readonly SchemaRemark[];
}

export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | boolean | undefined>>,
  children: readonly SchemaNode[] = [],
): SchemaElement {
  const written: (readonly [name: string, value: string])[] = [];
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    if (value !== undefined) written.push([key, String(value)]);
  }
  return { kind: 'element', name, attributes: written, children };
}

/** An element of a schema that is still to be written. It knows nothing of how schemas are read. */
export interface Node {
  readonly id: string;
  tag: string;
  readonly attributes: Map<string, string>;
  readonly children: Node[];
}

export const node = (
  id: string,
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: Node[] = [],
): Node => ({
  id,
  tag,
  attributes: new Map(Object.entries(attributes)),
  children,
});

/** The text, one start tag per line, and the line of each element. */
export function written(root: Node): { readonly text: string; readonly lines: ReadonlyMap<string, number> } {
  const rows: string[] = [];
  const lines = new Map<string, number>();
  const write = ({ id, tag, attributes, children }: Node): void => {
    const start = [tag, ...Array.from(attributes, ([name, value]) => `${name}="${value}"`)].join(' ');
    rows.push(`<${start}${children.length === 0 ? '/>' : '>'}`);
    lines.set(id, rows.length);
    for (const child of children) write(child);
    if (children.length > 0) rows.push(`</${tag}>`);
  };
  write(root);
  return { text: `${rows.join('\n')}\n`, lines };
}

/** All elements by their ids. */
export function byId(root: Node): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  const walk = (each: Node): void => {
    found.set(each.id, each);
    each.children.forEach(walk);
  };
  walk(root);
  return found;
}

import { elementSpec } from '../vocabulary.js';
import type { SchemaElement, SchemaFile, SchemaNode } from './node.js';

/**
 * A schema file with everything where the canonical layout wants it: attributes in the order of the vocabulary, an empty
 * line around each table, none at the edges and never two. Elements and comments stay in the order they are in.
 */
export function arranged(file: SchemaFile): SchemaFile {
  const root = arrangedElement(file.root);
  return {
    ...file,
    before: evenGaps(file.before, 'start'),
    root: { ...root, children: withGapsAroundTables(root.children) },
    after: evenGaps(file.after, 'end'),
  };
}

function arrangedElement(element: SchemaElement): SchemaElement {
  const children = element.children.map((child) => (child.kind === 'element' ? arrangedElement(child) : child));
  return { ...element, attributes: orderedAttributes(element), children: evenGaps(children, 'both') };
}

/** Those of the vocabulary, then words that it does not know, then what tells editors where the XSD is. */
function orderedAttributes({ name, attributes }: SchemaElement): SchemaElement['attributes'] {
  const known = Object.keys(elementSpec(name)?.attributes ?? {});
  const rank = (attribute: string): number => {
    if (/^xmlns(:|$)/.test(attribute)) return known.length + 1;
    if (attribute.startsWith('xsi:')) return known.length + 2;
    const place = known.indexOf(attribute);
    return place < 0 ? known.length : place;
  };
  return attributes.toSorted(([a], [b]) => rank(a) - rank(b));
}

/** Without empty lines at the edges that have none, and one where there are several. */
function evenGaps<Node extends SchemaNode>(nodes: readonly Node[], bare: 'start' | 'end' | 'both'): readonly Node[] {
  const single = nodes.filter((node, i) => node.kind !== 'gap' || nodes[i - 1]?.kind !== 'gap');
  const start = bare !== 'end' && single[0]?.kind === 'gap' ? 1 : 0;
  const end = bare !== 'start' && single.at(-1)?.kind === 'gap' ? -1 : undefined;
  return single.slice(start, end);
}

function withGapsAroundTables(nodes: readonly SchemaNode[]): readonly SchemaNode[] {
  const result: SchemaNode[] = [];
  let last: SchemaElement | undefined;
  // Where the empty line goes when one is missing: comments in between belong to what follows.
  let behindLast = 0;
  let gap = false;
  for (const node of nodes) {
    if (node.kind === 'gap') gap = true;
    if (node.kind === 'element') {
      if (last && !gap && (last.name === 'table' || node.name === 'table')) {
        result.splice(behindLast, 0, { kind: 'gap' });
      }
      last = node;
      gap = false;
    }
    result.push(node);
    if (node.kind === 'element' || (behindLast === result.length - 1 && isTrailing(node))) behindLast = result.length;
  }
  return result;
}

const isTrailing = (node: SchemaNode): boolean => 'trailing' in node && node.trailing;

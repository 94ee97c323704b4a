import type { Adapter } from '../../../src/model/adapter.js';
import type { ElementSpec } from '../../../src/schema/attribute-spec.js';
import { walk, type XmlNode } from '../../support/xml-tree.js';

/** One attribute of one element of the base. */
export interface Target {
  readonly name: string;
  readonly node: XmlNode;
  readonly attribute: string;
  /** The only vendor that looks at it, for vendor parameters. */
  readonly vendor: Adapter | undefined;
  /** Whether the vocabulary takes any text: other kinds are refused by their kind. */
  readonly isText: boolean;
}

export interface Targets {
  readonly found: readonly Target[];
  /** Attributes of the vocabulary that the base does not use: nothing could be said of them. */
  readonly missing: readonly string[];
}

/** A place for each attribute of the vocabulary: the last element of the base that has it, and every parameter. */
export function targetsOf(vocabulary: Readonly<Record<string, ElementSpec>>, tree: XmlNode): Targets {
  const nodes = walk(tree);
  const found: Target[] = [];
  const missing: string[] = [];
  for (const [element, { attributes }] of Object.entries(vocabulary)) {
    for (const [attribute, { kind }] of Object.entries(attributes)) {
      const users = nodes.filter(({ node }) => node.name === element && node.attributes[attribute] !== undefined);
      const chosen = element === 'parameter' && attribute === 'value' ? users : users.slice(-1);
      if (chosen.length === 0) missing.push(`<${element} ${attribute}>`);
      for (const { node, parent } of chosen) {
        const owner = element === 'parameter' ? `${parent?.attributes['type'] ?? parent?.name ?? ''} ` : '';
        const what = element === 'parameter' ? ` of ${owner}${node.attributes['name'] ?? ''}` : '';
        found.push({
          name: `<${element} ${attribute}>${what}`,
          node,
          attribute,
          vendor: parent?.name === 'vendor' ? (parent.attributes['type'] as Adapter) : undefined,
          isText: kind.is === 'text',
        });
      }
    }
  }
  return { found, missing };
}

/** An XML element as tests put it together: attributes keep their order, values are unescaped. */
export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
}

export function xmlNode(
  name: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
  children: XmlNode[] = [],
): XmlNode {
  const given = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { name, attributes: Object.fromEntries(given), children };
}

/** Every element of a tree with its parent, the root first. */
export function walk(root: XmlNode): { node: XmlNode; parent: XmlNode | undefined }[] {
  const found: { node: XmlNode; parent: XmlNode | undefined }[] = [{ node: root, parent: undefined }];
  for (const { node } of found) for (const child of node.children) found.push({ node: child, parent: node });
  return found;
}

/** White space other than a space is written as a reference: a parser would make a space of it. */
export function escapeAttribute(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}

export function printXml(node: XmlNode, indent = ''): string {
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
  const open = `${indent}<${node.name}${attributes.join('')}`;
  if (node.children.length === 0) return `${open}/>\n`;
  const children = node.children.map((child) => printXml(child, `${indent}  `)).join('');
  return `${open}>\n${children}${indent}</${node.name}>\n`;
}

import type { SchemaElement, SchemaFile, SchemaNode } from './node.js';

const INDENT = '  ';
const WIDTH = 120;

/** A schema file in the one layout that `schema:format` gives to every file and `database:reverse` and `init` write. */
export function printSchema(file: SchemaFile): string {
  const comments = (nodes: readonly SchemaNode[]): string[] => nodes.flatMap((node) => lines(node, 0));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    ...comments(file.before),
    ...lines(file.root, 0),
    ...comments(file.after),
    '',
  ].join('\n');
}

function lines(node: SchemaNode, depth: number): string[] {
  const indent = INDENT.repeat(depth);
  if (node.kind === 'gap') return [''];
  if (node.kind === 'comment') return [`${indent}<!--${node.text}-->`];
  const open = startTag(node, indent);
  if (node.children.length === 0) return [...open.slice(0, -1), `${open.at(-1) ?? ''}/>`];
  return [
    ...open.slice(0, -1),
    `${open.at(-1) ?? ''}>`,
    ...node.children.flatMap((child) => lines(child, depth + 1)),
    `${indent}</${node.name}>`,
  ];
}

/** Without its end: on one line where it fits, else with one attribute a line. */
function startTag({ name, attributes }: SchemaElement, indent: string): string[] {
  const written = attributes.map(([key, value]) => `${key}="${attributeValue(value)}"`);
  const line = [`${indent}<${name}`, ...written].join(' ');
  if (line.length + 2 <= WIDTH || written.length < 2) return [line];
  return [`${indent}<${name}`, ...written.map((attribute) => `${indent}${INDENT}${INDENT}${attribute}`)];
}

/** The one place that writes text as a value in XML. Line ends and tabs would be read back as spaces. */
export function attributeValue(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r]/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

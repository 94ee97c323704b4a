import { arranged } from './arrange.js';
import type { SchemaComment, SchemaElement, SchemaFile, SchemaNode } from './node.js';

export const INDENT = '  ';
const WIDTH = 120;

/** A schema file in the one layout that `schema:format` gives to every file and `database:reverse` and `init` write. */
export function printSchema(file: SchemaFile): string {
  const { version = '1.0', before, root, after } = arranged(file);
  const lines = [`<?xml version="${version}" encoding="UTF-8"?>`];
  for (const node of [...before, root, ...after]) print(node, 0, lines);
  return `${lines.join('\n')}\n`;
}

function print(node: SchemaNode, depth: number, lines: string[]): void {
  const indent = INDENT.repeat(depth);
  switch (node.kind) {
    case 'gap':
      lines.push('');
      return;
    case 'comment':
    case 'instruction': {
      const text = node.kind === 'comment' ? comment(node, indent) : `<?${node.text}?>`;
      if (node.trailing === true && lines.at(-1) !== '') lines.push(`${lines.pop() ?? ''} ${text}`);
      else lines.push(`${indent}${text}`);
      return;
    }
    case 'element': {
      const { name, children } = node;
      const tag = startTag(node, indent);
      if (children.length === 0) {
        lines.push(`${tag}/>`);
        return;
      }
      lines.push(`${tag}>`);
      // Behind the start tag, a comment stands on the line of that tag.
      let behindTag = true;
      for (const child of children) {
        behindTag &&= 'trailing' in child && child.trailing;
        print(child, behindTag ? depth : depth + 1, lines);
      }
      lines.push(`${indent}</${name}>`);
    }
  }
}

/** Without its end: on one line where it fits, else with one attribute a line. */
function startTag({ name, attributes, verbatim }: SchemaElement, indent: string): string {
  const written = attributes.map(([key, value]) => `${key}=${verbatim ? inQuotes(value) : attributeValue(value)}`);
  const line = [`${indent}<${name}`, ...written].join(' ');
  if (written.length < 2 || (!line.includes('\n') && [...line].length + 2 <= WIDTH)) return line;
  return [`${indent}<${name}`, ...written.map((attribute) => `${indent}${INDENT}${INDENT}${attribute}`)].join('\n');
}

/** The other lines move with the first and keep their places to each other. */
function comment({ text, indent = 0 }: SchemaComment, newIndent: string): string {
  // Nothing that was read holds a `--`; the name of a view may.
  const [first = '', ...rest] = text.replaceAll(/-(?=-|$)/g, '- ').split('\n');
  if (rest.length === 0) return `<!--${first}-->`;
  const lines = rest.map((line, i) => ({
    columns: columnsOf(/^[ \t]*/.exec(line)?.[0] ?? ''),
    content: i === rest.length - 1 ? `${line.replace(/^[ \t]+/, '')}-->` : line.replaceAll(/^[ \t]+|[ \t]+$/g, ''),
  }));
  const shift = Math.min(indent, ...lines.filter(({ content }) => content !== '').map(({ columns }) => columns));
  return [
    `<!--${first.replace(/[ \t]+$/, '')}`,
    ...lines.map(({ columns, content }) =>
      content === '' ? '' : `${newIndent}${' '.repeat(columns - shift)}${content}`,
    ),
  ].join('\n');
}

/** How wide an indentation is; a tab is one level of it. */
export function columnsOf(space: string): number {
  return space.replaceAll('\t', INDENT).length;
}

/** The one place that writes text as a value in XML. Line ends and tabs would be read back as spaces. */
function attributeValue(value: string): string {
  if (!/[&<"'\t\n\r]/.test(value)) return `"${value}"`;
  const safe = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\t\n\r]/g, (character) => `&#${String(character.charCodeAt(0))};`);
  return inQuotes(safe.includes("'") ? safe.replaceAll('"', '&quot;') : safe);
}

/** Single quotes around what has double ones in it, such as JSON. */
const inQuotes = (written: string): string => (written.includes('"') ? `'${written}'` : `"${written}"`);

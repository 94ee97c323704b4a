import type { SchemaElement, SchemaFile, SchemaNode, SchemaRemark } from './node.js';
import { columnsOf } from './print.js';

/** A comment, an instruction, an end tag, or a start tag with its attributes. */
const TOKEN =
  /<!--(?<comment>.*?)-->|<\?(?<instruction>.*?)\?>|<\/[^>]*>|<(?<name>[^\s/>]+)(?<list>(?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(?<closed>\/?)>/gs;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

interface Draft extends SchemaElement {
  readonly children: SchemaNode[];
}

/**
 * A file as it is written. The text must be one that `parseXml` accepts: nothing is checked here. What stands between
 * tags is white space then, and only its line ends say something.
 */
export function readSchemaFile(written: string): SchemaFile {
  const text = written.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  const before: SchemaRemark[] = [];
  const after: SchemaRemark[] = [];
  const stack: Draft[] = [];
  let version: string | undefined;
  let root: Draft | undefined;
  let at = 0;
  // The start of the line that trailing comments stand on, however many lines what stands before them takes.
  let anchor = 0;
  for (const match of text.matchAll(TOKEN)) {
    const { comment, instruction, name, list, closed } = match.groups ?? {};
    const lineEnds = text.slice(at, match.index).split('\n').length - 1;
    const end = match.index + match[0].length;
    const siblings: SchemaNode[] = stack.at(-1)?.children ?? (root ? after : before);
    if (instruction !== undefined && /^xml\s/.test(instruction)) {
      version = /version\s*=\s*["']([^"']*)/.exec(instruction)?.[1];
      at = end;
      continue;
    }
    if (lineEnds > 1) siblings.push({ kind: 'gap' });
    if (comment !== undefined || instruction !== undefined) {
      // Behind a start tag it is a remark on that tag only if nothing follows on the line.
      const first = siblings.length === 0 && siblings !== after;
      const trailing = lineEnds === 0 && !(first && (siblings === before || !endsLine(text, end)));
      if (!trailing) anchor = match.index;
      const place = trailing ? { trailing } : {};
      if (comment === undefined) siblings.push({ kind: 'instruction', text: instruction ?? '', ...place });
      else siblings.push({ kind: 'comment', text: comment, ...place, indent: indentAt(text, anchor) });
      at = end;
      continue;
    }
    anchor = match.index;
    if (name === undefined) stack.pop();
    else {
      const element: Draft = {
        kind: 'element',
        name,
        attributes: attributesIn(list ?? ''),
        verbatim: true,
        children: [],
      };
      if (stack.length === 0) root = element;
      else siblings.push(element);
      if (closed === '') stack.push(element);
    }
    at = end;
  }
  if (!root) throw new Error('a schema file without an element was taken for well-formed');
  return { ...(version === undefined ? {} : { version }), before, root, after };
}

/** Whether only other comments stand between an offset and the end of its line. */
function endsLine(text: string, from: number): boolean {
  const rest = /(?:[^\S\n]*(?:<!--.*?-->|<\?.*?\?>))*[^\S\n]*(\n|$)?/sy;
  rest.lastIndex = from;
  return rest.exec(text)?.[1] !== undefined;
}

/** How far the line of an offset is indented. */
function indentAt(text: string, offset: number): number {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return columnsOf(/^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '');
}

function attributesIn(list: string): SchemaElement['attributes'] {
  return [...list.matchAll(ATTRIBUTE)].map(([, name = '', double, single = '']) => [name, double ?? single]);
}

import type { Source, Span } from '../diagnostics/source.js';

/** An XML element with the place where it was written. Comments and white space are gone. */
export interface Element {
  readonly name: string;
  /** Tags that are written alike may share one object: what was found out about it holds for all of them. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly source: Source;
  /** Offset of the `<` of its start tag. */
  readonly offset: number;
}

/** The span of an element's name in its start tag. */
export function elementSpan(element: Element): Span {
  const start = element.offset + 1;
  return { source: element.source, start, end: start + element.name.length };
}

/** The span of an attribute's value (without quotes), or of its name; of the element's name if it has no such one. */
export function attributeSpan(element: Element, name: string, part: 'name' | 'value' = 'value'): Span {
  return scanAttribute(element.source, element.offset, name, part) ?? elementSpan(element);
}

/** Space, a name, `=` and a quoted value: the shape of an attribute in a start tag that is known to be well-formed. */
const ATTRIBUTE = /\s+([^\s=/>]+)\s*=\s*("([^"]*)"|'([^']*)')/y;

/**
 * Finds an attribute by reading the start tag again. Positions are needed only for messages, so a build without
 * messages never pays for them.
 */
export function scanAttribute(
  source: Source,
  tagOffset: number,
  name: string,
  part: 'name' | 'value',
): Span | undefined {
  const tagName = /[^\s/>]+/y;
  tagName.lastIndex = tagOffset + 1;
  tagName.exec(source.text);
  let at = tagName.lastIndex;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(source.text);
    if (!match) return undefined;
    at = ATTRIBUTE.lastIndex;
    if (match[1] !== name) continue;
    const nameStart = match.index + match[0].search(/\S/);
    if (part === 'name') return { source, start: nameStart, end: nameStart + name.length };
    const valueLength = (match[3] ?? match[4] ?? '').length;
    return { source, start: at - 1 - valueLength, end: at - 1 };
  }
}

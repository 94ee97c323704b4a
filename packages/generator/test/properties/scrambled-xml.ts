import { escapeAttribute, type XmlNode } from '../support/xml-tree.js';
import type { Tape } from './tape.js';

export interface ScrambledXml {
  readonly text: string;
  /** The texts of all comments, in order. */
  readonly comments: readonly string[];
}

const COMMENTS = [
  ' a remark ',
  'tight',
  '',
  ' <column name="off"/> & so on ',
  ' one\n     two\n       three ',
  '\n  first\n\n\n    second   \n',
  '\n\t\ttabs\n\t',
  '\nat the edge\n',
  ' é 😀 - > ',
  '\n',
  ' trailing space   \n   x',
];
const INSTRUCTIONS = ['<?keep this?>', '<?xml-model href="schema.xsd"?>', '<?two\n lines?>'];

/** A tree as somebody without a plan writes it: any white space, quotes, references and order, with comments in between. */
export function scrambledXml(tape: Tape, root: XmlNode): ScrambledXml {
  const comments: string[] = [];
  const space = (): string => tape.pick(['\n', '', ' ', '\n\n', '\n  ', '\n\n\n\t\t', '  \n ', '&#32;', '\t']);
  const between = (): string => {
    let text = space();
    while (tape.chance(20)) {
      if (tape.chance(10)) text += tape.pick(INSTRUCTIONS);
      else {
        const comment = tape.pick(COMMENTS);
        comments.push(comment);
        text += `<!--${comment}-->`;
      }
      text += space();
    }
    return text;
  };
  const value = (plain: string): string => {
    const escaped = escapeAttribute(plain);
    if (tape.chance(20)) return `'${escaped.replaceAll('&quot;', '"').replaceAll("'", '&apos;')}'`;
    if (tape.chance(10))
      return `"${escaped.replaceAll(/[é>]/gu, (c) => `&#x${(c.codePointAt(0) ?? 0).toString(16)};`)}"`;
    // A line end in a value is a space.
    return `"${tape.chance(5) ? escaped.replaceAll(' ', '\n') : escaped}"`;
  };
  const gap = (): string => tape.pick([' ', '  ', '\n', '\n    ', '\t']);
  const print = (node: XmlNode): string => {
    const attributes = Object.entries(node.attributes);
    if (tape.chance(30)) attributes.reverse();
    const list = attributes.map(([name, text]) => `${gap()}${name}${tape.pick(['=', ' = '])}${value(text)}`).join('');
    const open = `<${node.name}${list}${tape.pick(['', ' ', '\n'])}`;
    if (node.children.length === 0 && tape.chance(70)) return `${open}/>`;
    return `${open}>${node.children.map((child) => between() + print(child)).join('')}${between()}</${node.name}>`;
  };
  // Outside the root no reference may stand.
  const outside = (): string => between().replaceAll('&#32;', ' ');
  const declaration = tape.pick([
    '',
    '<?xml version="1.0"?>',
    "<?xml version='1.0' encoding='utf-8' standalone='yes'?>",
  ]);
  // Nothing may stand before a declaration, so that without one the text may start with anything.
  const text = `${tape.chance(10) ? '\ufeff' : ''}${declaration}${outside()}${print(root)}${outside()}`;
  return { text: tape.chance(20) ? text.replaceAll('\n', '\r\n') : text, comments };
}

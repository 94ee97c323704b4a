/**
 * A strict reader of the part of Mermaid's erDiagram that we write, by the rules of its own lexer and grammar (11.x): what
 * this refuses, Mermaid refuses; what it takes is read as Mermaid would read it.
 */
export interface ErDiagram {
  readonly entities: ReadonlyMap<string, readonly ErAttribute[]>;
  readonly relations: readonly { readonly parent: string; readonly child: string; readonly label: string }[];
}

export interface ErAttribute {
  readonly type: string;
  readonly name: string;
  readonly keys: readonly string[];
  readonly comment: string | undefined;
}

/** A quoted name: none of these may stand in it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the lexer of Mermaid forbids them
const QUOTED = /^"[^"%\r\n\v\u0008\\]+"/;
const PLAIN = /^[A-Za-z_]\w*/;
/** Words of the lexer that would be read instead of a plain name. */
const WORDS = new Set(
  'o u to one only zero many optionally end style class classdef subgraph title acctitle accdescr direction erdiagram'.split(
    ' ',
  ),
);
const WORD_IN_BLOCK = /^[*A-Za-z_\u00c0-\uffff][A-Za-z0-9\-_[\]().,\u00c0-\uffff*]*$/;
const RELATION = /^(\|\||\|o)(--|\.\.)(o\{|o\|) /;

export function readMermaid(text: string): ErDiagram {
  const lines = text.split('\n');
  if (lines.shift() !== 'erDiagram' || lines.pop() !== '') throw new Error('no erDiagram, or no newline at its end');
  if (lines.shift() !== '  %% Made by orm schema:show from the schema') throw new Error('not marked as ours');
  const entities = new Map<string, ErAttribute[]>();
  const relations: ErDiagram['relations'][number][] = [];
  let block: ErAttribute[] | undefined;
  for (const line of lines) {
    const refuse = (why: string): Error => new Error(`${why}: ${JSON.stringify(line)}`);
    if (/[\r\u2028\u2029]/.test(line)) throw refuse('a line end inside a line');
    if (/^\s*%%/.test(line)) throw refuse('a comment');
    if (block !== undefined) {
      if (line === '  }') block = undefined;
      else block.push(attribute(line, refuse));
      continue;
    }
    if (/direction\s+(TB|BT|RL|LR)/i.test(line)) throw refuse('the whole line is a direction');
    const [first, rest] = entityName(line.trimStart(), refuse);
    if (rest === ' {' || rest === '') {
      if (entities.has(first)) throw refuse('an entity twice');
      const attributes: ErAttribute[] = [];
      entities.set(first, attributes);
      if (rest !== '') block = attributes;
      continue;
    }
    const signs = RELATION.exec(rest.slice(1));
    if (signs === null) throw refuse('no relation');
    const [second, label] = entityName(rest.slice(1 + signs[0].length), refuse);
    const quoted = /^ : ("[^"]*")$/.exec(label)?.[1];
    if (quoted === undefined) throw refuse('no label');
    relations.push({ parent: first, child: second, label: decoded(quoted) });
  }
  if (block !== undefined) throw new Error('a block without an end');
  return { entities, relations };
}

function entityName(text: string, refuse: (why: string) => Error): [name: string, rest: string] {
  const found = QUOTED.exec(text)?.[0] ?? PLAIN.exec(text)?.[0];
  if (found === undefined) throw refuse('no name of an entity');
  if (WORDS.has(found.toLowerCase())) throw refuse('a word of the language');
  return [found.startsWith('"') ? decoded(found) : found, text.slice(found.length)];
}

function attribute(line: string, refuse: (why: string) => Error): ErAttribute {
  const match = /^ {4}(\S+) (\S+)((?: (?:PK|FK|UK),?)*)(?: ("[^"]*"))?$/.exec(line);
  if (match === null) throw refuse('no attribute');
  const [, type = '', name = '', keys = '', comment] = match;
  for (const word of [type, name]) {
    if (!WORD_IN_BLOCK.test(word)) throw refuse('no word of an attribute');
    if (/^(PK|FK|UK)\b/i.test(word)) throw refuse('a key where a word belongs');
  }
  if (/~.*~/.test(line)) throw refuse('a generic type');
  return {
    type,
    name,
    keys: keys.split(/[ ,]+/).filter((key) => key !== ''),
    comment: comment === undefined ? undefined : decoded(comment),
  };
}

/** Mermaid's codes for characters: `#35;`. Anything of HTML that is left would be read as such. */
function decoded(quoted: string): string {
  const inside = quoted.slice(1, -1);
  if (/[<>&]/.test(inside)) throw new Error(`HTML in ${quoted}`);
  if (/#(?!\d+;)/.test(inside)) throw new Error(`an unknown code in ${quoted}`);
  return inside.replaceAll(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

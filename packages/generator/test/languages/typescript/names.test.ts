import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import {
  isReservedTsName,
  isTakenTsMember,
  isTsGlobal,
  isTsIdentifier,
} from '../../../src/languages/typescript/names.js';
import { compiled, parsed } from './typescript.js';

describe('names that TypeScript can hold', () => {
  it.each(['Book', '_book', '$', 'Bücher', '書籍', 'b2', 'class'])('include %s', (name) => {
    expect(isTsIdentifier(name)).toBe(true);
    expect(parsed(`({}).${name};`).errors).toEqual([]);
  });

  it.each(['', '2b', 'a-b', 'a b', 'a.b', '#a', "a'", 'a\n', 'a\\u0062', 'a\u200db', 'a\u202e', '\u{20000}', '\u3164'])(
    'do not include %j',
    (name) => {
      expect(isTsIdentifier(name)).toBe(false);
    },
  );

  it('have no character that the compiler does not know', () => {
    const unknown: string[] = [];
    for (let code = 0; code < 0x110000; code++) {
      const char = String.fromCodePoint(code);
      if (isTsIdentifier(char) && !ts.isIdentifierStart(code, ts.ScriptTarget.ES2022)) unknown.push(char);
      if (isTsIdentifier(`a${char}`) && !ts.isIdentifierPart(code, ts.ScriptTarget.ES2022)) unknown.push(`a${char}`);
    }
    expect(unknown).toEqual([]);
  });
});

/** Every word that the language has a meaning for, and those that are only words of types. */
const WORDS = [
  ...Object.keys(ts.SyntaxKind).flatMap((kind) => /^(?!First|Last)(\w+)Keyword$/.exec(kind)?.[1]?.toLowerCase() ?? []),
  ...['arguments', 'eval'],
];

/** The words for which what is made of them does not compile. */
function failing(words: readonly string[], source: (word: string) => string): readonly string[] {
  const errors = compiled(words.map(source));
  return words.filter((_, index) => errors[index]?.length !== 0);
}

/** The compiler lets some pass that no engine takes. */
function isRefusedByEngine(word: string): boolean {
  try {
    new Script(`'use strict'; class ${word} {}`);
    return false;
  } catch {
    return true;
  }
}

describe('reserved words', () => {
  it('are those that can name no class or no type', () => {
    const asClass = failing(WORDS, (word) => `export class ${word} { id = 1 }\nexport const made = new ${word}();\n`);
    const asType = failing(
      WORDS,
      (word) => `export interface ${word} { id: number }\ndeclare const x: ${word}; void x.id;\n`,
    );
    const refused = new Set([...asClass, ...asType, ...WORDS.filter(isRefusedByEngine)]);
    expect(WORDS.filter(isReservedTsName)).toEqual(WORDS.filter((word) => refused.has(word)));
    expect(refused.size).toBeGreaterThan(60);
  });

  it('are all that can be no variable', () => {
    const words = WORDS.filter((word) => !isReservedTsName(word));
    const source = (word: string): string =>
      `export function f(${word}: string): void { const x = ${word}; { let ${word} = x; void ${word}; } }`;
    expect(failing(words, source)).toEqual([]);
  });

  it('may be members', () => {
    const words = WORDS.filter((word) => !isTakenTsMember(word));
    expect(failing(words, (word) => `export class A { ${word} = 1; sum(): number { return this.${word}; } }`)).toEqual(
      [],
    );
  });
});

/** What the library files of the language itself declare as values. */
function librariesOfTheLanguage(): ReadonlySet<string> {
  const folder = dirname(fileURLToPath(import.meta.resolve('typescript')));
  const names = new Set<string>();
  for (const file of readdirSync(folder).filter((name) => /^lib\.(es\d+|esnext)\b(?!.*full)/.test(name))) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^declare (?:var|const|function|namespace) (\w+)/gm)) names.add(name);
  }
  return names;
}

describe('globals', () => {
  it('are all objects and functions of the language', () => {
    const names = [...librariesOfTheLanguage()];
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !isTsGlobal(name) && !isReservedTsName(name))).toEqual([]);
  });

  it('leave ordinary words alone', () => {
    const names = [
      'Book',
      'Order',
      'User',
      'Event',
      'Node',
      'File',
      'Option',
      'Type',
      'Document',
      'Comment',
      'Session',
    ];
    expect(names.filter((name) => isTsGlobal(name) || isReservedTsName(name))).toEqual([]);
  });
});

describe('members', () => {
  it('of every object are taken', () => {
    const names = Object.getOwnPropertyNames(Object.prototype);
    expect(names.filter((name) => !isTakenTsMember(name))).toEqual([]);
    expect(['title', 'id', 'class', 'default'].filter(isTakenTsMember)).toEqual([]);
  });
});

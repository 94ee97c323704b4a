import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { type Paint, renderDiagnostic, renderDiagnostics } from '../../src/diagnostics/render.js';

/** A diagnostic about the part of a text between « and ». */
function about(text: string, more: Partial<Diagnostic> = {}): Diagnostic {
  const start = text.indexOf('«');
  const end = text.indexOf('»') - 1;
  const source = { path: 'schema.xml', text: text.replace('«', '').replace('»', '') };
  return { severity: 'error', code: 'test', message: 'no', span: { source, start, end }, ...more };
}

/** True for text without halves of characters: encoding would replace them. */
const isWellFormed = (text: string): boolean => Buffer.from(text).toString() === text;

const frame = (text: string): string[] => renderDiagnostic(about(text)).split('\n').slice(3);

describe('a diagnostic', () => {
  it('has its place, its line, a caret and help', () => {
    expect(renderDiagnostic(about('<a>\n  <«b»/>\n', { help: 'one\ntwo' }))).toBe(
      ['error: no', '  --> schema.xml:2:4', '   |', ' 2 |   <b/>', '   |    ^', '   = one', '   = two'].join('\n'),
    );
  });

  it('without a place has its help all the same', () => {
    expect(renderDiagnostic({ severity: 'warning', code: 'x', message: 'no', help: 'do' })).toBe('warning: no\n  = do');
  });

  it('shows a second place under the first, in one column', () => {
    const text = `${'\n'.repeat(8)}first\nsecond`;
    const source = { path: 's', text };
    const shown = renderDiagnostic({
      severity: 'note',
      code: 'x',
      message: 'no',
      span: { source, start: 14, end: 20 },
      related: { message: 'here', span: { source, start: 8, end: 13 } },
      help: 'do',
    });
    expect(shown).toBe(
      [
        'note: no',
        '   --> s:10:1',
        '    |',
        ' 10 | second',
        '    | ^^^^^^',
        '    : here',
        '   --> s:9:1',
        '    |',
        '  9 | first',
        '    | ^^^^^',
        '    = do',
      ].join('\n'),
    );
  });

  it('is separated from the next by an empty line', () => {
    expect(renderDiagnostics([about('«a»'), about('«b»')]).split('\n\n')).toHaveLength(2);
  });

  it('can be painted', () => {
    const tag = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
    const paint: Paint = {
      bold: tag('b'),
      dim: tag('d'),
      red: tag('r'),
      yellow: tag('y'),
      cyan: tag('c'),
      green: tag('g'),
    };
    expect(renderDiagnostic(about('«a»'), paint)).toContain('<r>^</r>');
    expect(renderDiagnostic(about('«a»', { severity: 'warning' }), paint)).toContain('<y><b>warning:</b></y>');
  });
});

describe('the caret', () => {
  it('stands under its token after tabs', () => {
    expect(frame('\t\tx="«y»"')).toEqual([' 1 |     x="y"', '   |        ^']);
  });

  it('stands under its token after wide characters, which take two columns', () => {
    expect(frame('書籍 «x»')).toEqual([' 1 | 書籍 x', '   |      ^']);
    expect(frame('📚«📚»')).toEqual([' 1 | 📚📚', '   |   ^^']);
  });

  it('stands under its token after combining marks, which take none', () => {
    expect(frame('e\u0301 «x»')).toEqual([' 1 | e\u0301 x', '   |   ^']);
  });

  it('stands under hidden characters, which are spelled out', () => {
    expect(frame('a\u200b«\u202e»b')).toEqual([' 1 | a\\u{200B}\\u{202E}b', '   |          ^^^^^^^^']);
  });

  it('is one character for an empty token', () => {
    expect(frame('a=""«»')).toEqual([' 1 | a=""', '   |     ^']);
  });

  it('ends with the line', () => {
    expect(frame('a «bc\nde»')).toEqual([' 1 | a bc', '   |   ^^']);
    expect(frame('a «bc\r\nde»')).toEqual([' 1 | a bc', '   |   ^^']);
  });

  it('can stand at the end of the file', () => {
    expect(frame('ab\n«»')).toEqual([' 2 |', '   | ^']);
  });
});

describe('a long line', () => {
  it('is shown from its start where the token fits', () => {
    const [line = '', caret = ''] = frame(`<«b» ${'x'.repeat(200)}`);
    expect(line).toBe(` 1 | <b ${'x'.repeat(97)}…`);
    expect(caret).toBe('   |  ^');
  });

  it('is cut around the token', () => {
    const [line = '', caret = ''] = frame(`${'a'.repeat(500)}«b»${'c'.repeat(500)}`);
    expect(line).toBe(` 1 | …${'a'.repeat(40)}b${'c'.repeat(59)}…`);
    expect(caret).toBe(`   | ${' '.repeat(41)}^`);
  });

  it('is cut before the token at its end', () => {
    const [line = ''] = frame(`${'a'.repeat(500)}«b»`);
    expect(line).toBe(` 1 | …${'a'.repeat(99)}b`);
  });

  it('is not cut inside a character', () => {
    const shown = frame(`${'📚'.repeat(300)}«b»${'📚'.repeat(300)}`).join('');
    expect(isWellFormed(shown)).toBe(true);
    expect(isWellFormed(frame(`x${'📚'.repeat(300)}«b»${'📚'.repeat(300)}`).join(''))).toBe(true);
  });

  it('of five megabytes costs no more than it shows', () => {
    const shown = renderDiagnostic(about(`${'a'.repeat(5_000_000)}«${'b'.repeat(5_000_000)}»`));
    expect(shown.length).toBeLessThan(500);
  });
});

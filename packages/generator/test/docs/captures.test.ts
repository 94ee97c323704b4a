import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { PICTURES } from '../../../../scripts/captures/pictures.mjs';
import { pictureOf } from '../../../../scripts/captures/run.mjs';
import { screenOf, textOf } from '../../../../scripts/captures/screen.mjs';

const IMAGES = join(import.meta.dirname, '../../../../docs/images');

describe.each(PICTURES)('docs/images/$name.svg', (picture) => {
  const committed = readFileSync(join(IMAGES, `${picture.name}.svg`), 'utf8');

  test('shows what the command shows today (node scripts/captures.mjs draws it anew)', async () => {
    expect(await pictureOf(picture)).toBe(committed);
  });

  test('is a small SVG with a title', () => {
    const names: string[] = [];
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name }) => names.push(name));
    parser.write(committed).close();
    expect(names.slice(0, 2)).toEqual(['svg', 'title']);
    expect(committed.length).toBeLessThan(30_000);
    expect(committed).toContain(`<title id="title">${picture.title}</title>`);
    expect(committed).toContain('@media(prefers-color-scheme:dark)');
  });
});

describe('the screen of a capture', () => {
  test.each([
    ['a\r\nb', 'a\nb'],
    ['one\rtwo', 'two'],
    ['abc\x1b[2D_', 'a_c'],
    ['a\nb\nc\x1b[2A\x1b[1G\x1b[Jnew', 'new'],
    ['wrong\x1b[5D\x1b[Kright', 'right'],
    ['\x1b[?25l\x1b[1mbold\x1b[22m\x1b[?25h', 'bold'],
    ['a\x1b[3Cb', 'a   b'],
    ['x\n\n  \n', 'x'],
  ])('%j', (written, expected) => {
    expect(textOf(screenOf(written.replaceAll('\r\n', '\n')))).toBe(expected);
  });

  test('knows colours', () => {
    const [line = []] = screenOf('\x1b[1;31mr\x1b[39mb\x1b[0mp\x1b[90mg');
    expect(line.map(({ style }) => style)).toEqual(['bold red', 'bold', '', 'grey']);
  });
});

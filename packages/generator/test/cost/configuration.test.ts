import { describe, expect, test } from 'vitest';
import { positionAt } from '../../src/diagnostics/source.js';
import { diagnosticsOf, errorText, load } from '../config/support.js';
import { FACTOR, growth, LINEAR } from './growth.js';

const list = (count: number, item: (i: number) => readonly [string, unknown]): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => item(i)));
const json = (orm: unknown): Readonly<Record<string, string>> => ({ 'orm.json': JSON.stringify({ orm }) });
const connection = (more: object): object => ({ adapter: 'pgsql', dsn: 'pgsql:host=a;dbname=b', ...more });

/** One long key, in each format. */
const FORMATS: Readonly<Record<string, (key: string) => string>> = {
  'orm.ini': (key) => `[orm]\n${key} = 1\n`,
  'orm.yaml': (key) => `orm:\n  "${key}": 1\n`,
  'orm.json': (key) => `{"orm": {"${key}": 1}}`,
  'orm.php': (key) => `<?php\nreturn ['orm' => ['${key}' => 1]];\n`,
  'orm.xml': (key) => `<config><orm x="${key}">1</orm></config>`,
};
/** What a pattern for keys, addresses or passwords may stumble over. */
const KEYS = ['a', 'a.', 'a-', 'a:', 'password', 'pass ', 'a://b:', 'a://b:c@', 'a:b@', '\\', "''", 'x[]'];

/** Loads them and finds the places of all diagnostics, as `--json` does. */
async function places(files: Readonly<Record<string, string>>): Promise<number> {
  let lines = 0;
  for (const { span, related } of await diagnosticsOf(load(files))) {
    for (const place of [span, related?.span]) lines += place ? positionAt(place.source, place.start).line : 0;
  }
  return lines;
}

describe('the time of a configuration grows with its size', () => {
  for (const [file, text] of Object.entries(FORMATS)) {
    test.each(KEYS)(`a key of many "%s" in ${file}`, async (part) => {
      const work = (size: number): Promise<number> => places({ [file]: text(part.repeat(size / part.length)) });
      expect(await growth(8000, FACTOR, work)).toBeLessThan(LINEAR);
    });
  }

  test.each<[string, number, (size: number) => Readonly<Record<string, string>>]>([
    [
      'placeholders that lead nowhere',
      300,
      (size) =>
        json({ database: { connections: list(size, (i) => [`c${i}`, connection({ user: `%nowhere.k${i}%` })]) } }),
    ],
    ['a ring of placeholders', 500, (size) => json({ x: list(size, (i) => [`k${i}`, `%x.k${(i + 1) % size}%`]) })],
    ['a chain of placeholders', 500, (size) => json({ x: list(size, (i) => [`k${i}`, `%x.k${i + 1}%`]) })],
    [
      'connections',
      300,
      (size) => json({ database: { connections: list(size, (i) => [`c${i}`, connection({ password: `p${i}` })]) } }),
    ],
    [
      'connections that are not there',
      300,
      (size) =>
        json({
          database: { connections: list(size, (i) => [`c${i}`, connection({})]) },
          generator: { connections: Array.from({ length: size }, (_, i) => `d${i}x`) },
        }),
    ],
    [
      'entries without a number',
      1000,
      (size) => ({ 'orm.ini': `[orm]\n${'generator.connections[] = a\n'.repeat(size)}` }),
    ],
    ['passwords in one line', 500, (size) => ({ 'orm.yaml': `orm: {${'password: "x", '.repeat(size)}}` })],
  ])('%s', async (_, small, files) => {
    expect(await growth(small, FACTOR, (size) => places(files(size)))).toBeLessThan(LINEAR);
  });

  test('a ring of thousands of placeholders is a message, not a crash', async () => {
    const ring = (size: number): Promise<string> =>
      errorText(json({ general: { project: '%x.k0%' }, x: list(size, (i) => [`k${i}`, `%x.k${(i + 1) % size}%`]) }));
    expect(await ring(5000)).toContain('stands for another one, and so on for more than 100 times');
    expect(await ring(3)).toContain('error: placeholders go in a circle: x.k0 -> x.k1 -> x.k2 -> x.k0');
  });

  test('a placeholder that leads nowhere is reported once, however many lead to it', async () => {
    const text = await errorText(json({ x: list(90, (i) => [`k${i}`, `%x.k${i + 1}%`]) }));
    expect(text.match(/no key has the path/g)).toHaveLength(1);
  });
});

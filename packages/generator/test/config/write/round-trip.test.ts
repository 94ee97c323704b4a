import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Format } from '../../../src/config/formats/format.js';
import type { ConfigNode } from '../../../src/config/node.js';
import { readConfigFile } from '../../../src/config/read.js';
import { resolvePlaceholders } from '../../../src/config/resolve.js';
import { type ConfigText, group, list, type TextPart, Unwritable } from '../../../src/config/write/tree.js';
import { FORMATS, writeConfig } from '../../../src/config/write/write.js';
import { Reporter } from '../../../src/diagnostics/diagnostic.js';
import { numberOfRuns, randomSeed } from '../../properties/random-runs.js';

const folder = mkdtempSync(join(tmpdir(), 'orm-write-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A configuration with a value in every kind of place. */
interface Values {
  readonly project: string;
  readonly name: string;
  readonly user: string;
  readonly password: ConfigText;
  readonly query: string;
  readonly names: readonly string[];
}

const tree = ({ project, name, user, password, query, names }: Values) =>
  group({
    orm: group({
      general: group({ project }, { project: 'Shown in the header of generated files' }),
      database: group({
        connections: group({
          [name]: group({
            adapter: 'pgsql',
            user,
            password,
            settings: group({ charset: 'utf8', queries: group({ utf8: query }) }),
          }),
        }),
      }),
      runtime: group(
        { defaultConnection: name, connections: list(...names) },
        { defaultConnection: `No comment -- not even about ${name} -- ends early` },
      ),
    }),
  });

/** What our own reader finds in a written file: literal parts as text, lookups as they are. */
async function readBack(format: Format, text: string): Promise<unknown> {
  const file = join(folder, `orm.${format}`);
  writeFileSync(file, text);
  const { root } = await readConfigFile(file, `orm.${format}`);
  const reporter = new Reporter();
  const resolved = resolvePlaceholders(root, {}, reporter);
  reporter.throwIfErrors();
  return plain(resolved);
}

function plain(node: ConfigNode): unknown {
  switch (node.kind) {
    case 'map':
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
    case 'list':
      return node.items.map(plain);
    case 'text':
      return node.parts.map((part) => (typeof part === 'string' ? part : { env: part.env }));
    case 'scalar':
      // A value that looks like a number or a boolean is read as text where the key wants a text.
      return node.raw ?? node.value;
  }
}

const expected = ({ project, name, user, password, query, names }: Values): unknown => ({
  general: { project },
  database: {
    connections: {
      [name]: {
        adapter: 'pgsql',
        user,
        password: typeof password === 'string' ? password : joined(password.parts),
        settings: { charset: 'utf8', queries: { utf8: query } },
      },
    },
  },
  runtime: { defaultConnection: name, connections: names },
});

function joined(parts: readonly TextPart[]): unknown {
  const result: TextPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part === '') continue;
    if (typeof part === 'string' && typeof last === 'string') result[result.length - 1] = last + part;
    else result.push(part);
  }
  return result.every((part) => typeof part === 'string') ? result.join('') : result;
}

const PIECES = [
  ...['"', "'", '""', "''", '#', ' #', ' # ', ';', ' ; ', '&', '&amp;', '<', '>', ']]>', '%', '%%', '%a.b%', '%env.X%'],
  ...['env.', '\\', '\\n', '\\"', '$', '${x}', '{$x}', ' ', '  ', '\t', '\n', '\r\n', '\u2028', '\u0085', '\u00a0'],
  ...['-', '- ', ':', ': ', '?', '!', '*', '@', '`', '|', '[', ']', '{', '}', ',', '=', '..', '~', '€', '😀', 'ß', 'a'],
  ...['true', 'False', 'null', 'NULL', 'yes', 'off', '0', '007', '1e3', '-1', '.5', '0x1F', '1_000', '.inf', '.nan'],
  ...[
    '2024-01-01',
    '12:30:45',
    '<<',
    '---',
    '...',
    '%YAML',
    '<?php',
    '?>',
    '\u0000',
    '\u0007',
    '\u001b',
    '\u007f',
    '\ufeff',
  ],
];

const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const variable = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,8}$/);
const name = fc.stringMatching(/^[a-zA-Z_][\w-]{0,9}$/);
const password = fc.oneof(
  text,
  fc
    .array(
      fc.oneof(
        text,
        variable.map((env) => ({ env })),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => ({ kind: 'parts' as const, parts })),
);
const values: fc.Arbitrary<Values> = fc
  .record({
    project: text,
    name,
    user: text,
    password,
    query: text,
    names: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
  })
  .filter((each) => !['__proto__', 'constructor'].includes(each.name));

const all = ({ project, user, password: secret, query }: Values): string =>
  [project, user, query, ...(typeof secret === 'string' ? [secret] : secret.parts)]
    .map((part) => (typeof part === 'string' ? part : ''))
    .join('');

/** The whole list of what a format has no way to say. */
const IMPOSSIBLE: Readonly<Partial<Record<Format, RegExp>>> = {
  ini: /[\r\n]/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming control characters is the purpose
  xml: /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u,
};

const seed = randomSeed();

describe(`a written configuration, seed ${String(seed)}`, () => {
  test.each(FORMATS)('%s is read back as it was given', async (format) => {
    let written = 0;
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        const impossible = IMPOSSIBLE[format]?.test(all(given)) ?? false;
        let file: string;
        try {
          file = writeConfig(format, tree(given), 'schema.json');
        } catch (error) {
          expect(error).toBeInstanceOf(Unwritable);
          expect(impossible, 'refused what can be written').toBe(true);
          return;
        }
        expect(impossible, 'wrote what cannot be written').toBe(false);
        written++;
        expect(await readBack(format, file)).toEqual(expected(given));
      }),
      { seed, numRuns: numberOfRuns(300) },
    );
    expect(written).toBeGreaterThan(30);
  });
});

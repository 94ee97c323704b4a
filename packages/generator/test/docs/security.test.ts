import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { errorText } from '../config/support.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');
const page = read('SECURITY.md');

const GENERATOR = 'packages/generator/test';
const RUNTIME = 'packages/runtime-php/tests';

/** The words a promise begins with, and a piece of each test that holds it. */
const HELD: Readonly<Record<string, readonly (readonly [file: string, name: string])[]>> = {
  'Commands write inside their output folders only': [
    [`${GENERATOR}/output/writer.test.ts`, "describe('inside'"],
    [`${GENERATOR}/schema/hostile-names.test.ts`, 'nothing is written outside the output folder'],
    [`${GENERATOR}/targets/php/hostile-files.test.ts`, 'writes nothing outside its folder'],
    [`${GENERATOR}/cli/foreign-files.test.ts`, 'a file that orm did not write'],
  ],
  'A configuration is read and never run': [
    [`${GENERATOR}/docs/security.test.ts`, 'a configuration in PHP is not run'],
  ],
  'Passwords appear in no message': [
    [`${GENERATOR}/config/secrets.test.ts`, 'are not shown by any diagnostic about a damaged file'],
    [`${RUNTIME}/Security/SecretTest.php`, 'testNothingThatKnowsThePasswordShowsIt'],
  ],
  'A connection is never less encrypted': [[`${GENERATOR}/tls/matrix.test.ts`, 'never plain where TLS was asked for']],
  '`sql:insert` announces the tables with rows': [
    [`${GENERATOR}/cli/sql-insert-protected.test.ts`, 'refuses every statement of a file that could destroy something'],
    [`${GENERATOR}/cli/sql-insert-protected.test.ts`, 'names all that would be dropped along'],
  ],
  'Time and memory grow with the size': [
    [`${GENERATOR}/cost/schema.test.ts`, 'the time of a schema grows with its size'],
    [`${GENERATOR}/cost/configuration.test.ts`, 'the time of a configuration grows with its size'],
  ],
  '`orm` opens no connection but those': [[`${GENERATOR}/docs/security.test.ts`, 'talks to databases only']],
};

/** The first words of a row that says what is not trusted. */
const UNTRUSTED: Readonly<Record<string, readonly (readonly [file: string, name: string])[]>> = {
  'names and texts of a schema': [[`${GENERATOR}/gate/attributes.test.ts`, 'hostile values of every attribute']],
  'a database that': [[`${GENERATOR}/gate/reversed.test.ts`, 'of a hostile database stay names and texts']],
  'answers of a server': [[`${GENERATOR}/diagnostics/printable.test.ts`, 'describe(']],
  'values that you give': [[`${RUNTIME}/Security/QueryEntryTest.php`, 'testValuesAreBoundInEveryKindOfCondition']],
  'rows of a table': [[`${RUNTIME}/Security/SerializationTest.php`, 'testNoUnnamedClassIsMadeOfBytes']],
};

function section(title: string): string {
  return page.split(/^## /m).find((text) => text.startsWith(title)) ?? '';
}

const promises = [...section('What is promised').matchAll(/^- (.+)$/gm)].map(([, text = '']) => text);
const untrusted = (section('Who is trusted').split('| not trusted |')[1] ?? '')
  .split('\n')
  .slice(2)
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(2));

describe('SECURITY.md', () => {
  test.each<[string, readonly string[], typeof HELD]>([
    ['promise', promises, HELD],
    ['row of what is not trusted', untrusted, UNTRUSTED],
  ])('every %s has a test that is there', (_, sentences, held) => {
    expect(sentences).toHaveLength(Object.keys(held).length);
    for (const sentence of sentences) {
      const [, tests = []] = Object.entries(held).find(([words]) => sentence.startsWith(words)) ?? [];
      expect(tests.length, sentence).toBeGreaterThan(0);
      for (const [file, name] of tests) expect(read(file), file).toContain(name);
    }
  });

  test('is where people look for it, and links to what is there', () => {
    expect(read('README.md')).toContain('](SECURITY.md)');
    for (const { 1: target = '' } of page.matchAll(/\]\(([^)\s]+)\)/g)) {
      const [file = '', anchor = ''] = target.split('#');
      expect(existsSync(`${ROOT}/${file}`), target).toBe(true);
      expect(read(file).toLowerCase()).toMatch(new RegExp(`^#+ ${anchor.replaceAll('-', ' ')}$`, 'm'));
    }
  });

  test('a configuration in PHP is not run', async () => {
    const made = join(tmpdir(), `orm-security-${process.pid}`);
    for (const code of [`touch('${made}');`, `$x = touch('${made}');`, `return ['orm' => touch('${made}')];`]) {
      expect(await errorText({ 'orm.php': `<?php\n${code}\n` })).toContain('error: ');
    }
    expect(existsSync(made)).toBe(false);
  });

  test('orm talks to databases only', () => {
    // The drivers of the runtime are part of the command.
    const sources = ['packages/generator/src', 'packages/runtime-ts/src'].flatMap((folder) =>
      readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => `${folder}/${file}`),
    );
    const network = sources.filter((file) =>
      /from 'node:(https?|http2|net|tls|dns|dgram)'|[^>]\bfetch\(/.test(read(file)),
    );
    expect(network.sort()).toEqual([
      'packages/runtime-ts/src/drivers/mysql/connect.ts',
      'packages/runtime-ts/src/drivers/tls.ts',
    ]);
  });
});

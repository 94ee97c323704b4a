import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../src');

/** Files that read what a library or a database says, because it gives no code. None of them reads a message of ours. */
const OTHERS: Readonly<Record<string, string>> = {
  'schema/xml-errors.ts': 'the XML parser',
  'config/formats/xml.ts': 'the XML parser',
  'config/formats/json.ts': 'the JSON parser',
  'config/formats/yaml.ts': 'the YAML parser',
  'cli/arguments.ts': 'the parser of arguments: the word that it quotes',
  'cli/doctor/php/program.ts': 'PHP: the first line of what it says',
  'cli/connection-hints.ts': 'drivers',
  'cli/doctor/php/stubs.ts': 'PHP: what it refuses about a class',
  'cli/insert/refused-statement.ts': 'drivers: whether the message has the code in it',
  'cli/lists/session.ts': 'drivers: whether the message has the code in it',
  'platforms/mysql/connect.ts': 'the server: where a syntax error is',
  'platforms/sqlite/connect.ts': 'SQLite: where a syntax error is',
  'platforms/sqlite/execution.ts': 'SQLite',
  'platforms/sqlite/migrating.ts': 'SQLite',
};

const READS =
  /\bmessage\??\.(?:includes|startsWith|endsWith|match|matchAll|search|indexOf|slice|split)\(|\.(?:test|exec)\(\s*[\w.?]*\bmessage\b|\bmessage\s*(?:===|!==)\s*['"`]/;

test('no decision is taken by reading a message', () => {
  const readers = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && READS.test(readFileSync(join(SOURCE, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'));
  expect(readers.filter((file) => OTHERS[file] === undefined)).toEqual([]);
  expect(readers.sort()).toEqual(Object.keys(OTHERS).sort());
});

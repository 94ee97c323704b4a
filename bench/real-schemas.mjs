// Schemas of real Propel projects (../shared/peers/schemas, where they are): every error of each is reported in the first run.
// After it, what each error points at is taken out of the file, and the schema is checked again, until nothing is wrong: no
// round may report an error that the first one did not.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../shared/peers/schemas', import.meta.url));
const ORM = fileURLToPath(new URL('../packages/generator/bin/orm', import.meta.url));

if (!existsSync(FOLDER)) {
  console.log(`!!! NOT RUN: there are no schemas of other projects in ${FOLDER}`);
  process.exit(0);
}

const work = mkdtempSync(join(tmpdir(), 'orm-real-'));
let failed = false;
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('schema.xml'))) {
  let text = readFileSync(join(FOLDER, file), 'utf8');
  const [, connection] = /<database\b[^>]*?\sname="([^"]*)"/.exec(text) ?? [];
  const configuration = { orm: { database: { connections: { [connection]: { adapter: 'mysql' } } } } };
  writeFileSync(join(work, 'orm.json'), JSON.stringify(configuration));
  const first = errorsOf(text);
  const known = new Set(first.map(subject));
  const late = [];
  let round = 1;
  for (let errors = first; errors.length > 0; errors = errorsOf(text)) {
    late.push(...errors.filter((error) => !known.has(subject(error))).map((error) => ({ round, ...error })));
    // From the end, so that places before it stay where they are.
    for (const error of errors.toReversed()) text = without(text, error);
    if (++round > 20) throw new Error(`${file} is not right after 20 rounds`);
  }
  console.log(
    `${file}: ${first.length} errors in the first run, ${late.length} in later ones; right in round ${round}`,
  );
  for (const { code, message, round: seen } of late) console.log(`  only in round ${seen}: ${code}: ${message}`);
  failed ||= late.length > 0;
}
rmSync(work, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;

function errorsOf(text) {
  writeFileSync(join(work, 'schema.xml'), text);
  const { stdout } = spawnSync(process.execPath, [ORM, 'schema:check', '--json'], { cwd: work, encoding: 'utf8' });
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return JSON.parse(stdout)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map((error) => ({ ...error, offset: starts[error.line - 1] + error.column - 1 }));
}

/** What an error is about, wherever it is after other corrections. */
function subject({ code, message }) {
  return `${code} ${message}`;
}

/** Corrects a schema as a person in a hurry would: takes out what the error points at. */
function without(text, { code, offset }) {
  const start = text.lastIndexOf('<', offset);
  const end = text.indexOf('>', offset) + 1;
  const tag = text.slice(start, end);
  if (code.endsWith('/reference-type')) return `${text.slice(0, end - 1)} skipSql="true"${text.slice(end - 1)}`;
  const attribute = [...tag.matchAll(/\s+([\w:]+)\s*=\s*"[^"]*"/g)].find(
    (match) => start + match.index <= offset && offset <= start + match.index + match[0].length,
  );
  const isVital = ['name', 'foreignTable', 'local', 'foreign'].includes(attribute?.[1] ?? 'name');
  if (!isVital)
    return text.slice(0, start + attribute.index) + text.slice(start + attribute.index + attribute[0].length);
  if (tag.endsWith('/>')) return text.slice(0, start) + text.slice(end);
  const name = /^<([\w-]+)/.exec(tag)[1];
  const close = text.indexOf(`</${name}>`, end) + name.length + 3;
  return text.slice(0, start) + text.slice(close);
}

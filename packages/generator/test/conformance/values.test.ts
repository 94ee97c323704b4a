import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { runtimeFolder } from '../../../../scripts/php/tools.mjs';
import { freshDatabase, type TestDatabase } from '../cli/support/database.js';
import { configuration, project } from '../cli/support/project.js';
import { ENGINES } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { compile, installPackages } from '../targets/typescript/support/ts-project.js';
import {
  document,
  type Language,
  type PlayedValue,
  playedValues,
  storedText,
  valuesFile,
} from './values/played-values.js';

const PLAYERS = fileURLToPath(new URL('values/', import.meta.url));
const AUTOLOAD = join(runtimeFolder, 'vendor/autoload.php');

const TIME_ZONE = 'Europe/Berlin';

/** Neither runner is to take its own time zone for that of the application. */
const OTHER_ZONES = { php: 'Asia/Tokyo', node: 'America/New_York' };

const LANGUAGES: readonly Language[] = ['php', 'typescript'];

/** What a runner answers to a step. */
interface Answer {
  readonly value?: unknown;
  readonly done?: true;
  readonly refused?: true;
  readonly error?: string;
  readonly modified?: true;
}

type Answered = readonly (readonly [PlayedValue, Answer])[];

async function build(database: TestDatabase): Promise<string> {
  const more = {
    generator: { targets: ['php', 'typescript'] },
    paths: { tsDir: 'src/models' },
    runtime: { timeZone: TIME_ZONE },
  };
  const further = database.adapter === 'pgsql' ? 'pgsql-schema' : 'geometry-schema';
  const cwd = project({
    'orm.json': configuration({ values: database.connection }, more),
    'schema.xml': valuesFile('values-schema.xml'),
    [`${further}.xml`]: valuesFile(`${further}.xml`),
  });
  for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
    expect(await orm(cwd, command)).toMatchObject({ code: 0 });
  }
  installPackages(cwd);
  expect(compile(cwd, 'src/models/index.ts', 'src/models/config.ts')).toEqual([]);
  return cwd;
}

/** Has a language do something with values, each of which it answers. */
async function play(
  language: Language,
  cwd: string,
  deed: 'write' | 'read' | 'touch',
  values: readonly PlayedValue[],
): Promise<Answered> {
  const [program, ...options] =
    language === 'php'
      ? ['php', '-d', `date.timezone=${OTHER_ZONES.php}`, join(PLAYERS, 'play.php'), cwd, AUTOLOAD]
      : [process.execPath, join(PLAYERS, 'play.mjs'), cwd];
  const run = promisify(execFile)(program, options, {
    env: { ...process.env, TZ: OTHER_ZONES.node },
    maxBuffer: 64 * 1024 * 1024,
  });
  const steps = values.map(({ table, kind, id, value }) => ({ do: deed, table, kind, id, value }));
  run.child.stdin?.end(JSON.stringify(steps));
  const answers = JSON.parse((await run).stdout) as readonly Answer[];
  return values.map((value, index) => [value, answers[index] ?? { error: 'no answer' }]);
}

type Texts = ReadonlyMap<string, string>;

const keyOf = ({ table, id }: PlayedValue): string => `${table} ${String(id)}`;

async function storedTexts(database: TestDatabase, values: readonly PlayedValue[]): Promise<Texts> {
  const found = new Map<string, string>();
  for (const [table, kind] of new Map(values.map((value) => [value.table, value.kind]))) {
    const rows = await database.query(`SELECT id, ${storedText(kind, database.adapter)} FROM ${table}`);
    for (const [id, text] of rows) found.set(`${table} ${id ?? ''}`, text ?? 'NULL');
  }
  return found;
}

/** A problem, shortened. */
function problem({ table, value, writer }: PlayedValue, ...parts: readonly unknown[]): string {
  const said = parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part ?? null)).slice(0, 200));
  return `${table} ${JSON.stringify(value).slice(0, 80)} by ${writer}: ${said.join(' ')}`;
}

function wrongWrites(answered: Answered): readonly string[] {
  return answered
    .filter(([value, { refused = false, error }]) => refused !== value.isRefused || error !== undefined)
    .map(([value, answer]) => problem(value, answer));
}

function wrongTexts(values: readonly PlayedValue[], texts: Texts): readonly string[] {
  const bySame = new Map(values.map((each) => [`${each.table} ${String(each.index)} ${each.writer}`, each]));
  return values.flatMap((value) => {
    const text = texts.get(keyOf(value));
    if (value.stored !== undefined && text !== value.stored) {
      return [problem(value, 'is stored as', text, 'and not', value.stored)];
    }
    const other = bySame.get(`${value.table} ${String(value.index)} php`);
    if (other === undefined || value.anySpelling || texts.get(keyOf(other)) === text) return [];
    return [problem(value, 'is stored as', text, 'and by php as', texts.get(keyOf(other)))];
  });
}

function wrongReads(answered: Answered, language: Language): readonly string[] {
  return answered.flatMap(([value, answer]) => {
    if (value.unreadable.includes(language)) return answer.refused ? [] : [problem(value, 'is read by', language)];
    const wanted = value.reads[language];
    const isDocument = value.kind === 'json' || value.kind === 'documents';
    const read = isDocument && typeof answer.value === 'string' ? document(answer.value) : answer.value;
    const isRead = answer.error === undefined && answer.refused === undefined && answer.modified === undefined;
    if (isRead && (wanted === undefined || JSON.stringify(read) === JSON.stringify(wanted))) return [];
    return [problem(value, 'is read by', language, 'as', answer, 'and not', wanted)];
  });
}

function changedTexts(values: readonly PlayedValue[], before: Texts, after: Texts, by: Language): readonly string[] {
  return values
    .filter((value) => before.get(keyOf(value)) !== after.get(keyOf(value)))
    .map((value) => problem(value, 'was changed by', by, 'to', after.get(keyOf(value))));
}

describe.each([...ENGINES, 'mariadb11' as const])('values of every type on %s', (engine) => {
  test('are the same in PHP and TypeScript', { timeout: 600_000 }, async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await build(database);
    const values = playedValues(engine);
    const kept = values.filter(({ isRefused }) => !isRefused);
    const wrong: string[] = [];
    for (const language of LANGUAGES) {
      const own = values.filter(({ writer }) => writer === language);
      wrong.push(...wrongWrites(await play(language, cwd, 'write', own)));
    }
    const written = await storedTexts(database, kept);
    wrong.push(...wrongTexts(kept, written));
    for (const language of LANGUAGES) {
      wrong.push(...wrongReads(await play(language, cwd, 'read', kept), language));
      const readable = kept.filter(({ unreadable }) => !unreadable.includes(language));
      const touched = await play(language, cwd, 'touch', readable);
      wrong.push(...touched.filter(([, { done }]) => done !== true).map(([value, answer]) => problem(value, answer)));
      wrong.push(...changedTexts(kept, written, await storedTexts(database, kept), language));
    }
    expect(wrong).toEqual([]);
  });
});

test('there are enough of them', () => {
  const values = playedValues('pgsql15');
  expect(new Set(values.map(({ table, index }) => `${table} ${String(index)}`)).size).toBeGreaterThan(400);
});

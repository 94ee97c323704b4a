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

/** Neither runner is to take its own time zone for that of the application. */
const TIME_ZONE = 'Europe/Berlin';
const OTHER_ZONES = { php: 'Asia/Tokyo', node: 'America/New_York' };

type Answer = {
  readonly value?: unknown;
  readonly done?: true;
  readonly refused?: true;
  readonly error?: string;
  readonly modified?: true;
};

async function build(database: TestDatabase): Promise<string> {
  const cwd = project({
    'orm.json': configuration(
      { values: database.connection },
      {
        generator: { targets: ['php', 'typescript'] },
        paths: { tsDir: 'src/models' },
        runtime: { timeZone: TIME_ZONE },
      },
    ),
    'schema.xml': valuesFile('values-schema.xml'),
    ...(database.adapter === 'pgsql' ? { 'pgsql-schema.xml': valuesFile('pgsql-schema.xml') } : {}),
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
  deed: string,
  values: readonly PlayedValue[],
): Promise<readonly Answer[]> {
  const [program, ...options] =
    language === 'php'
      ? ['php', '-d', `date.timezone=${OTHER_ZONES.php}`, join(PLAYERS, 'play.php'), cwd, autoload]
      : [process.execPath, join(PLAYERS, 'play.mjs'), cwd];
  const run = promisify(execFile)(program, options, {
    env: { ...process.env, TZ: OTHER_ZONES.node },
    maxBuffer: 64 * 1024 * 1024,
  });
  run.child.stdin?.end(
    JSON.stringify(values.map(({ table, kind, id, value }) => ({ do: deed, table, kind, id, value }))),
  );
  const { stdout } = await run;
  return JSON.parse(stdout) as readonly Answer[];
}

const autoload = join(runtimeFolder, 'vendor/autoload.php');

async function storedTexts(
  database: TestDatabase,
  values: readonly PlayedValue[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const kinds = new Map(values.map(({ table, kind }) => [table, kind]));
  for (const [table, kind] of kinds) {
    const rows = await database.query(`SELECT id, ${storedText(kind, database.adapter)} FROM ${table}`);
    for (const [id, text] of rows) found.set(`${table} ${id ?? ''}`, text ?? 'NULL');
  }
  return found;
}

const keyOf = ({ table, id }: Pick<PlayedValue, 'table' | 'id'>): string => `${table} ${String(id)}`;
const named = ({ table, value, writer }: PlayedValue): string =>
  `${table} ${JSON.stringify(value).slice(0, 80)} by ${writer}`;

describe.each([...ENGINES, 'mariadb11' as const])('values of every type on %s', (engine) => {
  test('are the same in PHP and TypeScript', { timeout: 240_000 }, async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await build(database);
    const values = playedValues(engine);
    const wrong: string[] = [];
    const by = (language: Language): readonly PlayedValue[] => values.filter(({ writer }) => writer === language);

    for (const language of ['php', 'typescript'] as const) {
      for (const [index, answer] of (await play(language, cwd, 'write', by(language))).entries()) {
        const value = by(language)[index];
        if (value === undefined || ((answer.refused ?? false) === value.isRefused && answer.error === undefined))
          continue;
        wrong.push(`${named(value)}: ${JSON.stringify(answer)}`);
      }
    }

    const kept = values.filter(({ isRefused }) => !isRefused);
    const written = await storedTexts(database, kept);
    for (const value of kept) {
      const text = written.get(keyOf(value));
      const same = kept.find(
        ({ table, index, writer }) => table === value.table && index === value.index && writer !== value.writer,
      );
      if (value.stored !== undefined && text !== value.stored)
        wrong.push(`${named(value)}: is stored as ${text ?? ''}, not ${value.stored}`);
      if (same !== undefined && !value.anySpelling && value.writer === 'php' && written.get(keyOf(same)) !== text) {
        wrong.push(
          `${named(value)}: is stored as ${text?.slice(0, 200) ?? ''}, and by the other as ${written.get(keyOf(same))?.slice(0, 200) ?? ''}`,
        );
      }
    }

    for (const language of ['typescript', 'php'] as const) {
      const answers = await play(language, cwd, 'read', kept);
      for (const [index, answer] of answers.entries()) {
        const value = kept[index];
        if (value === undefined || (value.unreadable.includes(language) && answer.refused === true)) continue;
        const read =
          typeof answer.value === 'string' && ['json', 'documents'].includes(value.kind)
            ? document(answer.value)
            : answer.value;
        const wanted = value.reads[language];
        const isRight = answer.error === undefined && answer.refused === undefined && answer.modified === undefined;
        if (isRight && (wanted === undefined || JSON.stringify(read) === JSON.stringify(wanted))) continue;
        wrong.push(
          `${named(value)}: is read by ${language} as ${JSON.stringify(answer).slice(0, 200)}, not ${JSON.stringify(wanted)?.slice(0, 200) ?? ''}`,
        );
      }
      const touched = kept.filter(({ unreadable }) => !unreadable.includes(language));
      expect((await play(language, cwd, 'touch', touched)).filter(({ done }) => done !== true)).toEqual([]);
      const after = await storedTexts(database, kept);
      for (const value of kept) {
        if (after.get(keyOf(value)) === written.get(keyOf(value))) continue;
        wrong.push(`${named(value)}: was changed by ${language} to ${after.get(keyOf(value))?.slice(0, 200) ?? ''}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

test('there are enough of them', () => {
  const values = playedValues('pgsql15');
  expect(new Set(values.map(({ table, index }) => `${table} ${String(index)}`)).size).toBeGreaterThan(400);
});

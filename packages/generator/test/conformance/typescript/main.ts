import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Connections, connect, type DatabaseSettings } from './connections.js';
import { describe } from './expectations.js';
import { FailedStep, type Journal, play } from './run.js';
import type { KnownTable, Scenario } from './scenario.js';
import type { Classes, GeneratedClass } from './stage.js';
import { quoted, Tables } from './tables.js';

/** What the program is told by the file that it is given. */
export interface MainSettings {
  readonly engine: string;
  readonly database: DatabaseSettings;
  readonly pool: number;
  /** The folder conformance/. */
  readonly folder: string;
  /** Plays the scenarios whose name has this text. */
  readonly only: string;
  /** The file that gets what is sent, a line of JSON for each step. */
  readonly journal: string | undefined;
}

/** What is printed for each scenario, as a line of JSON. */
export interface Played {
  readonly name: string;
  readonly failure: string | undefined;
}

/** A scenario that takes longer hangs, and whatever it holds is in the way of the next. */
const LONGEST = 60_000;

/** Tables beside those of tables.json. */
const HEADER_TABLES = ['entry_list'];

const settings = readJson(process.argv[2] ?? '') as MainSettings;
const known = readJson(join(settings.folder, 'tables.json')) as Readonly<Record<string, KnownTable>>;
const generated = (await import(new URL('./models/index.js', import.meta.url).href)) as Readonly<
  Record<string, unknown>
>;
const classes: Classes = { model: (name) => classNamed(name), query: (name) => classNamed(`${name}Query`) };
const connections = connect(settings.database, settings.pool);
if (settings.journal !== undefined) writeFileSync(settings.journal, '');
for (const scenario of scenarios()) {
  const failure = await failureOf(scenario, connections);
  process.stdout.write(`${JSON.stringify({ name: scenario.name, failure } satisfies Played)}\n`);
}
await connections.orm.close();

function scenarios(): readonly Scenario[] {
  const folder = join(settings.folder, 'lists');
  const all = readdirSync(folder).flatMap(
    (file) => (readJson(join(folder, file)) as { scenarios: Scenario[] }).scenarios,
  );
  return all.filter(({ name, engines }) => name.includes(settings.only) && isFor(engines));
}

/** MariaDB 11 refuses by itself, at REPEATABLE READ, what scenarios for MariaDB 10 show: it plays those that name no engine. */
function isFor(engines: readonly string[] | undefined): boolean {
  return engines === undefined || engines.includes(settings.engine);
}

async function failureOf(scenario: Scenario, { orm }: Connections): Promise<string | undefined> {
  const con = orm.connection();
  const present = Object.keys(known).filter((table) => generated[known[table]?.class ?? ''] !== undefined);
  // Those that refer to others come behind them.
  const emptied = [...HEADER_TABLES, ...present.reverse()].map((table) => `DELETE FROM ${quoted(con, table)}`);
  await con.together(emptied.map((sql) => ({ sql, values: [] })));
  const clock = setTimeout(() => {
    process.stderr.write(`${scenario.name} hangs\n`);
    process.exit(1);
  }, LONGEST);
  const tables = new Tables(known);
  try {
    await play(scenario, tables, classes, connections, journalOf(scenario, tables));
    return undefined;
  } catch (error) {
    return `covers ${scenario.covers.join('; ')}\n    ${error instanceof FailedStep ? error.message : describe(error)}`;
  } finally {
    clearTimeout(clock);
  }
}

function journalOf(scenario: Scenario, tables: Tables): Journal | undefined {
  const { journal } = settings;
  if (journal === undefined) return undefined;
  return async (step, sent, con) => {
    // The database has made some of them.
    const keys = Object.fromEntries(await tables.keys(con));
    const statements = sent.map(({ sql, values }) => [
      sql.replaceAll(/\$\d+/g, '?'),
      values.map((value) => (value === null ? null : String(value))),
    ]);
    appendFileSync(journal, `${JSON.stringify({ scenario: scenario.name, step, sent: statements, keys })}\n`);
  };
}

function classNamed(name: string): GeneratedClass {
  const found = generated[name];
  if (typeof found === 'function') return found;
  throw new Error(`there is no class ${name}`);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

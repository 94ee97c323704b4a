// Migrations beside those of Propel, Doctrine, drizzle-kit and Prisma: 40 changes of a small shop with rows, each made by the tool's own way
// from schema to database. Counted are changes that were done, refused or failed, differences that are found where there are none, and
// rows or values that are gone; then what one writer waits on a large table. The tools are installed into a temporary folder; one that
// cannot be had is named and left out. Changes are in migration-peers/cases.mjs, said once, with a printer for each tool.
//   node bench/migration-peers.mjs [--tools ours,propel,…] [--engine pgsql15,mariadb] [--cases 'new index,…'] [--rows N]
//     [--skip-changes] [--skip-writers] [--keep] [--record]
// Needs a built command ("npm run build"), engines ("npm run engines start"), npm and Composer. With --record the result goes into RESULTS.md.

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { engineUrl } from '../scripts/engines/locate.mjs';
import {
  CHANGES,
  changed,
  LOCKING,
  library,
  MOVED,
  movedShop,
  QUIET_NAMES,
  quietShop,
  shop,
} from './migration-peers/cases.mjs';
import {
  adapterOf,
  connect,
  copyDatabase,
  createDatabase,
  dropDatabase,
  fill,
  fillMany,
  hasLabel,
  readCatalog,
  readRows,
  takesLabel,
} from './migration-peers/database.mjs';
import { differences } from './migration-peers/rows.mjs';
import { TOOLS } from './migration-peers/tools.mjs';
import { record } from './results.mjs';

const { values } = parseArgs({
  options: {
    tools: { type: 'string', default: Object.keys(TOOLS).join() },
    engine: { type: 'string', default: 'pgsql15,mariadb' },
    cases: { type: 'string' },
    rows: { type: 'string', default: '300000' },
    'skip-changes': { type: 'boolean', default: false },
    'skip-writers': { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});
const MANY = Number(values.rows);
const ENGINES = values.engine.split(',');
const isWanted = (name) => values.cases === undefined || values.cases.split(',').includes(name);
const PLAIN = 'unchanged shop';
const CONTROLS = 3;
const PRISMA_NOTE =
  'Prisma ran with a change to its driver adapter, which does not know two types that the WebAssembly engine asks for; the adapter sends statements one by one.';

const say = (line) => process.stdout.write(`${line}\n`);
const work = mkdtempSync(join(tmpdir(), 'orm-peers-'));
const databases = new Set();
const TELLING = [/sqlstate|ERROR:|stands? in the way/, /error|exception|prompt|interactive/i, /\S/];

/** The line of an output that says most about why it failed. */
function firstLine(message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim());
  return TELLING.map((telling) => lines.find((line) => telling.test(line)))
    .find(Boolean)
    ?.slice(0, 160);
}

/** Installs what is wanted: each tool's version, or why it is missing. */
async function install() {
  const found = new Map();
  for (const name of values.tools.split(',')) {
    const home = join(work, name);
    mkdirSync(home, { recursive: true });
    const result = await TOOLS[name].install(home);
    if (result.missing !== undefined) say(`!!! NOT RUN: ${name}: ${result.missing}`);
    else say(`${TOOLS[name].title} ${result.version}`);
    if (result.note !== undefined) say(`!!! ${name}: ${result.note}`);
    found.set(name, { ...result, home });
  }
  return found;
}

/** A project of a tool with a database that has this schema, and no rows. */
async function setUp(name, home, engine, called, model) {
  const tool = TOOLS[name];
  const project = join(home, called);
  const database = `orm_peers_${process.pid}_${name}_${called}`.replaceAll('-', '_');
  mkdirSync(project, { recursive: true });
  databases.add([engine, database]);
  await createDatabase(engine, database);
  tool.begin(project, engine, database);
  tool.write(project, model, engine);
  const plan = await tool.diff(project);
  const made = plan.status === 'ok' ? await tool.migrate(project) : plan;
  if (made.status !== 'ok')
    throw new Error(`${name} on ${engine} cannot make its tables:\n${made.message.slice(-3000)}`);
  return { name, tool, engine, project, database, home };
}

/** A copy of a project and its database, thrown away after use. */
async function withCopy(base, called, use) {
  const project = join(base.home, `${base.engine}-${called}`);
  const database = `orm_peers_${process.pid}_${base.name}_${called}`;
  databases.add([base.engine, database]);
  await copyDatabase(base.engine, base.database, database);
  cpSync(base.project, project, { recursive: true });
  base.tool.begin(project, base.engine, database);
  try {
    return await use({ ...base, project, database });
  } finally {
    if (!values.keep) {
      rmSync(project, { recursive: true, force: true });
      await dropDatabase(base.engine, database);
    }
  }
}

const quietNames = (tool, engine) =>
  QUIET_NAMES.filter(
    (each) =>
      isWanted(each) &&
      each !== MOVED &&
      !(each === 'unsigned' && adapterOf(engine) === 'pgsql') &&
      !tool.lacks[adapterOf(engine)]?.includes(each),
  );

/** The schema is built and compared again at once: whatever is found is not there. */
async function quiet(base, results) {
  const { tool, engine, name, home } = base;
  const note = (what, statements, plan) =>
    results.push({
      tool: name,
      engine,
      what,
      isQuiet: true,
      status: plan.status,
      message: plan.message,
      isFalse: statements.length > 0,
      statements,
    });
  const wanted = quietNames(tool, engine);
  if (wanted.length > 0) {
    const { model, owner } = quietShop(wanted);
    const own = await setUp(name, home, engine, `quiet_${engine}`, model);
    const plan = await tool.diff(own.project);
    for (const what of wanted)
      note(
        what,
        plan.statements.filter((each) => owner(each) === what),
        plan,
      );
    await dropDatabase(engine, own.database);
  }
  if (isWanted(MOVED)) {
    await withCopy(base, 'moved', async (copy) => {
      tool.write(copy.project, movedShop(), engine);
      const plan = await tool.diff(copy.project);
      note(
        MOVED,
        plan.statements.filter((each) => !base.noise.has(each)),
        plan,
      );
    });
  }
}

async function tryChange(base, what, at) {
  const { tool, engine, name } = base;
  const result = { tool: name, engine, what, isQuiet: false };
  if (tool.lacks[adapterOf(engine)]?.includes(what)) return { ...result, status: 'unsaid' };
  return withCopy(base, `c${at}`, async ({ project, database }) => {
    const [before, after] = [shop(), changed(what)];
    tool.write(project, after, engine);
    const plan = await tool.diff(project);
    const done = plan.status === 'ok' ? await tool.migrate(project) : plan;
    Object.assign(result, { status: done.status, message: done.message, statements: plan.statements });
    const renamed = after.tables.filter((each) => each.renamedFrom !== undefined);
    const found = await readRows(
      engine,
      database,
      [...before.tables, ...renamed].map((each) => each.name),
    );
    result.lost = differences({ old: base.rows, found, before, after, isDone: done.status === 'ok', ...tool });
    if (done.status !== 'ok') return result;
    const { columns } = after.tables.find((each) => each.name === 'product');
    const { labels } = columns.find((each) => each.labels !== undefined);
    const stored = (label) => (tool.storesPosition ? labels.indexOf(label) : label);
    const kind = {
      isTaken: (label) => takesLabel(engine, database, stored(label)),
      isThere: (label) => hasLabel(engine, database, stored(label)),
    };
    if (!(await CHANGES[what][1](await readCatalog(engine, database), kind))) result.status = 'missed';
    const again = await tool.diff(project);
    const extra = again.statements.filter((each) => !base.noise.has(each));
    if (again.status !== 'ok' || extra.length > 0)
      Object.assign(result, { isFalse: true, again: again.status === 'ok' ? extra : [firstLine(again.message)] });
    return result;
  });
}

/** Jobs in their order, a few at a time. */
async function inTurn(jobs, limit = 3) {
  const waiting = jobs.values();
  const worker = async () => {
    for (const job of waiting) await job();
  };
  await Promise.all(Array.from({ length: limit }, worker));
}

/** The shop of a tool on an engine, with rows, and what the tool finds in it that is not there. */
async function prepare(engine, name, { missing, home }, results) {
  const tool = TOOLS[name];
  const reason = missing ?? tool.refuses?.(engine);
  if (reason !== undefined) {
    if (missing === undefined) say(`!!! NOT RUN: ${name} on ${engine}: ${reason}`);
    results.push({ tool: name, engine, notRun: reason });
    return undefined;
  }
  const base = await setUp(name, home, engine, `base_${engine}`, shop());
  await fill(engine, base.database, shop(), { storesPosition: tool.storesPosition });
  const tables = shop().tables.map((each) => each.name);
  base.rows = await readRows(engine, base.database, tables);
  await withCopy(base, 'plain', async (copy) => {
    const plan = await tool.diff(copy.project);
    base.noise = new Set(plan.statements);
    results.push({
      tool: name,
      engine,
      what: PLAIN,
      isQuiet: true,
      status: plan.status,
      message: plan.message,
      isFalse: base.noise.size > 0,
      statements: plan.statements,
    });
  });
  await quiet(base, results);
  return base;
}

function tell({ engine, what, tool, status, isFalse, again, lost, message }) {
  const more = [
    isFalse ? `false difference: ${again[0].slice(0, 150)}` : '',
    lost?.length > 0 ? `lost: ${lost[0]}` : '',
    ['error', 'refused', 'asked', 'missed'].includes(status) ? firstLine(message) : '',
  ].filter(Boolean);
  say(`${engine} | ${what} | ${TOOLS[tool].title}: ${status} ${more.join('; ')}`);
}

async function changes(installed) {
  const results = [];
  const bases = [];
  const pairs = ENGINES.flatMap((engine) => [...installed].map(([name, found]) => ({ engine, name, found })));
  await inTurn(
    pairs.map(({ engine, name, found }) => async () => {
      const base = await prepare(engine, name, found, results);
      if (base !== undefined) bases.push(base);
    }),
  );
  const wanted = [...Object.keys(CHANGES).entries()].filter(([, what]) => isWanted(what));
  await inTurn(
    wanted.flatMap(([at, what]) =>
      bases.map((base) => async () => {
        const result = await tryChange(base, what, at);
        results.push(result);
        tell(result);
      }),
    ),
  );
  for (const base of bases) await dropDatabase(base.engine, base.database);
  const order = Object.keys(CHANGES);
  return results.sort((one, other) => order.indexOf(one.what) - order.indexOf(other.what));
}

/** The longest write while something is done, in milliseconds. */
async function longestWrite(session, work) {
  const times = [];
  let isOver = false;
  let failures = 0;
  const writer = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const began = performance.now();
      await session
        .query(`UPDATE product SET hits = hits + 1 WHERE id = ${1 + ((turn * 7919) % MANY)}`)
        .catch(() => failures++);
      times.push({ began, ended: performance.now() });
      await pause(1);
    }
  })();
  await pause(100);
  const began = performance.now();
  const result = await work();
  const ended = performance.now();
  isOver = true;
  await writer;
  const waits = times
    .filter((each) => each.ended >= began && each.began <= ended)
    .map((each) => each.ended - each.began);
  return { result, failures, longest: Math.max(0, ...waits) };
}

async function writers(engine, installed) {
  const rows = [];
  const states = [];
  const begin = async (name, home, model, called) => {
    const state = await setUp(name, home, engine, `writers_${engine}_${called}`, model);
    await fillMany(engine, state.database, MANY, { storesPosition: state.tool.storesPosition });
    return { ...state, model, session: await connect(engine, state.database) };
  };
  const end = async (state) => {
    await state.session.close();
    await dropDatabase(engine, state.database);
  };
  for (const [name, { missing, home }] of installed) {
    if (missing !== undefined || TOOLS[name].refuses?.(engine) !== undefined) continue;
    const state = await begin(name, home, library(), 'first');
    const controls = [];
    for (let run = 0; run < CONTROLS; run++)
      controls.push((await longestWrite(state.session, () => state.tool.migrate(state.project))).longest);
    controls.sort((a, b) => a - b);
    states.push({ ...state, controls, control: controls[Math.floor(CONTROLS / 2)] });
  }
  for (const [what, edit] of Object.entries(LOCKING)) {
    if (!isWanted(what)) continue;
    for (const [at, state] of states.entries()) {
      const { tool, name, project, control } = state;
      const cell = { tool: name, engine, what };
      rows.push(cell);
      if (tool.lacks[adapterOf(engine)]?.includes(what)) {
        cell.text = '–';
        continue;
      }
      const model = structuredClone(state.model);
      edit(model);
      tool.write(project, model, engine);
      const plan = await tool.diff(project);
      const { result, longest, failures } =
        plan.status === 'ok' ? await longestWrite(state.session, () => tool.migrate(project)) : { result: plan };
      cell.text = result.status;
      if (result.status === 'ok') {
        cell.wait = Math.max(0, longest - control);
        cell.text = `${cell.wait.toFixed(0)}${failures > 0 ? ` (${failures} writes failed)` : ''}`;
        state.model = model;
      } else {
        await end(state);
        states[at] = {
          ...(await begin(name, state.home, state.model, `after_${what.replaceAll(' ', '_').toLowerCase()}`)),
          control,
          controls: state.controls,
        };
      }
      say(
        `${engine} | writers: ${what} | ${tool.title}: ${cell.text}${result.status === 'ok' ? ' ms' : ` ${firstLine(result.message)}`}`,
      );
    }
  }
  const controls = states.flatMap((state) => state.controls);
  for (const state of states) await end(state);
  return { rows, controls };
}

const count = (list, test) => list.filter(test).length;
const names = (list) => list.map((each) => each.what).join(', ');

function summary(installed, results) {
  const lines = [
    '| tool | engine | changes said | done | refused or asked | failed | reported done, but not | false differences, of changes done | of unchanged schemas | rows or values lost or made up |',
    '|---|---|---|---|---|---|---|---|---|---|',
  ];
  const lists = [];
  for (const [name] of installed) {
    for (const engine of ENGINES) {
      const own = results.filter((each) => each.tool === name && each.engine === engine);
      const title = `${TOOLS[name].title} | ${engine}`;
      const notRun = own.find((each) => each.notRun !== undefined)?.notRun;
      if (notRun !== undefined) {
        lines.push(`| ${title} | not run: ${notRun} |${' |'.repeat(7)}`);
        continue;
      }
      const of = (isQuiet) => own.filter((each) => each.isQuiet === isQuiet);
      const [made, still] = [of(false), of(true)];
      const said = made.filter((each) => each.status !== 'unsaid');
      const stopped = said.filter((each) => each.status === 'refused' || each.status === 'asked');
      const failed = said.filter((each) => each.status === 'error');
      const missed = said.filter((each) => each.status === 'missed');
      const lost = said.filter((each) => each.lost?.length > 0);
      const wrong = said.filter((each) => each.isFalse);
      const noise = still.filter((each) => each.isFalse || each.status !== 'ok');
      const done = count(said, (each) => each.status === 'ok');
      lines.push(
        `| ${title} | ${said.length} | ${done} | ${stopped.length} | ${failed.length} | ${missed.length} | ${wrong.length} of ${done + missed.length} | ${noise.length} of ${still.length} | ${lost.length} |`,
      );
      const parts = [
        ['not said', made.filter((each) => each.status === 'unsaid')],
        ['refused or asked', stopped],
        ['failed', failed],
        ['reported done, but not', missed],
        ['false differences', [...wrong, ...noise]],
        ['lost or made up', lost.map((each) => ({ what: `${each.what} (${each.lost[0]})` }))],
      ].filter(([, list]) => list.length > 0);
      if (parts.length > 0)
        lists.push(
          `- ${TOOLS[name].title}, ${engine}: ${parts.map(([word, list]) => `${word}: ${names(list)}`).join('; ')}.`,
        );
    }
  }
  return [...lines, '', ...lists];
}

function waiting(installed, waits) {
  const present = [...installed.keys()].filter((name) =>
    waits.some((each) => each.rows.some((cell) => cell.tool === name)),
  );
  const lines = [
    `| engine | change | ${present.map((name) => TOOLS[name].title).join(' | ')} |`,
    `|---|---|${'---|'.repeat(present.length)}`,
  ];
  for (const { rows } of waits) {
    for (const what of new Set(rows.map((each) => each.what))) {
      const cells = present.map(
        (name) => rows.find((each) => each.tool === name && each.what === what)?.text ?? 'not run',
      );
      lines.push(`| ${rows[0].engine} | ${what} | ${cells.join(' | ')} |`);
    }
  }
  return lines;
}

const began = performance.now();
for (const engine of ENGINES)
  if (engineUrl(engine) === undefined)
    throw new Error(`${engine} does not run; start it with: node scripts/engines.mjs start ${engine}`);
try {
  const installed = await install();
  const found = values['skip-changes'] ? [] : await changes(installed);
  writeFileSync(join(work, 'found.json'), JSON.stringify(found, undefined, 2));
  const waits = [];
  if (!values['skip-writers']) for (const engine of ENGINES) waits.push(await writers(engine, installed));
  const versions = [...installed].map(
    ([name, { version, missing, note }]) =>
      `${TOOLS[name].title} ${missing === undefined ? version : `(not run: ${missing})`}${note === undefined ? '' : ` (${note})`}`,
  );
  const spread = waits.map(({ controls, rows }) => {
    const [least, most] = [Math.min(...controls), Math.max(...controls)].map((each) => each.toFixed(0));
    return `${rows[0]?.engine}: ${least} to ${most} ms`;
  });
  const seconds = (performance.now() - began) / 1000;
  const body = [
    `\`node bench/migration-peers.mjs\`: ${Object.keys(CHANGES).length} changes of a shop with 300 rows in each of 6 tables, made by each tool from its own schema language, without a`,
    `terminal, and ${QUIET_NAMES.length + 1} schemas that do not change. ${versions.join('; ')}. ${(seconds / 60).toFixed(0)} minutes.`,
    '',
    'Asked: the tool wants a terminal, drizzle-kit for whatever may be a new name, Prisma for whatever may lose values; a person there can answer. Ours has the new names',
    'in the schema (`renamedFrom`), and no other hint such as `--fill` or `--drop`. Failed: the server refused a statement. In "column replaced" a column goes and another of the',
    'same type comes, which is empty unless it is taken for a new name; made-up values are those that nobody gave. Propel stores the position of a label, and Doctrine on',
    'PostgreSQL a text without a check. A difference is false when the next comparison finds it although the change was made, or although there was none.',
    ...(installed.get('prisma')?.note === undefined ? [] : [PRISMA_NOTE]),
    '',
    ...summary(installed, found),
    ...(waits.length === 0
      ? []
      : [
          '',
          `Milliseconds that one writer waited at most while the migration ran, on a table of ${MANY.toLocaleString('en-US')} rows, less the longest wait while the same command had nothing to do`,
          `(median of ${CONTROLS}). Each change ran once. Waits with nothing to do were ${spread.join(', ')}: what differs by less than that range tells nothing. Propel adds a foreign key on`,
          'MariaDB with `FOREIGN_KEY_CHECKS = 0`: no table is copied, and rows that point at nothing stay.',
          '',
          ...waiting(installed, waits),
        ]),
  ].join('\n');
  say(`\n${body}`);
  if (values.record) record('Migrations beside other tools', body);
} finally {
  if (values.keep) say(`kept: ${work}`);
  else {
    for (const [engine, name] of databases) await dropDatabase(engine, name);
    rmSync(work, { recursive: true, force: true });
  }
}

// Real databases (../shared/peers/databases.tar.xz, unpacked to a temporary folder), each on every engine it has a file for:
// read by `orm database:reverse`, built and inserted into an empty database, with what the schema cannot say from the rest.sql
// files, and both databases compared by catalog queries that share nothing with ours. What is lost is named, with the reason, in
// real-databases/lost: in <engine>/<database>.json, and in pgsql.json, mysql.json and sqlite.json what takes another form everywhere.
// Anything else that is lost fails. All files of the second reverse must be the same bytes, doctor
// must find no difference, all classes must load, and every table takes a row.
//   node bench/real-databases.mjs [--only pgsql/gitlab] [--engine pgsql15,mariadb] [--minutes 30] [--lenient] [--keep] [--record]
// Without --engine: PostgreSQL 15, MariaDB, MySQL 9 and SQLite. --lenient only reports. --show prints every difference whole.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dropDatabase, ENGINES, emptyDatabase, load, missing } from './real-databases/engines.mjs';
import { factsOf, lost } from './real-databases/facts.mjs';
import { pgsqlCounts, pgsqlSchemas } from './real-databases/facts-pgsql.mjs';
import { rowsFor } from './real-databases/values.mjs';
import { record } from './results.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const ARCHIVE = here('../../shared/peers/databases.tar.xz');
const ORM = here('../packages/generator/bin/orm');
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    engine: { type: 'string', default: 'pgsql15,mariadb,mysql9,sqlite' },
    minutes: { type: 'string', default: '0' },
    lenient: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});

if (!existsSync(ARCHIVE)) {
  console.log(`!!! NOT RUN: the real databases are not here (${ARCHIVE})`);
  process.exit(0);
}
const began = performance.now();
const limit = Number(values.minutes) * 60_000;
const work = mkdtempSync(join(tmpdir(), 'orm-databases-'));
const results = [];
try {
  const unpacked = spawnSync('tar', ['xJf', ARCHIVE, '-C', work], { encoding: 'utf8' });
  if (unpacked.status !== 0) throw new Error(unpacked.stderr);
  for (const engine of values.engine.split(',')) {
    const reason = missing(engine);
    if (reason !== undefined) {
      console.log(`!!! NOT RUN on ${engine}: ${reason}`);
      continue;
    }
    for (const { name, file } of filesFor(engine)) {
      if (limit > 0 && performance.now() - began > limit) {
        console.log(`!!! NOT RUN: ${engine}/${name}, the ${values.minutes} minutes are over`);
        continue;
      }
      const result = play(engine, name, file);
      results.push(result);
      print(result);
    }
  }
} finally {
  if (values.keep) console.log(`kept: ${work}`);
  else rmSync(work, { recursive: true, force: true });
}
const failed = results.filter(({ problems, lost: all }) => problems.length > 0 || all.some(({ reason }) => !reason));
console.log(`${results.length} databases, ${failed.length} of them with something that no list explains`);
if (values.record) recordResults();
process.exitCode = failed.length > 0 && !values.lenient ? 1 : 0;

function filesFor(engine) {
  const root = join(work, 'databases');
  const { folder, oddities } = ENGINES[engine];
  const files = readdirSync(join(root, folder)).map((file) => ({
    name: basename(file, '.sql'),
    file: join(root, folder, file),
  }));
  const all = [...files.sort((a, b) => a.name.localeCompare(b.name)), { name: 'edge', file: join(root, oddities) }];
  const isWanted = ({ name }) =>
    [`${folder}/${name}`, `${engine}/${name}`, name].some((each) => values.only.includes(each));
  return values.only.length === 0 ? all : all.filter(isWanted);
}

/** One database there and back. */
function play(engine, name, file) {
  const result = {
    engine,
    name,
    tables: 0,
    errors: 0,
    times: {},
    problems: [],
    lost: [],
    rows: undefined,
    counts: undefined,
  };
  const folder = join(work, `${engine}-${name}`);
  const databases = [];
  try {
    const open = (which) => {
      const database = emptyDatabase(engine, `orm_real_${process.pid}_${which}`, join(work, `${which}.sqlite`));
      databases.push(database);
      return { database, project: project(join(folder, which), database) };
    };
    const first = open('first');
    result.errors = load(first.database, file, { isForeign: true }).length;
    const schemas = first.database.adapter === 'pgsql' ? pgsqlSchemas(first.database) : [];
    const reading = schemas.some((schema) => schema !== 'public')
      ? schemas.flatMap((schema) => ['--schema', schema])
      : [];
    const orm = (where, phase, ...args) => command(result, where.project, phase, args);
    orm(first, 'reverse', 'database:reverse', ...reading);
    result.tables = readFileSync(join(first.project, 'schema.xml'), 'utf8').match(/<table\b/g)?.length ?? 0;
    orm(first, 'sql:build', 'sql:build');
    doctor(result, first, 'doctor');

    const second = open('second');
    copy(first.project, second.project);
    const rest = (part) => {
      const sql = join(first.project, 'generated-sql', `default.${part}.sql`);
      const map = readFileSync(join(second.project, 'generated-sql/sqldb.map'), 'utf8');
      if (!existsSync(sql) || map.includes(basename(sql))) return;
      const errors = load(second.database, sql);
      if (errors.length > 0) result.problems.push(`${part}.sql: ${errors.length} errors, the first: ${errors[0]}`);
    };
    rest('rest.before');
    orm(second, 'sql:insert', 'sql:insert', '--yes');
    rest('rest');
    const differences = lost(factsOf(first.database), factsOf(second.database));
    orm(second, 'second reverse', 'database:reverse', '--output-dir', 'again', '--sql-dir', 'again', ...reading);
    result.lost = explained(engine, name, [
      ...differences,
      ...changedFiles(first.project, join(second.project, 'again')),
    ]);
    const before = readFileSync(join(first.project, 'schema.xml'), 'utf8');
    doctor(result, second, 'second doctor');
    orm(second, 'model:build', 'model:build');
    orm(second, 'page', 'schema:show', '--format', 'html', '--output', 'page.html');
    orm(second, 'config', 'config:convert');
    result.rows = insertRows(result, second);
    if (first.database.adapter === 'pgsql') result.counts = counts(first.database, before);
  } catch (error) {
    result.problems.push(error.message.slice(0, 1500));
  } finally {
    for (const database of values.keep ? [] : databases) dropDatabase(database);
  }
  return result;
}

/** The files of the second reverse that are not those of the first, byte for byte. */
function changedFiles(first, again) {
  const files = ['schema.xml', 'default.rest.before.sql', 'default.rest.sql'];
  return files.flatMap((file) => {
    const paths = [join(first, file === 'schema.xml' ? '' : 'generated-sql', file), join(again, file)];
    // The folder of the XSD is another one.
    const [before, after] = paths.map((path) =>
      existsSync(path)
        ? readFileSync(path, 'utf8').replace(/xsi:noNamespaceSchemaLocation="[^"]*"/, '')
        : 'there is no such file',
    );
    if (before === after) return [];
    const [text, other] = firstDifference(before, after);
    return [{ object: `second ${file}`, how: 'different', text, other }];
  });
}

function project(folder, { connection }) {
  mkdirSync(folder, { recursive: true });
  const configuration = { orm: { database: { connections: { default: connection } } } };
  writeFileSync(join(folder, 'orm.json'), JSON.stringify(configuration));
  return folder;
}

function copy(from, to) {
  const { status, stderr } = spawnSync('cp', ['-r', join(from, 'schema.xml'), join(from, 'generated-sql'), to], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

function command(result, cwd, phase, args) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [ORM, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 512 * 1024 * 1024,
  });
  result.times[phase] = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`orm ${args.join(' ')}: ${stderr.trim() || stdout.trim()}`);
  return stdout;
}

/** Whether the database is as the schema says. */
function doctor(result, { project: cwd }, phase) {
  const started = performance.now();
  const { stdout } = spawnSync(process.execPath, [ORM, 'doctor', '--json', '--timeout', '60'], {
    cwd,
    encoding: 'utf8',
  });
  result.times[phase] = (performance.now() - started) / 1000;
  const { findings = [] } = JSON.parse(stdout || '{}');
  const compared = findings.filter(({ group }) => group === 'Schema against database');
  if (compared.length === 0) result.problems.push(`${phase}: the database was not compared`);
  for (const { state, what } of compared) if (state !== 'ok') result.problems.push(`${phase}: ${what}`);
}

function insertRows(result, { project: folder, database }) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(
    'php',
    [
      '-d',
      'memory_limit=-1',
      here('real-databases/rows.php'),
      folder,
      here('../packages/runtime-php/vendor/autoload.php'),
    ],
    { input: JSON.stringify(rowsFor(database)), encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  result.times['rows'] = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`rows.php: ${stdout.slice(0, 1000)}${stderr}`);
  const rows = JSON.parse(stdout);
  const wrong = Object.entries(rows.wrong).map(([table, text]) => ({ how: 'wrong', object: `row of ${table}`, text }));
  result.lost.push(...explained(result.engine, result.name, wrong));
  return rows;
}

/** Gives each loss the reason that the list of the database has for it; `*` there stands for any characters. */
function explained(engine, name, found) {
  const lists = [`${engine}/${name}`, ENGINES[engine].folder].map((path) => here(`real-databases/lost/${path}.json`));
  const known = lists.map((list) => (existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}));
  const reasons = known.flatMap(Object.entries).map(([pattern, reason]) => {
    const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.+?()[\]{}|/-]/g, '\\$&'));
    return { reason, pattern: new RegExp(`^${parts.join('.*')}$`, 's') };
  });
  return found.map((each) => ({
    ...each,
    reason: reasons.find(({ pattern }) => pattern.test(`${each.how} ${each.object}`))?.reason,
  }));
}

/** How many the database has, partitions aside, and how many of them are in the schema. */
function counts(database, xml) {
  const tags = (pattern) => xml.match(pattern)?.length ?? 0;
  // Elements with attributes alone, up to the end of the tag, and with the columns in them.
  const indexes = [...xml.matchAll(/<(index|unique)\b([^>]*)>(.*?)<\/\1>/gs)].map(([, element, head, body]) => ({
    element,
    head,
    body,
  }));
  const having = (test) => indexes.filter(test).length;
  const found = pgsqlCounts(database);
  const kept = {
    checks: tags(/<check\b/g),
    partial: having(({ element, head }) => element === 'index' && /\bwhere=/.test(head)),
    'partial unique': having(({ element, head }) => element === 'unique' && /\bwhere=/.test(head)),
    gin: having(({ head, body }) => /\busing="gin"/i.test(head) || /"Index_type" value="gin"/i.test(body)),
    expression: having(({ body }) => /<(index|unique)-column[^>]*\bexpression=/.test(body)),
    descending: having(({ body }) => /\border="desc"/.test(body)),
  };
  return Object.fromEntries(Object.entries(found).map(([kind, count]) => [kind, [kept[kind], Number(count)]]));
}

function firstDifference(before, after) {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const at = a.findIndex((line, i) => line !== b[i]);
  return [`line ${at + 1}: ${a[at]?.trim()}`, `${b[at]?.trim()}`];
}

function print(result) {
  const { engine, name, tables, errors, times, problems, rows, counts: kept } = result;
  const open = result.lost.filter(({ reason }) => reason === undefined);
  const isFine = problems.length === 0 && open.length === 0;
  const row =
    rows === undefined
      ? ''
      : `, ${rows.rows} of ${rows.tables} rows (${Object.keys(rows.refused).length} refused by checks), ${rows.classes} classes`;
  const loss = `${open.length} lost, ${result.lost.length - open.length} explained`;
  console.log(
    `${isFine ? 'ok   ' : 'WRONG'} ${engine}/${name}: ${tables} tables (${errors} errors in its file), ${loss}${row}`,
  );
  console.log(
    `        ${Object.entries(times)
      .map(([phase, seconds]) => `${phase} ${seconds.toFixed(1)} s`)
      .join(', ')}; doctor/reverse ${ratio(times)}`,
  );
  if (kept !== undefined && Object.values(kept).some(([, all]) => all > 0))
    console.log(
      `        in the schema: ${Object.entries(kept)
        .map(([kind, [part, all]]) => `${kind} ${part} of ${all}`)
        .join(', ')}`,
    );
  for (const problem of problems) console.log(`        ! ${problem}`);
  for (const kind of new Set(open.map(kindOf))) {
    const all = open.filter((each) => kindOf(each) === kind);
    console.log(`        ${kind}: ${all.length}`);
    for (const { object, text = '', other } of values.show ? all : all.slice(0, 3)) {
      const cut = (each) => (values.show ? each : each.slice(0, 160)).replaceAll('\n', ' ');
      console.log(`          ${object}: ${cut(text)}${other === undefined ? '' : ` → ${cut(other)}`}`);
    }
  }
}

/** "missing index", "different column" … */
function kindOf({ how, object }) {
  const [, kind] =
    /^((?:comment on \S+|order of columns|numbering of|owner of sequence|foreign table|foreign server|constraint of index|name of unique|primary key|foreign key|materialized view|base table|event trigger|definition of view|not null of row id|width of column|detail of table)|\S+)/.exec(
      object,
    );
  return `${how} ${kind}`;
}

function ratio({ doctor: its, reverse }) {
  return its === undefined || reverse === undefined ? '–' : (its / reverse).toFixed(2);
}

function recordResults() {
  const line = ({ engine, name, tables, times, rows, lost: all, problems }) => {
    const open = all.filter(({ reason }) => reason === undefined).length;
    const seconds = (phase) => (times[phase] === undefined ? '–' : times[phase].toFixed(1));
    const phases = ['reverse', 'doctor', 'sql:insert', 'model:build', 'page'].map(seconds).join(' | ');
    const inserted = rows === undefined ? '–' : `${rows.rows} / ${rows.tables}`;
    return `| ${engine} | ${name} | ${tables} | ${all.length - open} | ${open} | ${problems.length} | ${inserted} | ${phases} | ${ratio(times)} |`;
  };
  const kept = results
    .filter(({ name, counts: all }) => name === 'gitlab' && all !== undefined)
    .map(
      ({ engine, counts: all }) =>
        `GitLab on ${engine}, in the schema: ${Object.entries(all)
          .map(([kind, [part, of]]) => `${kind} ${part} of ${of}`)
          .join(', ')}.`,
    );
  record(
    'Real databases',
    [
      '`node bench/real-databases.mjs`: DDL of real projects, read, built from what was read and its `rest.sql` into an empty database, and',
      'both compared by catalog queries of the script. "Explained" is what the lists under `bench/real-databases/lost` name with a reason,',
      `"lost" what nothing explains; times in seconds (${cpus().length} cores).`,
      '',
      '| engine | database | tables | explained | lost | problems | rows | reverse | doctor | sql:insert | model:build | page | doctor / reverse |',
      '|---|---|---|---|---|---|---|---|---|---|---|---|---|',
      ...results.map(line),
      ...(kept.length > 0 ? ['', ...kept] : []),
    ].join('\n'),
  );
}

// Propel's own fixture schemas (../shared/peers/propel2.tar.gz, unpacked to a temporary folder): each builds SQL that runs and
// classes, on SQLite and on MariaDB, or is refused with exactly the errors of the table below. A file that is not in the table
// has to build. MariaDB must run (node scripts/engines.mjs start mariadb); without it, and without the archive, the script says
// what it left out.

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engineUrl } from '../scripts/engines/locate.mjs';
import { query } from '../scripts/engines/wire-mysql.mjs';

const ARCHIVE = fileURLToPath(new URL('../../shared/peers/propel2.tar.gz', import.meta.url));
const ORM = fileURLToPath(new URL('../packages/generator/bin/orm', import.meta.url));

const behavior = (name) => `the behavior "${name}" is not supported yet`;
const ownBehavior = (name) => `there is no behavior "${name}"`;
const HELPERS = 'Propel\\Tests\\Helpers\\Bookstore\\Behavior';

/** The errors of each file that is refused, each message once; by vendor where they differ. */
const REFUSED = {
  'bookstore/behavior-add-class-schema.xml': [ownBehavior(`\\${HELPERS}\\AddClassBehavior`)],
  'bookstore/behavior-aggregate-multiple-schema.xml': [behavior('aggregate_multiple_columns')],
  'bookstore/behavior-aggregate-schema.xml': [behavior('aggregate_column')],
  'bookstore/behavior-auto-add-pk-schema.xml': [behavior('auto_add_pk')],
  'bookstore/behavior-concrete-inheritance-schema.xml': [behavior('concrete_inheritance')],
  'bookstore/behavior-query_cache-schema.xml': [behavior('query_cache')],
  'bookstore/behavior-schema.xml': [
    ownBehavior(`${HELPERS}\\DoNothingBehavior`),
    ownBehavior(`${HELPERS}\\Testallhooksbehavior`),
  ],
  'bookstore/behavior-sluggable-schema.xml': [behavior('sluggable')],
  'bookstore/behavior-sortable-schema.xml': [
    'the scope column "style2" is of type SET, whose values cannot tell lists apart on every database',
  ],
  'bookstore/behavior-timestampable-schema.xml': [behavior('timestampable')],
  'bookstore/behavior-validate-schema.xml': [behavior('validate')],
  'bookstore/behavior-validate-triggers-schema.xml': [
    behavior('concrete_inheritance'),
    behavior('i18n'),
    behavior('validate'),
  ],
  'bookstore/schema.xml': {
    sqlite: [
      'SQLite numbers rows only by a column that is the whole primary key (column "id" of table "record_label")',
    ],
    mysql: ['ON UPDATE is not part of a default (column "updated")'],
  },
  // Its tables refer to those of fooSchema.xml, which Propel's test reads with it.
  'generator/builder/barSchema.xml': ['there is no table "table1"'],
  'quoting/schema.xml': ['a DOCTYPE is not allowed in a schema'],
  'recursive/level1/level2/other-schema.xml': ['the file is empty'],
  'recursive/level1/schema.xml': ['the file is empty'],
  'recursive/schema.xml': ['the file is empty'],
  'schemas/schema.xml': [behavior('aggregate_column'), behavior('concrete_inheritance')],
};

if (!existsSync(ARCHIVE)) {
  console.log(`!!! NOT RUN: Propel's fixtures are not here (${ARCHIVE})`);
  process.exit(0);
}
const server = engineUrl('mariadb');
if (server === undefined)
  console.log('!!! NOT RUN on MariaDB, which is not started: node scripts/engines.mjs start mariadb');

const work = mkdtempSync(join(tmpdir(), 'orm-fixtures-'));
const counts = { built: 0, refused: 0, wrong: 0 };
try {
  const unpacked = spawnSync('tar', ['xzf', ARCHIVE, '-C', work, 'propel2/tests/Fixtures'], { encoding: 'utf8' });
  if (unpacked.status !== 0) throw new Error(unpacked.stderr);
  const fixtures = join(work, 'propel2/tests/Fixtures');
  const files = readdirSync(fixtures, { recursive: true })
    .filter((file) => /schema\.xml$/i.test(file))
    .sort();
  for (const [i, file] of files.entries()) {
    for (const vendor of server === undefined ? ['sqlite'] : ['sqlite', 'mysql']) {
      const problem = await judge(join(fixtures, file), join(work, `${vendor}-${i}`), vendor, expected(file, vendor));
      console.log(
        `${problem === undefined ? 'ok  ' : 'WRONG'} ${vendor} ${file}${problem === undefined ? '' : `\n${problem}`}`,
      );
    }
  }
  for (const file of Object.keys(REFUSED)) {
    if (files.includes(file)) continue;
    counts.wrong++;
    console.log(`WRONG there is no ${file}`);
  }
  console.log(
    `${files.length} files: ${counts.built} built and ran, ${counts.refused} refused as expected, ${counts.wrong} wrong`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = counts.wrong > 0 ? 1 : 0;

function expected(file, vendor) {
  const errors = REFUSED[file];
  return Array.isArray(errors) || errors === undefined ? errors : errors[vendor];
}

/** What is wrong with a fixture, or nothing. */
async function judge(file, project, vendor, errors) {
  mkdirSync(project);
  // Files that others take in have other names.
  for (const name of readdirSync(dirname(file))) {
    if (name.endsWith('.xml') && !name.endsWith('schema.xml'))
      copyFileSync(join(dirname(file), name), join(project, name));
  }
  const text = readFileSync(file, 'utf8');
  writeFileSync(join(project, 'schema.xml'), text);
  const [, connection = 'default'] = /<database\b[^>]*?\sname="([^"]*)"/.exec(text) ?? [];
  const settings = vendor === 'sqlite' ? { adapter: 'sqlite', dsn: 'sqlite:fixture.db' } : await database();
  writeFileSync(
    join(project, 'orm.json'),
    JSON.stringify({ orm: { database: { connections: { [connection]: settings } } } }),
  );
  const problem = errors === undefined ? build(project) : refuse(project, errors);
  counts[problem !== undefined ? 'wrong' : errors === undefined ? 'built' : 'refused']++;
  return problem;
}

function orm(project, ...args) {
  return spawnSync(process.execPath, [ORM, ...args], { cwd: project, encoding: 'utf8' });
}

function build(project) {
  for (const args of [['sql:build'], ['model:build'], ['sql:insert'], ['sql:insert', '--yes']]) {
    const { status, stderr } = orm(project, ...args);
    if (status !== 0) return `orm ${args.join(' ')}: ${stderr}`;
  }
  return undefined;
}

function refuse(project, errors) {
  for (const command of ['schema:check', 'sql:build', 'model:build']) {
    const { diagnostics = [] } = JSON.parse(orm(project, command, '--json').stdout || '{}');
    const messages = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    const said = [...new Set(messages)].sort();
    if (said.join('\n') !== errors.toSorted().join('\n')) return `orm ${command} says:\n${said.join('\n')}`;
  }
  return undefined;
}

/** The settings of an empty database of its own. */
async function database() {
  const { hostname, port, username, password, pathname } = new URL(server);
  const name = `${basename(pathname)}_propel`;
  const login = { port: Number(port), user: username, password, database: pathname.slice(1) };
  await query(login, `DROP DATABASE IF EXISTS ${name}`);
  await query(login, `CREATE DATABASE ${name}`);
  return { adapter: 'mysql', dsn: `mysql:host=${hostname};port=${port};dbname=${name}`, user: username, password };
}

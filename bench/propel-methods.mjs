#!/usr/bin/env node
// Every public method and constant of Propel's classes against ours, for classes that both generate from one schema
// (propel-methods/schema.xml) and for those of the runtimes. What is missing here, or takes fewer arguments, has to be named in
// the guide; and what the guide says to write instead has to exist. The same calls then run with both, on SQLite
// (propel-methods/stories.php): what differs has to be in propel-methods/differences.json, each with words of the guide.
//   node bench/propel-methods.mjs [--all]     --all prints every name with the line that explains it
// Propel is installed by Composer (bench/propel.mjs); where that is not possible, the script says so and checks nothing.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildProject } from '../scripts/php/project.mjs';
import { runtimeFolder } from '../scripts/php/tools.mjs';
import { buildPropelProject, connectionIn, installPropel } from './propel.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const PAGES = ['coming-from-propel.md', 'propel-methods.md'];
const TABLES = ['Author', 'Book', 'Contract', 'Edition', 'Tag', 'BookTag', 'Event', 'Note'];

/** Classes of the runtimes: Propel's and ours. */
const RUNTIME = {
  collection: ['Propel\\Runtime\\Collection\\ObjectCollection', 'Orm\\Runtime\\Collection\\ObjectCollection'],
  iterator: ['Propel\\Runtime\\Collection\\CollectionIterator', 'Orm\\Runtime\\Collection\\CollectionIterator'],
  pager: ['Propel\\Runtime\\Util\\PropelModelPager', 'Orm\\Runtime\\Query\\Pager'],
  facade: ['Propel\\Runtime\\Propel', 'Orm\\Runtime\\Orm'],
  container: [
    'Propel\\Runtime\\ServiceContainer\\StandardServiceContainer',
    'Orm\\Runtime\\ServiceContainer\\StandardServiceContainer',
  ],
  connection: ['Propel\\Runtime\\Connection\\ConnectionWrapper', 'Orm\\Runtime\\Connection\\ConnectionWrapper'],
  criteria: ['Propel\\Runtime\\ActiveQuery\\Criteria', 'Orm\\Runtime\\Query\\Criteria'],
  selection: [null, 'Orm\\Runtime\\Query\\Selection'],
};

/** Names that hold the name of a column or relation, and the one by which the guide explains them. */
const FAMILIES = [
  [/^get\w+Join\w+$/, 'getBooksJoinPublisher'],
  [/^init[A-Z]\w*s$/, 'initBooks'],
  [/^resetPartial\w+$/, 'resetPartialBooks'],
  [/^rightJoinWith\w+$/, 'rightJoinWithAuthor'],
  [/^rightJoin\w+$/, 'rightJoinAuthor'],
  [/^use[A-Z]\w+NotExistsQuery$/, 'useAuthorNotExistsQuery'],
  [/^use[A-Z]\w+ExistsQuery$/, 'useAuthorExistsQuery'],
  [/^useNotIn[A-Z]\w+Query$/, 'useNotInAuthorQuery'],
  [/^useIn[A-Z]\w+Query$/, 'useInAuthorQuery'],
  [/^(findBy|findOneBy|requireOneBy|orderBy|groupBy)(?:Cover|Data)$/, '$1Cover'],
  [/^get(?:SignedOn|UpdatedAt)$/, 'getPublishedOn'],
];

/** Names in the guide's advice that are PHP's own, or of tables that the schema of this script does not have. */
const OTHERS = new Set(
  'format getTimestamp modify cases spl_object_id max lastInsertId fetchAll FETCH_ASSOC info json_decode'.split(' '),
);

const work = mkdtempSync(join(tmpdir(), 'orm-methods-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const propel = installPropel(work);
if (propel.missing) {
  console.log(`!!! NOT RUN: Propel 2 cannot be installed: ${propel.missing}`);
  process.exit(0);
}

const project = await buildProject('sqlite', { schemas: here('propel-methods') });
let theirs;
let ours;
let stories;
try {
  const schema = readFileSync(here('propel-methods/schema.xml'), 'utf8').replace(' enumStorage="index"', '');
  const folder = join(work, 'project');
  const connection = connectionIn(project.folder);
  const dsn = `sqlite:${join(work, 'theirs.sq3')}`;
  copyFileSync(connection.dsn.replace('sqlite:', ''), dsn.replace('sqlite:', ''));
  buildPropelProject(propel, folder, schema, { ...connection, dsn });
  const autoload = join(runtimeFolder, 'vendor/autoload.php');
  theirs = classesOf(folder, propel.autoload, 0);
  ours = classesOf(project.folder, autoload, 1);
  stories = [
    php('stories.php', [folder, propel.autoload], { STORY_DSN: dsn }),
    php('stories.php', [project.folder, autoload], { STORY_DSN: connection.dsn }),
  ];
} finally {
  await project.remove();
}

const guide = PAGES.map((name) => readFileSync(here(`../docs/${name}`), 'utf8').replaceAll(/^```.*?^```$/gms, ''));
const explained = explanations(guide);
const problems = [...unexplained(), ...wrongAdvice(guide), ...otherStories(...stories)];
for (const problem of problems) console.log(`WRONG ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Public methods with their number of parameters, and constants, by the name that both sides give a class. */
function classesOf(folder, autoload, side) {
  const generated = TABLES.flatMap((table) => [
    `${table}=Shop\\${table}`,
    `${table}Query=Shop\\${table}Query`,
    `${table}TableMap=Shop\\Map\\${table}TableMap`,
  ]);
  const runtime = Object.entries(RUNTIME).flatMap(([name, pair]) => (pair[side] ? [`${name}=${pair[side]}`] : []));
  return php('list.php', [folder, autoload, ...generated, ...runtime]);
}

/** What a script prints; Propel uses what PHP has deprecated. */
function php(script, args, env = {}) {
  const options = ['-d', 'error_reporting=8191', '-d', 'display_errors=stderr'];
  const { status, stdout, stderr } = spawnSync('php', [...options, here(`propel-methods/${script}`), ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, ...env },
  });
  if (status !== 0 || stderr !== '') throw new Error(`${script} failed:\n${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/** Names in the code spans of the guide, with the first line that has each. */
function explanations(pages) {
  const found = new Map();
  for (const line of pages.flatMap((page) => page.split('\n'))) {
    for (const [, code] of line.matchAll(/`([^`]+)`/g)) {
      for (const [name] of code.matchAll(/\w+/g)) if (!found.has(name)) found.set(name, line);
    }
  }
  return found;
}

function unexplained() {
  const wrong = [];
  const seen = new Map();
  let same = 0;
  for (const [name, { methods, constants }] of Object.entries(theirs)) {
    const own = ours[name];
    const counts = new Map(Object.entries(own.methods).map(([method, count]) => [method.toLowerCase(), count]));
    // Criteria is a class of words here; its methods are those of queries.
    const compared = name === 'criteria' ? [] : Object.entries(methods);
    for (const [method, parameters] of compared) {
      const count = counts.get(method.toLowerCase());
      if (count !== undefined && count >= parameters) same++;
      else
        seen.set(
          family(method),
          `${name}::${method}() ${count === undefined ? 'is missing' : 'takes fewer arguments'}`,
        );
    }
    const known = name.endsWith('Query') ? theirs.criteria.constants : [];
    for (const constant of constants) {
      if (own.constants.includes(constant)) same++;
      else if (!known.includes(constant)) seen.set(constant, `${name}::${constant} is missing`);
    }
  }
  for (const [name, what] of seen) {
    if (!explained.has(name)) wrong.push(`${what}, and the guide does not name ${name}`);
    else if (values.all) console.log(`${what}\n    ${explained.get(name)}`);
  }
  console.log(`${same} methods and constants of Propel are here; ${seen.size} names are not, or take fewer arguments`);
  return wrong;
}

function family(method) {
  for (const [pattern, name] of FAMILIES) if (pattern.test(method)) return method.replace(pattern, name);
  return method;
}

/** What the right column of the tables calls has to be there. */
function wrongAdvice(pages) {
  const known = new Set(Object.values(ours).flatMap(({ methods }) => Object.keys(methods)));
  const constants = new Set(Object.values(ours).flatMap((each) => each.constants));
  const lines = pages.flatMap((page) => page.split('\n')).filter((line) => /^\| .* \|$/.test(line));
  const wrong = [];
  for (const line of lines) {
    const cell = line.replaceAll('\\|', '').split(' | ').slice(1).join(' | ');
    for (const [, code] of cell.matchAll(/`([^`]+)`/g)) {
      const calls = [...code.matchAll(/(?:^|->|\?->|::)([a-z_]\w*)\(/g)].map(([, name]) => name);
      const named = [...code.matchAll(/\w+::([A-Z][A-Z_]+)\b/g)].map(([, name]) => name);
      for (const name of calls)
        if (!known.has(name) && !OTHERS.has(name)) wrong.push(`there is no ${name}() to write: ${line}`);
      for (const name of named)
        if (!constants.has(name) && !OTHERS.has(name)) wrong.push(`there is no constant ${name} to write: ${line}`);
    }
  }
  return wrong;
}

/** Calls that end differently with Propel's classes and with ours, other than the table says. */
function otherStories(propels, own) {
  const differences = JSON.parse(readFileSync(here('propel-methods/differences.json'), 'utf8'));
  const wrong = [];
  for (const [what, result] of Object.entries(propels)) {
    const [told, ended] = [JSON.stringify(result), JSON.stringify(own[what])];
    const expected = differences[what] ?? { propel: result, here: result };
    if (told !== JSON.stringify(expected.propel) || ended !== JSON.stringify(expected.here))
      wrong.push(`${what}: Propel ${told}, here ${ended}`);
    if (expected.guide !== undefined && !listGuide().includes(expected.guide))
      wrong.push(`${what}: the guide does not say "${expected.guide}"`);
  }
  for (const what of Object.keys(differences)) if (!(what in propels)) wrong.push(`there is no story "${what}"`);
  const count = Object.keys(propels).length;
  console.log(`${count} stories with both, ${Object.keys(differences).length} of them different as the guide says`);
  return wrong;
}

function listGuide() {
  return [...PAGES, 'lists-existing-table.md'].map((name) => readFileSync(here(`../docs/${name}`), 'utf8')).join('\n');
}

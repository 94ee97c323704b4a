// Static checks of PHP: the runtime, the classes that `orm` generates for each vendor, and sample code.
//   node scripts/php/check.mjs [--adapter pgsql,mysql] [--schema tests,everything] [--only lint,style,types] [folder…]
//
// The sample application in packages/runtime-php/tests/sample is checked with the classes of every vendor.
// lint is what php -l does, style is PSR-12 (phpcs), types is PHPStan at its highest level. Folders that are given (generated
// classes, sample code) are checked together, with the runtime. Needs no database.

import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildClasses, checkedSchemas } from './project.mjs';
import { checkout, composerTool, run, runtimeFolder } from './tools.mjs';

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    adapter: { type: 'string', default: 'pgsql,mysql,sqlite,mssql,oracle' },
    schema: { type: 'string', default: checkedSchemas.map(({ name }) => name).join() },
    only: { type: 'string', default: 'lint,style,types' },
  },
});
const jobs = 2;
const sample = join(runtimeFolder, 'tests', 'sample');
const own = ['src', 'tests'].map((name) => join(runtimeFolder, name));
let failures = 0;

function told(name, begun, { code, output }) {
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  if (code === 0) process.stdout.write(`ok: ${name} (${seconds} s)\n`);
  else {
    failures++;
    process.stdout.write(`FAILED: ${name}\n${output.trim()}\n`);
  }
}

function phpFiles(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.php'))
    .map((name) => join(folder, name));
}

/** Those of some files that no earlier call was given with the same text: half of the classes are the same for two vendors. */
function unseen(files, seen) {
  return files.filter((file) => {
    const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
    return !seen.has(hash) && seen.add(hash);
  });
}

const linted = new Set();

/** OPcache compiles without running: php -l of PHP 8.2 takes one file only, and most of its time is the start of PHP. */
const opcache = ['zend_extension=opcache', 'opcache.enable_cli=1', 'opcache.optimization_level=0'];
const loud = ['error_reporting=-1', 'display_errors=1'];

async function lint(name, work, paths) {
  const begun = performance.now();
  const all = paths.flatMap(phpFiles);
  const files = unseen(all, linted);
  const list = join(work, 'lint.txt');
  writeFileSync(list, files.join('\n'));
  const settings = [...opcache, ...loud].flatMap((setting) => ['-d', setting]);
  const { output } = await run('php', ['-n', ...settings, join(checkout, 'scripts/php/compile.php'), list]);
  // Whatever else is printed is an error, or what is deprecated.
  const isWell = all.length > 0 && output === `${files.length} files compiled\n`;
  told(`syntax: ${name}, ${files.length} new files`, begun, {
    code: isWell ? 0 : 1,
    output: all.length === 0 ? 'there is no PHP file' : output,
  });
}

const styled = new Set();

async function style(name, work, paths) {
  const begun = performance.now();
  const files = unseen(paths.flatMap(phpFiles), styled);
  if (files.length === 0) return;
  const list = join(work, 'style.txt');
  writeFileSync(list, files.join('\n'));
  const standard = join(runtimeFolder, 'phpcs.xml');
  const args = [`--standard=${standard}`, '--no-colors', `--parallel=${jobs}`, `--file-list=${list}`];
  told(`PSR-12: ${name}, ${files.length} new files`, begun, await run(composerTool('phpcs'), args));
}

/** Gives folders one path after the other: PHPStan analyses again what differs from its last run there, and what that concerns. */
async function inOnePlace(folder, work, use) {
  const place = join(work, 'classes');
  cpSync(folder, place, { recursive: true });
  await use(place);
  rmSync(place, { recursive: true });
}

/** Classes of two vendors have the same names, so each is a run of its own. */
async function analyse(name, work, analysed) {
  const begun = performance.now();
  const configuration = join(work, 'phpstan.neon'); // JSON is NEON
  const parameters = {
    level: 'max',
    paths: analysed,
    tmpDir: join(work, 'phpstan'),
    parallel: { maximumNumberOfProcesses: jobs },
  };
  writeFileSync(configuration, JSON.stringify({ parameters }, null, 2).replaceAll('%', '%%'));
  const args = [
    'analyse',
    '--no-progress',
    '--error-format=raw',
    '--no-ansi',
    '--memory-limit=2G',
    '--configuration',
    configuration,
  ];
  const autoload = ['--autoload-file', join(runtimeFolder, 'vendor', 'autoload.php')];
  told(`PHPStan, level max: ${name}`, begun, await run(composerTool('phpstan'), [...args, ...autoload], { cwd: work }));
}

async function checkAll(work) {
  const generated = [];
  for (const { name, adapters, analysed = adapters } of checkedSchemas.filter((each) =>
    options.schema.split(',').includes(each.name),
  )) {
    for (const adapter of adapters.filter((each) => options.adapter.split(',').includes(each))) {
      const classes = await buildClasses(name, adapter, work);
      generated.push({
        name: `classes of the schema "${name}" for ${adapter}`,
        folder: classes,
        samples: name === 'tests' ? [sample] : [],
        isAnalysed: analysed.includes(adapter),
      });
    }
  }
  const given = folders.map((folder) => resolve(folder));

  const wanted = options.only.split(',');

  if (wanted.includes('lint')) {
    await lint('the runtime and its tests', work, own);
    for (const { name, folder } of generated) await lint(name, work, [folder]);
    for (const folder of given) await lint(relative(checkout, folder), work, [folder]);
  }
  if (!composerTool('phpcs') || !composerTool('phpstan')) {
    process.stdout.write('!!! SKIPPED: PHP_CodeSniffer and PHPStan, for want of Composer packages\n');
    return;
  }
  // PHPStan uses one processor most of the time: something else can have the other one.
  await Promise.all([
    wanted.includes('style') && checkStyle(work, generated, given),
    wanted.includes('types') && checkTypes(work, generated, given),
  ]);
}

async function checkStyle(work, generated, given) {
  await style('the runtime and its tests', work, own);
  for (const { name, folder } of generated.filter(({ isAnalysed }) => isAnalysed)) await style(name, work, [folder]);
  for (const folder of given) await style(relative(checkout, folder), work, [folder]);
}

async function checkTypes(work, generated, given) {
  // Traits for generated classes are checked in some of them.
  const users = join(
    generated.find(({ samples }) => samples.length > 0)?.folder ?? (await buildClasses('tests', 'sqlite', work)),
    'Lists',
  );
  await analyse('the runtime and the support of its tests', work, [own[0], join(own[1], 'Support'), users]);
  for (const { name, folder, samples } of generated.filter(({ isAnalysed }) => isAnalysed)) {
    await inOnePlace(folder, work, (place) => analyse(name, work, [place, ...samples]));
  }
  if (given.length > 0) await analyse(given.map((folder) => relative(checkout, folder)).join(', '), work, given);
}

const work = mkdtempSync(join(tmpdir(), 'orm-php-check-'));
try {
  await checkAll(work);
} catch (error) {
  process.stdout.write(`FAILED: ${error.message}\n`);
  failures++;
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

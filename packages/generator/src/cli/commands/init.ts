import { existsSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { configCandidates } from '../../config/candidates.js';
import { shownPath } from '../../config/find.js';
import { formatOf as formatOfFile } from '../../config/formats/format.js';
import { Unwritable } from '../../config/write/tree.js';
import { failure } from '../../diagnostics/diagnostic.js';
import { printable } from '../../diagnostics/printable.js';
import type { PlannedFile } from '../../output/file-plan.js';
import { writeWhole } from '../../output/whole-plan.js';
import type { Reversed } from '../../reverse/reverse.js';
import type { SchemaFile } from '../../schema/format/node.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { type Answers, adapterOf, type Facts, slug } from '../init/answers.js';
import { nextSteps, type TypescriptSide } from '../init/closing.js';
import { converse, type Outcome, tablesOf } from '../init/dialogue.js';
import { type BuildCommand, runCommands } from '../init/first-build.js';
import { answersFromFlags, requireFlags, silentPrompter } from '../init/flags.js';
import { install } from '../init/install.js';
import {
  guessedExtension,
  guessedLanguages,
  languagesOf,
  missingPackages,
  nodePackage,
  usesTypescript,
} from '../init/languages.js';
import { folderOf, formatOf, generatorHome, projectFiles, schemaHead } from '../init/project-files.js';
import { Cancelled, type Prompter } from '../init/prompter.js';
import { shownPlace } from '../init/questions.js';
import { tryConnection } from '../init/trial.js';
import { tryInNewProcess } from '../init/trial-process.js';
import { installCommand, installLine } from '../install-line.js';
import { neededDriver } from '../installed.js';
import { findingDocument, nameDocument, showFindings, showNames } from '../reverse/report.js';

/** `orm init`: asks, shows what it will write, writes it, and builds for the first time. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const { terminal } = context;
  const prompter = terminal.interactive
    ? (await import('../init/clack.js')).clackPrompter(terminal)
    : silentPrompter(terminal);
  const installed: string[] = [];
  try {
    return await start(context, options, prompter, installed);
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    prompter.cancel(
      installed.length === 0
        ? 'cancelled: nothing was written'
        : `cancelled: ${installed.join(', ')} was installed, nothing else was written`,
    );
    return 1;
  }
}

/** `installed` gets the packages that were installed on the way. */
async function start(
  context: Context,
  options: CommandOptions,
  prompter: Prompter,
  installed: string[],
): Promise<ExitCode> {
  const { cwd, env, terminal } = context;
  const { normal, dist } = configCandidates(cwd);
  const existing = [...normal, ...dist].map((file) => shownPath(file, cwd));
  const first = existing[0];
  const facts: Facts = {
    cwd,
    folder: slug(basename(cwd)),
    format: first === undefined ? undefined : formatOfFile(first),
    targets: guessedLanguages(cwd),
    importExtension: guessedExtension(cwd, canStripTypes()),
    tables: undefined,
  };
  const given = answersFromFlags(options, env, facts);
  // An application in TypeScript needs the driver where it runs.
  const driverUse = usesTypescript({ targets: facts.targets, ...given }) ? 'application' : 'development';
  if (!terminal.interactive) requireFlags(given, facts, options.yes);
  prompter.open(terminal.talkPaint.bold('orm init'));
  if (!options.yes) await welcome(prompter, existing);
  const outcome = await converse(
    {
      prompter,
      facts,
      takesFallbacks: options.yes,
      attempt:
        options.connect === false
          ? undefined
          : async (answers, afresh) => {
              terminal.progress.update(`connecting to ${shownPlace(answers)}`);
              try {
                return await (afresh ? tryInNewProcess : tryConnection)(answers, cwd, env);
              } finally {
                terminal.progress.done();
              }
            },
      installCommand: (driver) => installCommand(cwd, driver, driverUse),
      install: async (driver) => {
        const command = installCommand(cwd, driver, driverUse);
        terminal.progress.update(command.line);
        try {
          const outcome = await install(command, env, (line) => terminal.progress.update(`${command.line}: ${line}`));
          if (outcome.kind === 'installed') installed.push(driver);
          return outcome;
        } finally {
          terminal.progress.done();
        }
      },
    },
    given,
  );
  refuseImport(outcome);
  if (options.yes) warnOfTrial(context, outcome);
  return finish(context, options, prompter, outcome, existing, facts);
}

/** A second run in the same folder says first what it found. */
async function welcome(prompter: Prompter, existing: readonly string[]): Promise<void> {
  if (existing.length === 0) return;
  prompter.say('warning', [`This folder has a configuration already: ${existing.map(printable).join(', ')}`]);
  const goesOn = await prompter.confirm({ message: 'Make a new one?', initial: false });
  if (!goesOn) throw new Cancelled();
}

function refuseImport({ answers, trial }: Outcome): void {
  if (answers.start !== 'import' || (tablesOf(trial) ?? 0) > 0) return;
  const reason = trial?.kind === 'failed' || trial?.kind === 'no-driver' ? trial.reason : 'the database has no tables';
  throw failure({
    code: 'init/no-import',
    message: `there is nothing to import: ${reason}`,
    help: 'give --sample or --empty instead of --import, or fix the connection',
  });
}

/** A sentence of the dialogue as the lines of help are written. */
const asHelp = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');

/** Nobody was asked how to go on: the files are written, and what is wrong is said. */
function warnOfTrial(context: Context, { trial }: Outcome): void {
  const { cwd, reporter } = context;
  if (trial?.kind !== 'failed' && trial?.kind !== 'no-driver') return;
  const help = trial.kind === 'failed' ? trial.hints.map(asHelp).join('\n') : installLine(cwd, trial.driver);
  reporter.warning({ code: 'init/not-connected', message: `no connection: ${trial.reason}`, help: help || undefined });
  context.showDiagnostics();
}

async function finish(
  context: Context,
  options: CommandOptions,
  prompter: Prompter,
  outcome: Outcome,
  existing: readonly string[],
  facts: Facts,
): Promise<ExitCode> {
  const { cwd, terminal } = context;
  const { answers, trial } = outcome;
  const imported = await importOf(outcome, cwd, options.keepNames);
  const rest = imported === undefined ? [] : await restFiles(answers, cwd, imported);
  const planned = [...planFiles(answers, facts, imported?.file), ...rest];
  const allowed = await withoutRefused(cwd, planned, existing, prompter, context, options);
  const results = writeWhole({ folder: cwd, ...allowed });
  const written = results.filter(({ status }) => status !== 'unchanged').map(({ path }) => printable(path));
  if (terminal.interactive)
    prompter.say('success', [written.length === 0 ? 'Nothing has changed.' : `Written: ${written.join(', ')}`]);
  else for (const { path, status } of results) terminal.result(`${status}: ${path}`);
  const commands = await chooseBuild(prompter, options, outcome);
  prompter.close('The project is ready.');
  context.document({
    connection: { adapter: answers.adapter, dsn: shownPlace(answers), tried: trial?.kind ?? 'not tried' },
    format: formatOf(answers),
    schema: answers.start,
    files: results,
  });
  if (imported !== undefined) {
    context.document({ names: imported.names.map(nameDocument), findings: imported.findings.map(findingDocument) });
    showNames(terminal, imported.names);
    showFindings(terminal, imported.findings, {
      rest: { shown: rest.map(({ path }) => path).join(' and '), holds: (finding) => imported.rest.made.has(finding) },
    });
  }
  const { passwordEnv, password } = answers;
  const env =
    passwordEnv === undefined || password === undefined ? context.env : { ...context.env, [passwordEnv]: password };
  context.document({ build: await runCommands(context, options, commands, env) });
  await sayNextSteps(context, answers, commands, facts);
  return 0;
}

/** The schema of the database, where it is wanted. */
async function importOf({ answers, trial }: Outcome, cwd: string, keepNames: boolean): Promise<Reversed | undefined> {
  if (answers.start !== 'import' || trial?.kind !== 'connected' || trial.catalog === undefined) return undefined;
  const { importSchema } = await import('../init/import.js');
  return importSchema(adapterOf(answers), trial.catalog, schemaHead(answers, cwd), keepNames, languagesOf(answers));
}

/** What the schema cannot say, as SQL beside it, as `database:reverse` writes it. */
async function restFiles(answers: Answers, cwd: string, { rest }: Reversed): Promise<readonly PlannedFile[]> {
  const { restPlan } = await import('../reverse/rest-plan.js');
  const folder = folderOf(answers, 'sqlDir');
  const { files } = restPlan(join(cwd, folder), answers.connectionName ?? '', rest, { map: undefined }, false);
  return files.map((file) => ({ ...file, path: posix.join(folder, file.path) }));
}

function planFiles(answers: Answers, facts: Facts, imported: SchemaFile | undefined): readonly PlannedFile[] {
  try {
    return projectFiles(answers, facts, imported);
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error;
    throw failure({
      code: 'init/unwritable',
      message: `orm.${formatOf(answers)} cannot hold the value of ${printable(error.path)}: ${error.message}`,
      help: 'choose another format, such as yaml',
    });
  }
}

/** What may be written: for every file that is there and would change, somebody said yes. */
async function withoutRefused(
  cwd: string,
  planned: readonly PlannedFile[],
  existing: readonly string[],
  prompter: Prompter,
  { terminal }: Context,
  options: CommandOptions,
): Promise<{ files: readonly PlannedFile[]; removals: readonly string[] }> {
  const replaced = planned.filter(({ path, content }) => {
    const target = join(cwd, path);
    return existsSync(target) && readFileSync(target, 'utf8') !== content;
  });
  // Two configurations are an error for every other command.
  const others = existing.filter((path) => !path.endsWith('.dist') && path !== planned[0]?.path);
  const touched = [...replaced.map(({ path }) => path), ...others];
  if (touched.length === 0 || options.force) return { files: planned, removals: others };
  if (!terminal.interactive || options.yes) {
    throw failure({
      code: 'init/exists',
      message: `${touched.map(printable).join(', ')} ${touched.length === 1 ? 'exists' : 'exist'} already, and nothing was written`,
      help: '--force replaces them; without --yes, in a terminal, you are asked for each',
    });
  }
  const kept = new Set<string>();
  for (const { path } of replaced) {
    if (!(await prompter.confirm({ message: `${printable(path)} exists. Replace it?`, initial: false })))
      kept.add(path);
  }
  for (const path of others) {
    const message = `${printable(path)} would be a second configuration. Remove it?`;
    if (!(await prompter.confirm({ message, initial: false }))) throw new Cancelled();
  }
  return { files: planned.filter(({ path }) => !kept.has(path)), removals: others };
}

/** The commands to run now. The tables are created only where nothing can be lost, and only when asked. */
async function chooseBuild(
  prompter: Prompter,
  options: CommandOptions,
  { answers, trial }: Outcome,
): Promise<readonly BuildCommand[]> {
  const build: readonly BuildCommand[] = ['sql:build', 'model:build', 'config:convert'];
  if (answers.start === 'empty' || options.build === false) return [];
  if (options.yes) return options.build === true ? build : [];
  const wants =
    options.build === true ||
    (await prompter.confirm({ message: 'Build the SQL and the classes now?', initial: true }).catch(notNow));
  if (!wants) return [];
  if (answers.start === 'import' || tablesOf(trial) !== 0) return build;
  const isThere = trial?.kind === 'connected';
  const message = isThere
    ? 'The database is empty. Create the tables in it, too?'
    : 'Create the database file with its tables, too?';
  const creates = await prompter.confirm({ message, initial: true }).catch(notNow);
  return creates ? [...build, 'sql:insert'] : build;
}

/** The project is whole: leaving now only means that nothing is built. */
function notNow(error: unknown): false {
  if (error instanceof Cancelled) return false;
  throw error;
}

async function sayNextSteps(
  { cwd, terminal }: Context,
  answers: Answers,
  done: readonly BuildCommand[],
  facts: Facts,
): Promise<void> {
  const paint = terminal.talkPaint;
  terminal.talk('');
  terminal.talk(paint.bold('Next'));
  const installed = {
    generator: generatorHome(cwd) !== undefined,
    runtime: existsSync(join(cwd, 'vendor/ormgen/runtime')),
    typescript: await typescriptSide(cwd, answers, facts),
  };
  for (const [i, { title, lines }] of nextSteps(answers, done, installed).entries()) {
    terminal.talk(`  ${String(i + 1)}. ${title}`);
    for (const line of lines) terminal.talk(`     ${paint.cyan(line)}`);
  }
}

async function typescriptSide(cwd: string, answers: Answers, { importExtension }: Facts): Promise<TypescriptSide> {
  const missing = missingPackages(cwd, await neededDriver(adapterOf(answers)));
  const lines = (['application', 'development'] as const)
    .filter((use) => missing[use].length > 0)
    .map((use) => installLine(cwd, missing[use].join(' '), use));
  return { installLines: lines, isModule: nodePackage(cwd).type === 'module', extension: importExtension };
}

/** Whether this Node runs files of TypeScript without a flag; earlier versions do not know of the question. */
const canStripTypes = (): boolean => 'typescript' in process.features && process.features.typescript !== false;

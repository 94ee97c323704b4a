import { adapterOfDsn } from '../../config/dsn-connection.js';
import type { Environment } from '../../config/template.js';
import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import type { CommandOptions } from '../command.js';
import type { Terminal } from '../terminal.js';
import { type Answers, type Facts, isServer } from './answers.js';
import { normalLanguages } from './languages.js';
import type { Prompter } from './prompter.js';
import { derived, QUESTIONS } from './questions.js';

/** The answers that the command line gives. A wrong one stops everything: nobody would see a question about it. */
export function answersFromFlags(options: CommandOptions, env: Environment, facts: Facts): Answers {
  const { adapter, dsn, file, host, port, database, user, password, passwordEnv, format } = options;
  const { project, connectionName, target, namespace, schemaDir, sqlDir, phpDir, confDir, tsDir } = options;
  const stored = passwordEnv === undefined ? undefined : env[passwordEnv];
  const folders = [schemaDir, sqlDir, phpDir, confDir, tsDir].some((folder) => folder !== undefined);
  const given = {
    ...{ adapter: adapter ?? adapterOfDsn(dsn ?? ''), dsn, file, host, port, database, user, passwordEnv },
    password: password ?? stored,
    start: startOf(options),
    ...{ project, connectionName, namespace, schemaDir, sqlDir, phpDir, confDir, tsDir, format },
    targets: target === undefined ? undefined : normalLanguages(target),
    folders: folders ? 'usual' : undefined,
  };
  const answers: Answers = derived(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  );
  for (const question of QUESTIONS) {
    const value = answers[question.id];
    if (value === undefined) continue;
    const wrong = question.check(value, answers, facts);
    if (wrong === undefined) continue;
    const shown = question.id === 'password' || question.id === 'dsn' ? '' : ` ${quoted(value)}`;
    throw failure({ code: 'init/wrong-value', message: `${question.flag} cannot be${shown || ' this'}`, help: wrong });
  }
  refuseContradictions(options);
  return answers;
}

const startOf = (options: CommandOptions): string | undefined =>
  options.import ? 'import' : options.sample ? 'sample' : options.empty ? 'empty' : undefined;

function refuseContradictions(options: CommandOptions): void {
  const starts = (['import', 'sample', 'empty'] as const).filter((flag) => options[flag]);
  const places = (['file', 'host', 'port', 'database'] as const).filter((flag) => options[flag] !== undefined);
  const [first, second] = starts;
  if (second !== undefined) {
    throw failure({
      code: 'init/contradiction',
      message: `--${String(first)} and --${second} exclude each other`,
      help: 'give one of them',
    });
  }
  if (options.dsn !== undefined && places.length > 0) {
    throw failure({
      code: 'init/contradiction',
      message: `--dsn and ${places.map((flag) => `--${flag}`).join(', ')} say the same thing twice`,
      help: 'give the DSN, or its parts',
    });
  }
}

/** Without a terminal everything that nobody can guess must be there, and `--yes` for the rest. */
export function requireFlags(answers: Answers, facts: Facts, yes: boolean): void {
  const missing = QUESTIONS.filter(
    (question) => question.needed === true && answers[question.id] === undefined && question.applies(answers, facts),
  );
  const flags = [...missing.map(({ flag }) => flag), ...(yes ? [] : ['--yes'])];
  if (flags.length === 0) return;
  const help = [
    ...missing.map(({ flag, id }) => `${flag}: ${NEEDED[id] ?? ''}`),
    ...(answers.adapter === undefined ? ['all but sqlite also need --database (or --dsn) and --user'] : []),
    ...(yes ? [] : ['--yes: takes the defaults for everything else, and asks nothing']),
    ...(isServer(answers) && answers.dsn === undefined && flags.includes('--database')
      ? ['--dsn may stand for --host, --port and --database']
      : []),
  ];
  throw failure({
    code: 'init/missing-flags',
    message: `there is no terminal to ask in: ${listed(flags)} ${flags.length === 1 ? 'is' : 'are'} missing`,
    help: [...help, 'run "orm help init" for all flags'].join('\n'),
  });
}

const NEEDED: Readonly<Record<string, string>> = {
  adapter: 'pgsql, mysql, sqlite, mssql or oracle',
  database: 'the name of the database',
  user: 'the user of the database, and --password or --password-env if it has one',
};

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;

/** For scripts: nobody is asked, remarks are talk. What would have to be asked was refused before. */
export function silentPrompter(terminal: Terminal): Prompter {
  const asked = (): never => {
    throw new Error('a question without a terminal');
  };
  return {
    select: asked,
    text: asked,
    password: asked,
    confirm: asked,
    say: (_, lines) => {
      for (const line of lines) terminal.talk(line);
    },
    table: () => undefined,
    open: () => undefined,
    close: () => undefined,
    cancel: () => undefined,
  };
}

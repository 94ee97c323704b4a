import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseDsn } from '../../config/dsn.js';
import { DSN_DRIVERS } from '../../config/dsn-parameters.js';
import { driverOfUrl } from '../../config/dsn-url.js';
import type { Format } from '../../config/formats/format.js';
import { placeOf } from '../../config/keys.js';
import { isLoginProblem, withoutUrl } from '../../config/url-login.js';
import { writeDsn } from '../../config/write/dsn.js';
import { FORMATS } from '../../config/write/write.js';
import { Reporter } from '../../diagnostics/diagnostic.js';
import { printable } from '../../diagnostics/printable.js';
import { ADAPTERS, type Adapter } from '../../model/adapter.js';
import { type Answers, adapterOf, dsnOf, type Facts, folderBelow, isServer, type QuestionId, slug } from './answers.js';
import { checkLanguages, isPhpOnly, LANGUAGE_CHOICES, usesBoth, usesPhp, usesTypescript } from './languages.js';
import type { Choice } from './prompter.js';

/** A question as data: who asks it, and whether it is asked at all, is decided elsewhere. */
export interface Question {
  readonly id: QuestionId;
  readonly kind: 'select' | 'text' | 'password';
  /** The flag that answers it. */
  readonly flag: string;
  message(answers: Answers): string;
  /** Of a select. */
  choices?(answers: Answers, facts: Facts): readonly Choice[];
  /** What a person is offered, and what `--yes` takes unless the answer is `needed`. */
  fallback(answers: Answers, facts: Facts): string;
  /** What the empty field shows, where that is not the fallback. */
  placeholder?(answers: Answers): string;
  /** Nobody can guess it: without a terminal its flag must be given. */
  readonly needed?: boolean;
  /** The diagnostic about an answer. */
  check(answer: string, answers: Answers, facts: Facts): string | undefined;
  applies(answers: Answers, facts: Facts): boolean;
}

export const TITLES: Readonly<Record<Adapter, string>> = {
  pgsql: 'PostgreSQL',
  mysql: 'MySQL or MariaDB',
  sqlite: 'SQLite',
  mssql: 'SQL Server',
  oracle: 'Oracle',
};

export const FORMAT_TITLES: Readonly<Record<Format, string>> = {
  yaml: 'YAML',
  php: 'PHP',
  json: 'JSON',
  ini: 'INI',
  xml: 'XML',
};

const PORTS: Readonly<Record<Adapter, string>> = {
  pgsql: '5432',
  mysql: '3306',
  sqlite: '',
  mssql: '1433',
  oracle: '1521',
};

const always = (): boolean => true;
const hasPlaces = (answers: Answers): boolean => isServer(answers) && answers.dsn === undefined;
const oneOf =
  (...allowed: readonly string[]) =>
  (answer: string): string | undefined =>
    allowed.includes(answer) ? undefined : `write one of ${allowed.join(', ')}`;

/** The diagnostic of the configuration about a DSN, in one line. */
function checkDsn(dsn: string, answers: Answers): string | undefined {
  // What a variable holds is known when it is read.
  if (hasLookup(dsn)) return undefined;
  const login = withoutUrl({ dsn, user: answers.user, password: answers.password }, 'x');
  if (isLoginProblem(login)) return login.message.replace(' "x"', '');
  const reporter = new Reporter();
  parseDsn({ text: login.dsn, adapter: adapterOf(answers), connection: 'x', span: undefined }, reporter);
  const [first] = reporter.diagnostics;
  return first === undefined ? undefined : [first.message, first.help?.split('\n')[0]].filter(Boolean).join('; ');
}

const isDsn = (text: string): boolean =>
  driverOfUrl(text) !== undefined || Object.keys(DSN_DRIVERS).some((driver) => text.startsWith(`${driver}:`));

const hasLookup = (text: string): boolean => /%env\.\w+%/.test(text);

/** Whether a DSN may hold a part of the login: it has the parameter, is a URL, or all of it is in a variable. */
const mayHold = (part: 'user' | 'password', dsn = ''): boolean =>
  new RegExp(`[;:\\s]${part}\\s*=`, 'i').test(dsn) ||
  (driverOfUrl(dsn) !== undefined && hasLookup(dsn)) ||
  /^%env\.\w+%$/.test(dsn);

// biome-ignore lint/suspicious/noControlCharactersInRegex: naming control characters is the purpose
const CONTROL = /[\u0000-\u001f\u007f]/;

const noControl = (answer: string): string | undefined =>
  CONTROL.test(answer) ? 'line ends and other control characters cannot be used' : undefined;

function checkPart(part: 'host' | 'port' | 'database') {
  return (answer: string, answers: Answers): string | undefined => {
    if (answer.trim() === '') return 'this cannot be empty';
    if (part === 'host' && isDsn(answer)) return checkDsn(answer, answers);
    const place = { database: 'x', [part]: answer };
    return (
      noControl(answer) ?? (writeDsn(adapterOf(answers), place) === undefined ? 'a DSN cannot hold this' : undefined)
    );
  };
}

/** The questions about the connection, in their order. */
export const CONNECTION_QUESTIONS: readonly Question[] = [
  {
    id: 'adapter',
    kind: 'select',
    flag: '--adapter',
    message: () => 'Which database do you use?',
    choices: () =>
      ADAPTERS.map((value) => ({
        value,
        label: TITLES[value],
        hint: value === 'sqlite' ? 'a file, no server' : undefined,
      })),
    fallback: () => 'pgsql',
    needed: true,
    check: oneOf(...ADAPTERS),
    applies: always,
  },
  {
    id: 'dsn',
    kind: 'text',
    flag: '--dsn',
    message: () => 'DSN',
    fallback: () => '',
    check: (answer, answers) => noControl(answer) ?? checkDsn(answer, answers),
    // Never asked by itself: it takes the place of host, port and database.
    applies: ({ dsn }) => dsn !== undefined,
  },
  {
    id: 'file',
    kind: 'text',
    flag: '--file',
    message: () => 'Path to the database file',
    fallback: (_, { folder }) => `${folder}.sqlite`,
    check(answer, _, { cwd }) {
      const wrong = noControl(answer) ?? checkDsn(`sqlite:${answer}`, { adapter: 'sqlite' });
      if (wrong !== undefined || answer === ':memory:') return wrong;
      const folder = dirname(resolve(cwd, answer));
      return existsSync(folder) ? undefined : `there is no folder ${printable(folder)}: create it first`;
    },
    applies: ({ adapter, dsn }) => adapter === 'sqlite' && dsn === undefined,
  },
  {
    id: 'host',
    kind: 'text',
    flag: '--host',
    message: () => 'Host, or a whole DSN',
    fallback: () => 'localhost',
    check: checkPart('host'),
    applies: hasPlaces,
  },
  {
    id: 'port',
    kind: 'text',
    flag: '--port',
    message: () => 'Port',
    fallback: (answers) => PORTS[adapterOf(answers)],
    check: (answer) =>
      /^\d{1,5}$/.test(answer) && Number(answer) > 0 && Number(answer) < 65536
        ? undefined
        : 'a port is a number from 1 to 65535',
    // A socket has none.
    applies: (answers) => hasPlaces(answers) && answers.host?.startsWith('/') !== true,
  },
  {
    id: 'database',
    kind: 'text',
    flag: '--database',
    message: ({ adapter }) => (adapter === 'oracle' ? 'Service name' : 'Name of the database'),
    fallback: ({ adapter }, { folder }) => (adapter === 'oracle' ? 'FREEPDB1' : folder),
    needed: true,
    check: checkPart('database'),
    applies: hasPlaces,
  },
  {
    id: 'user',
    kind: 'text',
    flag: '--user',
    message: () => 'User',
    fallback: () => '',
    placeholder: () => 'the user of the database',
    needed: true,
    check: (answer) => (answer === '' ? 'this cannot be empty' : noControl(answer)),
    applies: (answers) => isServer(answers) && !mayHold('user', answers.dsn),
  },
  {
    id: 'password',
    kind: 'password',
    flag: '--password',
    message: () => 'Password (empty for none)',
    fallback: () => '',
    check: noControl,
    applies: (answers) => isServer(answers) && !mayHold('password', answers.dsn),
  },
  {
    id: 'passwordStore',
    kind: 'select',
    flag: '--password-env',
    message: () => 'Where should the password be kept?',
    choices: () => [
      { value: 'env', label: 'In an environment variable', hint: 'the file can be committed' },
      { value: 'file', label: 'In the configuration file', hint: 'keep it out of version control' },
    ],
    fallback: ({ passwordEnv }) => (passwordEnv === undefined ? 'file' : 'env'),
    check: oneOf('env', 'file'),
    applies: ({ password = '' }) => password !== '',
  },
  {
    id: 'passwordEnv',
    kind: 'text',
    flag: '--password-env',
    message: () => 'Name of the variable',
    fallback: () => 'DB_PASSWORD',
    check: (answer) =>
      /^[A-Za-z_]\w*$/.test(answer) ? undefined : 'a name has letters, digits and underscores: DB_PASSWORD',
    applies: ({ passwordStore }) => passwordStore === 'env',
  },
];

/** Answers that follow from others: a DSN typed as a host, what a URL says, a variable named by a flag. */
export function derived(answers: Answers): Answers {
  const { host, passwordEnv, passwordStore, ...others } = answers;
  const isWhole = host !== undefined && isDsn(host);
  const place = isWhole ? { dsn: host } : host === undefined ? {} : { host };
  return {
    ...fromUrl({ ...others, ...place }),
    ...(passwordEnv === undefined ? {} : { passwordEnv }),
    ...(passwordStore !== undefined ? { passwordStore } : passwordEnv === undefined ? {} : { passwordStore: 'env' }),
  };
}

/** The DSN of PDO, user and password of a URL. One that cannot be read, or contradicts them, stays for the check to refuse. */
function fromUrl(answers: Answers): Answers {
  const { dsn, user, password } = answers;
  if (dsn === undefined || driverOfUrl(dsn) === undefined || hasLookup(dsn)) return answers;
  const login = withoutUrl({ dsn, user, password }, '@DB@');
  if (isLoginProblem(login)) return answers;
  return {
    ...answers,
    dsn: login.dsn,
    ...(login.user === undefined ? {} : { user: login.user }),
    ...(login.password === undefined ? {} : { password: login.password }),
  };
}

const FOLDERS = [
  ['schemaDir', '--schema-dir', 'schemaDir', () => 'Folder of schema.xml', always],
  ['sqlDir', '--sql-dir', 'sqlDir', () => 'Folder for the SQL', always],
  [
    'phpDir',
    '--php-dir',
    'phpDir',
    (answers: Answers) => `Folder for the ${usesBoth(answers) ? 'PHP ' : ''}classes`,
    usesPhp,
  ],
  ['confDir', '--conf-dir', 'phpConfDir', () => 'Folder for config.php', usesPhp],
  ['tsDir', '--ts-dir', 'tsDir', () => 'Folder for the TypeScript classes', usesTypescript],
] as const;

/** The default of a folder in the key table. */
const usualFolder = (key: string): string => String(placeOf(['paths', key])?.definition?.default ?? '.');

/** Where people who write TypeScript look for it. */
const offeredFolder = (key: string): string => (key === 'tsDir' ? 'src/models' : usualFolder(key));

/** The folders by their questions: the key that each one sets, what it is without the key, and what init offers. */
export const PATHS = FOLDERS.map(([id, , key, , applies]) => ({
  id,
  key,
  usual: usualFolder(key),
  offered: offeredFolder(key),
  applies,
}));

/** The questions about the project, once the connection is settled. */
export const PROJECT_QUESTIONS: readonly Question[] = [
  {
    id: 'start',
    kind: 'select',
    flag: '--sample, --empty or --import',
    message: (_) => 'What should the schema start from?',
    choices: (_, { tables }) => [
      ...(tables === undefined || tables === 0
        ? []
        : [{ value: 'import', label: `The ${String(tables)} tables of the database`, hint: 'import them' }]),
      { value: 'sample', label: 'A sample', hint: 'a small bookstore to change as you like' },
      { value: 'empty', label: 'Nothing', hint: 'an empty schema' },
    ],
    fallback: (_, { tables = 0 }) => (tables > 0 ? 'import' : 'sample'),
    check: oneOf('import', 'sample', 'empty'),
    applies: always,
  },
  {
    id: 'project',
    kind: 'text',
    flag: '--project',
    message: () => 'Name of the project',
    fallback: (_, { folder }) => folder,
    check: (answer) => (answer.trim() === '' ? 'this cannot be empty' : noControl(answer)),
    applies: always,
  },
  {
    id: 'connectionName',
    kind: 'text',
    flag: '--connection-name',
    message: () => 'Name of the connection',
    fallback: ({ start, project = '' }) => (start === 'sample' ? 'bookstore' : slug(project)),
    check: (answer) =>
      /^[A-Za-z_][\w-]{0,63}$/.test(answer) ? undefined : 'a name has letters, digits, dashes and underscores',
    applies: always,
  },
  {
    id: 'targets',
    kind: 'select',
    flag: '--target',
    message: () => 'Which language should the classes be in?',
    choices: () => LANGUAGE_CHOICES,
    fallback: (_, { targets }) => targets,
    check: checkLanguages,
    applies: (answers) => !isPhpOnly(answers),
  },
  {
    id: 'namespace',
    kind: 'text',
    flag: '--namespace',
    message: () => 'PHP namespace of the classes',
    fallback: () => '',
    placeholder: () => 'none, or one such as App\\Model',
    check: (answer) =>
      answer === '' || /^[A-Za-z_]\w*(\\[A-Za-z_]\w*)*$/.test(answer)
        ? undefined
        : 'a namespace is words with backslashes between them: App\\Model',
    applies: usesPhp,
  },
  {
    id: 'folders',
    kind: 'select',
    flag: '--schema-dir',
    message: () => 'Where should the files go?',
    choices: (answers) => [
      {
        value: 'usual',
        label: 'The usual places',
        hint: `schema.xml here, ${usesTypescript(answers) ? 'TypeScript in src/models/, ' : ''}the rest in generated-*/`,
      },
      { value: 'choose', label: 'Let me choose' },
    ],
    fallback: () => 'usual',
    check: oneOf('usual', 'choose'),
    applies: always,
  },
  ...FOLDERS.map(
    ([id, flag, key, message, isFor]): Question => ({
      id,
      kind: 'text',
      flag,
      message,
      fallback: () => offeredFolder(key),
      check: (answer) =>
        folderBelow(answer) === undefined ? 'write a folder inside the project, such as db/schema' : noControl(answer),
      applies: (answers) => answers.folders === 'choose' && isFor(answers),
    }),
  ),
  {
    id: 'format',
    kind: 'select',
    flag: '--format',
    message: () => 'Format of the configuration',
    choices: () => FORMATS.map((value) => ({ value, label: FORMAT_TITLES[value], hint: `orm.${value}` })),
    fallback: (_, { format }) => format ?? 'yaml',
    check: oneOf(...FORMATS),
    applies: always,
  },
];

export const QUESTIONS: readonly Question[] = [...CONNECTION_QUESTIONS, ...PROJECT_QUESTIONS];

export function questionOf(id: QuestionId): Question {
  const found = QUESTIONS.find((question) => question.id === id);
  if (found === undefined) throw new Error(`no question ${id}`);
  return found;
}

/** The place of the database in few words, without a password: for the summary and for remarks. */
export function shownPlace(answers: Answers): string {
  return printable(dsnOf(answers) ?? '')
    .replace(/(:\/\/[^:@/]*):.*@/, '$1:•••@')
    .replaceAll(/(password|pwd)\s*=\s*('[^']*'|[^;\s]*)/gi, '$1=•••');
}

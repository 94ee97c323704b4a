import { printable } from '../../diagnostics/printable.js';
import { type Answers, adapterOf, type QuestionId } from './answers.js';
import { LANGUAGE_CHOICES, usesBoth, usesPhp, usesTypescript } from './languages.js';
import { folderOf, formatOf } from './project-files.js';
import { FORMAT_TITLES, shownPlace, TITLES } from './questions.js';

/** One line of the summary, and the questions that change it. */
export interface SummaryLine {
  readonly label: string;
  /** Without a password. */
  readonly value: string;
  readonly questions: readonly QuestionId[];
}

const PLACE: readonly QuestionId[] = ['dsn', 'file', 'host', 'port', 'database'];
const LOGIN: readonly QuestionId[] = ['user', 'password', 'passwordStore', 'passwordEnv'];

/** Questions after which the connection is another one. */
export const CONNECTION_IDS: readonly QuestionId[] = ['adapter', ...PLACE, ...LOGIN];

/** What is asked again when no connection could be made: all but the vendor, and where the password is kept. */
export const LOGIN_IDS: readonly QuestionId[] = [...PLACE, 'user', 'password'];

const STARTS: Readonly<Record<string, string>> = {
  import: 'the tables of the database',
  sample: 'a sample',
  empty: 'an empty schema',
};

const LANGUAGE_TITLES: ReadonlyMap<string, string> = new Map(
  LANGUAGE_CHOICES.map(({ value, label }) => [value, label]),
);

/** What will be written, line by line. */
export function summaryOf(answers: Answers, tables: number | undefined): readonly SummaryLine[] {
  const { user, project = '', connectionName = '', targets, namespace = '', start = '' } = answers;
  const schema = folderOf(answers, 'schemaDir');
  const line = (label: string, value: string, ...questions: readonly QuestionId[]): SummaryLine => ({
    label,
    value: printable(value),
    questions,
  });
  return [
    line('Database', TITLES[adapterOf(answers)], ...CONNECTION_IDS),
    line('Where', shownPlace(answers), ...PLACE),
    ...(user === undefined ? [] : [line('User', user, 'user')]),
    ...(answers.adapter === 'sqlite' ? [] : [line('Password', password(answers), ...LOGIN.slice(1))]),
    line(
      'Start from',
      start === 'import' ? `the ${String(tables ?? 0)} tables of the database` : (STARTS[start] ?? ''),
      'start',
    ),
    line('Project', project, 'project'),
    line('Connection', connectionName, 'connectionName'),
    ...(targets === undefined ? [] : [line('Language', LANGUAGE_TITLES.get(targets) ?? targets, 'targets')]),
    ...(usesPhp(answers) ? [line('Namespace', namespace === '' ? 'none' : namespace, 'namespace')] : []),
    line('Schema', schema === '.' ? 'schema.xml' : `${schema}/schema.xml`, 'schemaDir'),
    line('SQL', `${folderOf(answers, 'sqlDir')}/`, 'sqlDir'),
    ...(usesPhp(answers)
      ? [
          line(usesBoth(answers) ? 'PHP classes' : 'Classes', `${folderOf(answers, 'phpDir')}/`, 'phpDir'),
          line('config.php', `${folderOf(answers, 'confDir')}/`, 'confDir'),
        ]
      : []),
    ...(usesTypescript(answers) ? [line('TypeScript', `${folderOf(answers, 'tsDir')}/`, 'tsDir')] : []),
    line('Format', `${FORMAT_TITLES[formatOf(answers)]}, orm.${formatOf(answers)}`, 'format'),
  ];
}

function password({
  password: given = '',
  passwordStore,
  passwordEnv = '',
  format = 'yaml',
  dsn = '',
}: Answers): string {
  if (passwordStore === 'env') return `from the variable ${passwordEnv}`;
  if (given !== '') return `stored in orm.${format}`;
  return /password\s*=/i.test(dsn) ? 'in the DSN' : 'none';
}

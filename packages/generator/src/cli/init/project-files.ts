import { existsSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import type { Format } from '../../config/formats/format.js';
import { UTF8 } from '../../config/utf8.js';
import { type ConfigGroup, group, list } from '../../config/write/tree.js';
import { FORMATS, writeConfig } from '../../config/write/write.js';
import type { PlannedFile } from '../../output/file-plan.js';
import type { SchemaFile } from '../../schema/format/node.js';
import { printSchema } from '../../schema/format/print.js';
import { type Answers, adapterOf, type Facts, folderBelow } from './answers.js';
import { connectionTexts } from './connection.js';
import { languagesOf, usesBoth, usesPhp, usesTypescript } from './languages.js';
import { PATHS } from './questions.js';
import { emptySchema, type SchemaHead, sampleSchema } from './schema-file.js';

/** The folder that a question about folders leads to, as it stands in the configuration. */
export function folderOf(answers: Answers, id: (typeof PATHS)[number]['id']): string {
  const offered = PATHS.find((path) => path.id === id)?.offered ?? '.';
  return folderBelow(answers[id] ?? '') ?? offered;
}

export const formatOf = (answers: Answers): Format => FORMATS.find((format) => format === answers.format) ?? 'yaml';

/** The root element of the schema that the answers ask for. */
export function schemaHead(answers: Answers, cwd: string): SchemaHead {
  return {
    name: answers.connectionName ?? '',
    namespace: usesPhp(answers) ? (answers.namespace ?? '') : '',
    xsd: descriptionPath(cwd, folderOf(answers, 'schemaDir'), 'schema.xsd'),
  };
}

/** What the folder says about files that are written into it. */
export type ProjectFacts = Pick<Facts, 'cwd' | 'importExtension'>;

/** The files of a project, relative to its folder: the configuration first. `imported` is the schema of a database. */
export function projectFiles(answers: Answers, facts: ProjectFacts, imported?: SchemaFile): readonly PlannedFile[] {
  const { cwd } = facts;
  const format = formatOf(answers);
  const description = descriptionPath(cwd, '', 'orm-config.schema.json');
  const head = schemaHead(answers, cwd);
  const schema = imported ?? (answers.start === 'empty' ? emptySchema(head) : sampleSchema(head, usesPhp(answers)));
  return [
    // A password is nobody else's: the file is closed to them from its first byte on.
    {
      path: `orm.${format}`,
      content: writeConfig(format, configurationOf(answers, facts), description),
      ...(holdsPassword(answers) ? { mode: 0o600 } : {}),
    },
    { path: posix.join(folderOf(answers, 'schemaDir'), 'schema.xml'), content: printSchema(schema) },
  ];
}

/** Whether the configuration has the password in it. */
export const holdsPassword = ({ password = '', passwordStore }: Answers): boolean =>
  password !== '' && passwordStore !== 'env';

/** Who reads a variable of the environment besides the commands. */
export const readersOf = (answers: Answers): string =>
  languagesOf(answers)
    .map((name) => (name === 'php' ? 'PHP' : 'Node'))
    .join(' and ');

function configurationOf(answers: Answers, { importExtension }: ProjectFacts): ConfigGroup {
  const adapter = adapterOf(answers);
  const name = answers.connectionName ?? '';
  const { charset, query } = UTF8[adapter];
  const paths = PATHS.filter(({ applies }) => applies(answers)).map(({ id, key, usual }) => ({
    key,
    usual,
    folder: folderOf(answers, id),
  }));
  const moved = Object.fromEntries(
    paths.filter(({ usual, folder }) => folder !== usual).map(({ key, folder }) => [key, folder]),
  );
  const uses = { defaultConnection: name, connections: list(name) };
  const isImport = answers.start === 'import';
  const connection = group(
    {
      adapter,
      ...connectionTexts(answers),
      protected: isImport ? true : undefined,
      // The drivers of Node say it themselves, and config.ts has no place for statements.
      settings: group({
        charset,
        queries: query === undefined || usesTypescript(answers) ? undefined : group({ utf8: query }),
      }),
    },
    {
      password:
        answers.passwordStore === 'env'
          ? `Read from the environment by orm and by ${readersOf(answers)}: set ${answers.passwordEnv ?? ''} for ${usesBoth(answers) ? 'all' : 'both'}`
          : undefined,
      protected: isImport ? 'sql:insert drops nothing here without --force' : undefined,
    },
  );
  return group({
    orm: group({
      general: group({ project: answers.project ?? '' }),
      paths: Object.keys(moved).length === 0 ? undefined : group(moved),
      database: group({
        connections: group(
          { [name]: connection },
          { [name]: `The name that <database name="${name}"> has in schema.xml` },
        ),
      }),
      runtime: group(
        // In which zone the times of an existing database are, nobody has said.
        { ...uses, timeZone: usesBoth(answers) && !isImport ? 'UTC' : undefined },
        { timeZone: 'In which both languages store days and times' },
      ),
      generator: group(
        {
          ...uses,
          targets: usesTypescript(answers) ? list(...languagesOf(answers)) : undefined,
          typescript: usesTypescript(answers) && importExtension === 'ts' ? group({ importExtension }) : undefined,
          sqlInsert: group({ rows: 'refuse' }),
          objectModel: usesPhp(answers) ? group({ requiredGetters: 'strict' }) : undefined,
        },
        {
          typescript:
            'ts: for Node without a build step, and for tsc with rewriteRelativeImportExtensions; js: for tsc without it',
          sqlInsert: 'In a script, sql:insert drops no table that holds rows without --yes',
        },
      ),
    }),
  });
}

/** The way from a folder of the project to a description for editors, in the package that is installed in it or above. */
function descriptionPath(cwd: string, folder: string, name: string): string {
  const home = generatorHome(cwd) ?? cwd;
  return relative(resolve(cwd, folder), join(home, 'node_modules/ormgen/schemas', name))
    .split(sep)
    .join('/');
}

/** The nearest folder, from the project upwards, that this package is installed in. */
export function generatorHome(cwd: string): string | undefined {
  for (let home = cwd; ; home = dirname(home)) {
    if (existsSync(join(home, 'node_modules/ormgen/package.json'))) return home;
    if (dirname(home) === home) return undefined;
  }
}

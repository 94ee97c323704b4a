import { existsSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import type { Format } from '../../config/formats/format.js';
import { UTF8 } from '../../config/utf8.js';
import { type ConfigGroup, group, list } from '../../config/write/tree.js';
import { FORMATS, writeConfig } from '../../config/write/write.js';
import type { PlannedFile } from '../../output/file-plan.js';
import type { SchemaFile } from '../../schema/format/node.js';
import { printSchema } from '../../schema/format/print.js';
import { type Answers, adapterOf, folderBelow } from './answers.js';
import { connectionTexts } from './connection.js';
import { PATHS } from './questions.js';
import { emptySchema, type SchemaHead, sampleSchema } from './schema-file.js';

/** The folder that a question about folders leads to, as it stands in the configuration. */
export function folderOf(answers: Answers, id: (typeof PATHS)[number]['id']): string {
  const usual = PATHS.find((path) => path.id === id)?.usual ?? '.';
  return folderBelow(answers[id] ?? '') ?? usual;
}

export const formatOf = (answers: Answers): Format => FORMATS.find((format) => format === answers.format) ?? 'yaml';

/** The root element of the schema that the answers ask for. */
export function schemaHead(answers: Answers, cwd: string): SchemaHead {
  return {
    name: answers.connectionName ?? '',
    namespace: answers.namespace ?? '',
    xsd: descriptionPath(cwd, folderOf(answers, 'schemaDir'), 'schema.xsd'),
  };
}

/** The files of a project, relative to its folder: the configuration first. `imported` is the schema of a database. */
export function projectFiles(answers: Answers, cwd: string, imported?: SchemaFile): readonly PlannedFile[] {
  const format = formatOf(answers);
  const description = descriptionPath(cwd, '', 'orm-config.schema.json');
  const head = schemaHead(answers, cwd);
  const schema = imported ?? (answers.start === 'empty' ? emptySchema(head) : sampleSchema(head));
  return [
    // A password is nobody else's: the file is closed to them from its first byte on.
    {
      path: `orm.${format}`,
      content: writeConfig(format, configurationOf(answers), description),
      ...(holdsPassword(answers) ? { mode: 0o600 } : {}),
    },
    { path: posix.join(folderOf(answers, 'schemaDir'), 'schema.xml'), content: printSchema(schema) },
  ];
}

/** Whether the configuration has the password in it. */
export const holdsPassword = ({ password = '', passwordStore }: Answers): boolean =>
  password !== '' && passwordStore !== 'env';

function configurationOf(answers: Answers): ConfigGroup {
  const adapter = adapterOf(answers);
  const name = answers.connectionName ?? '';
  const { charset, query } = UTF8[adapter];
  const paths = PATHS.map(({ id, key, usual }) => ({ key, usual, folder: folderOf(answers, id) }));
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
      settings: group({ charset, queries: query === undefined ? undefined : group({ utf8: query }) }),
    },
    {
      password:
        answers.passwordStore === 'env'
          ? `Read from the environment by orm and by PHP: set ${answers.passwordEnv ?? ''} for both`
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
      runtime: group(uses),
      generator: group(
        {
          ...uses,
          sqlInsert: group({ rows: 'refuse' }),
          objectModel: group({ requiredGetters: 'strict' }),
        },
        { sqlInsert: 'In a script, sql:insert drops no table that holds rows without --yes' },
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

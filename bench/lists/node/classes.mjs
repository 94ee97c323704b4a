// The classes of a schema in TypeScript, as Node can import them.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { orm } from '../../../scripts/php/project.mjs';
import { checkout } from '../../../scripts/php/tools.mjs';

const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };

/**
 * Generates the classes in a folder, and gives the file that exports all of them. `name`: of the database in the schema;
 * `commands` are run before.
 */
export async function buildClasses(folder, schema, { adapter, dsn, user, password }, name = 'lists', commands = []) {
  mkdirSync(folder);
  copyFileSync(schema, join(folder, 'schema.xml'));
  const connections = { [name]: { adapter, dsn, user, password } };
  const configuration = { orm: { database: { connections }, generator: { targets: ['typescript'] } } };
  writeFileSync(join(folder, 'orm.json'), JSON.stringify(configuration));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  for (const command of [...commands, 'model:build']) await orm(command, folder);
  const source = join(folder, 'generated-models');
  const files = readdirSync(source, { recursive: true }).filter((file) => file.endsWith('.ts'));
  for (const file of files) {
    const target = join(folder, 'js', file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      ts.transpileModule(readFileSync(join(source, file), 'utf8'), { compilerOptions: options }).outputText,
    );
  }
  return join(folder, 'js', 'index.js');
}

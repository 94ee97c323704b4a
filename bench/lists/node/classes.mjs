// The classes of a schema in TypeScript, as Node can import them.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { orm } from '../../../scripts/php/project.mjs';
import { checkout } from '../../../scripts/php/tools.mjs';

const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };

/** Generates the classes in a folder, and gives the file that exports all of them. */
export async function buildClasses(folder, schema, { adapter, dsn, user, password }, database = 'lists') {
  mkdirSync(folder);
  copyFileSync(schema, join(folder, 'schema.xml'));
  const connections = { [database]: { adapter, dsn, user, password } };
  const configuration = { orm: { database: { connections }, generator: { targets: ['typescript'] } } };
  writeFileSync(join(folder, 'orm.json'), JSON.stringify(configuration));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  await orm('model:build', folder);
  const source = join(folder, 'generated-models');
  const files = readdirSync(source, { recursive: true }).filter((name) => name.endsWith('.ts'));
  for (const name of files) {
    const target = join(folder, 'js', name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      ts.transpileModule(readFileSync(join(source, name), 'utf8'), { compilerOptions: options }).outputText,
    );
  }
  return join(folder, 'js', 'index.js');
}

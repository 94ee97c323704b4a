import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { project } from '../cli/support/project.js';
import { orm } from '../support/orm-in-process.js';
import { compile, installPackages } from '../targets/typescript/support/ts-project.js';
import { DOCS } from './php-page.js';

const PAGES = [
  'typescript-queries.md',
  'typescript-relations.md',
  'typescript-relations-writing.md',
  'typescript-lists.md',
  'typescript-models.md',
  'coming-from-prisma-or-drizzle.md',
];

/** What stands in the fenced blocks of a language. */
const blocksOf = (page: string, language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);

/** The file that a block says it is, in its first line; else it is a part of the application. */
const ownFile = (block: string): string | undefined => /^\/\/ (models\/\S+)\n/.exec(block)?.[1];

const config = (folder: string): string => `orm:
  generator:
    targets: [typescript]
  paths:
    tsDir: models
  database:
    connections:
      shop:
        adapter: sqlite
        dsn: sqlite:${folder}/shop.db
`;

test.each(PAGES)('docs/%s compiles, and prints what it says', { timeout: 600_000 }, async (name) => {
  const page = readFileSync(join(DOCS, name), 'utf8');
  const blocks = (language: string): readonly string[] => blocksOf(page, language);
  const [schema = ''] = blocks('xml');
  const application = blocks('ts').filter((block) => ownFile(block) === undefined);
  const folder = project({ 'schema.xml': schema, 'app.ts': application.join('') });
  writeFileSync(join(folder, 'orm.yaml'), config(folder));
  for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
    expect(await orm(folder, command)).toMatchObject({ code: 0, stderr: '' });
  }
  for (const block of blocks('ts')) {
    const file = ownFile(block);
    if (file !== undefined) writeFileSync(join(folder, file), block);
  }
  installPackages(folder);
  expect(compile(folder, 'app.ts')).toEqual([]);
  expect(execFileSync(process.execPath, ['built/app.js'], { cwd: folder, encoding: 'utf8' })).toBe(
    blocks('text').join(''),
  );
});

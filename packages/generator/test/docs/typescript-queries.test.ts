import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { project } from '../cli/support/project.js';
import { orm } from '../support/orm-in-process.js';
import { compile, installPackages } from '../targets/typescript/support/ts-project.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/typescript-queries.md'), 'utf8');

/** What stands in the fenced blocks of a language. */
const blocks = (language: string): readonly string[] =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);

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

test('the page about queries in TypeScript compiles, and prints what it says', { timeout: 120_000 }, async () => {
  const [schema = ''] = blocks('xml');
  const folder = project({ 'schema.xml': schema, 'app.ts': blocks('ts').join('') });
  writeFileSync(join(folder, 'orm.yaml'), config(folder));
  for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
    expect(await orm(folder, command)).toMatchObject({ code: 0, stderr: '' });
  }
  installPackages(folder);
  expect(compile(folder, 'app.ts')).toEqual([]);
  expect(execFileSync(process.execPath, ['built/app.js'], { cwd: folder, encoding: 'utf8' })).toBe(
    blocks('text').join(''),
  );
});

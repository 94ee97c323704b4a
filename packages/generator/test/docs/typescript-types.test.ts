import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COLUMN_TYPES, TYPE_ALIASES } from '../../src/model/column-type.js';
import { freshDatabase } from '../cli/support/database.js';
import { configuration, project } from '../cli/support/project.js';
import { orm } from '../support/orm-in-process.js';
import { compile, installPackages } from '../targets/typescript/support/ts-project.js';
import { DOCS } from './php-page.js';

const PAGE = readFileSync(join(DOCS, 'typescript-types.md'), 'utf8');

const block = (start: string): string => PAGE.split(`\`\`\`${start}`)[1]?.split('```')[0] ?? '';

test('docs/typescript-types.md shows code that runs, and what it prints', { timeout: 600_000 }, async (context) => {
  const { connection } = await freshDatabase('sqlite', context);
  const cwd = project({
    'orm.json': configuration(
      { shop: connection },
      { generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } },
    ),
    'schema.xml': block('xml\n'),
    'src/types.ts': block('ts\n// src/types.ts'),
    'src/app.ts': block('ts\n// src/app.ts'),
  });
  for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
    expect(await orm(cwd, command)).toMatchObject({ code: 0, stderr: '' });
  }
  installPackages(cwd);
  expect(compile(cwd, 'src/app.ts')).toEqual([]);
  expect(execFileSync(process.execPath, [join(cwd, 'built/src/app.js')], { cwd, encoding: 'utf8' })).toBe(
    block('text\n'),
  );
});

test('docs/typescript-types.md has every type', () => {
  const rows = PAGE.split('\n').filter((line) => line.startsWith('| `'));
  const named = new Set(
    rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name)),
  );
  const missing = Object.keys(COLUMN_TYPES).filter((name) => !named.has(name) && !Object.hasOwn(TYPE_ALIASES, name));
  expect(missing).toEqual([]);
});

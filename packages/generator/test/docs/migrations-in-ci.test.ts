import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { MIGRATION_RULES } from '../../src/config/keys/migration-rules.js';
import { freshDatabase } from '../cli/support/database.js';
import { environment, ORM } from '../cli/support/orm.js';
import { configuration, project } from '../cli/support/project.js';
import { codeBlocks } from '../package/readme.js';
import { DOCS } from './php-page.js';

const PAGE = readFileSync(join(DOCS, 'migrations-in-ci.md'), 'utf8');

test('the page has every rule with its level', () => {
  for (const { name, level } of MIGRATION_RULES) expect(PAGE).toContain(`| \`${name}\` | ${level} |`);
});

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly uses?: string; readonly run?: string }[] }>
  >;
}

test('the workflow runs: its command passes on a good migration, and annotates a bad one', async (context) => {
  const [text = ''] = codeBlocks('docs/migrations-in-ci.md').flatMap(({ language, text: own }) =>
    language === 'yaml' ? [own] : [],
  );
  const workflow = parseDocument(text, { strict: true, uniqueKeys: true }).toJS() as Workflow;
  expect(workflow.permissions).toEqual({ contents: 'read' });
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  const line = steps.flatMap(({ run }) => run ?? []).at(-1) ?? '';
  expect(line).toMatch(/^npx orm migration:check /);

  const schema = (columns: string): string =>
    `<database name="shop"><table name="book"><column name="id" type="INTEGER" primaryKey="true"/>${columns}</table></database>`;
  const cwd = project({ 'orm.json': configuration({ shop: { adapter: 'pgsql' } }) });
  const sh = (script: string, env: Readonly<Record<string, string>> = {}): { code: number; stdout: string } => {
    try {
      const options = {
        cwd,
        env: environment({ PATH: process.env['PATH'] ?? '', ...env }),
        encoding: 'utf8',
        stdio: 'pipe',
      } as const;
      return { code: 0, stdout: execFileSync('sh', ['-c', script], options) };
    } catch (error) {
      const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
      return { code: status, stdout: `${stdout}\n${stderr}` };
    }
  };
  const git = 'git -c user.name=t -c user.email=t@example.org -c commit.gpgsign=false';
  const orm = `'${process.execPath}' '${ORM}'`;
  const write = (columns: string, name: string): void => {
    writeFileSync(join(cwd, 'schema.xml'), schema(columns));
    expect(sh(`${orm} migration:diff --name ${name}`)).toMatchObject({ code: 0 });
  };
  write('<column name="draft" type="INTEGER"/>', 'start');
  expect(
    sh(
      `git init -q -b main && ${git} add -A && ${git} commit -q -m start && git update-ref refs/remotes/origin/main HEAD`,
    ),
  ).toMatchObject({ code: 0 });

  const check = async (): Promise<{ code: number; stdout: string }> => {
    const { connection } = await freshDatabase('pgsql18', context);
    const part = (name: string): string => new RegExp(`${name}=([^;]+)`).exec(connection.dsn ?? '')?.[1] ?? '';
    const url = `postgres://${connection.user ?? ''}:${connection.password ?? ''}@${part('host')}:${part('port')}/${part('dbname')}`;
    const result = sh(line.replace('npx orm', orm), {
      EMPTY_DATABASE: url,
      GITHUB_BASE_REF: 'main',
      GITHUB_WORKSPACE: cwd,
    });
    expect(result.stdout).not.toContain(url);
    return result;
  };
  write('<column name="draft" type="INTEGER"/><column name="pages" type="INTEGER"/>', 'pages');
  expect(await check()).toEqual({
    code: 0,
    stdout:
      'shop: 1 of 2 migrations checked, new since origin/main\nshop: 2 migrations played up, down and up, on an empty database\n',
  });
  write('<column name="pages" type="INTEGER"/>', 'drafts');
  const bad = await check();
  expect(bad.code).toBe(1);
  expect(bad.stdout).toMatch(
    /^::error file=generated-migrations\/shop\/\d+_drafts\/up\.sql,line=4,col=1,title=migration\/drops-column::column "book\.draft" is dropped/m,
  );
  expect(bad.stdout).toContain('shop: 3 migrations played up, down and up, on an empty database');
});

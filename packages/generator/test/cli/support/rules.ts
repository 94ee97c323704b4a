import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { MIGRATION_RULES } from '../../../src/config/keys/migration-rules.js';
import { orm } from '../../support/orm-in-process.js';
import { change, migrationsIn } from './migrations.js';
import { configuration, project } from './project.js';

/** What `migration:check --json` found. */
export interface Checked {
  readonly code: number;
  /** `error drops-column up.sql:10`, in the order of the files. */
  readonly found: readonly string[];
  readonly diagnostics: readonly CheckedDiagnostic[];
  readonly document: Readonly<Record<string, unknown>>;
}

interface CheckedDiagnostic {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly help: string | null;
  readonly related?: { readonly file: string; readonly message: string };
}

export async function checked(cwd: string, ...options: string[]): Promise<Checked> {
  const { code, stdout, stderr } = await orm(cwd, 'migration:check', '--json', ...options);
  expect(stderr).toBe('');
  const document = JSON.parse(stdout) as Checked['document'] & { diagnostics: CheckedDiagnostic[] };
  const diagnostics = document.diagnostics.filter(({ code: own }) => own.startsWith('migration/'));
  const found = diagnostics.map(({ severity, code: own, file, line }) =>
    [
      severity,
      own.replace('migration/', ''),
      ...(file === null ? [] : [`${file.split('/').at(-1) ?? ''}:${String(line)}`]),
    ].join(' '),
  );
  return { code, found, diagnostics, document };
}

/** The names of rules, without places. */
export const rulesOf = ({ found }: Checked): readonly string[] =>
  [...new Set(found.map((line) => line.split(' ').slice(0, 2).join(' ')))].sort();

/** For tests of other rules. */
export const WITHOUT_BLOCKS: Readonly<Record<string, string>> = Object.fromEntries(
  MIGRATION_RULES.flatMap(({ name, group }) => (group === 'blocks' ? [[name, 'off']] : [])),
);

/** A project with a migration for each of some schemas. */
export async function migrated(
  adapter: string,
  schemas: readonly string[],
  diffOptions: readonly string[] = [],
  rules: Readonly<Record<string, string>> = {},
): Promise<string> {
  const cwd = project({
    'orm.json': configuration({ shop: { adapter } }, Object.keys(rules).length > 0 ? { migrations: { rules } } : {}),
  });
  for (const [at, schema] of schemas.entries()) {
    change(cwd, schema);
    const { code, stderr } = await orm(
      cwd,
      'migration:diff',
      '--name',
      `m${String(at)}`,
      ...(at > 0 ? diffOptions : []),
    );
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  }
  return cwd;
}

/** A file of a migration, counted from the end. */
export const fileOf = (cwd: string, file = 'up.sql', at = -1): string =>
  join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(at) ?? '', file);

/** Adds SQL to the newest migration. */
export const append = (cwd: string, sql: string): void => appendFileSync(fileOf(cwd), sql);

export const edit = (cwd: string, file: string, from: string | RegExp, to: string): void => {
  const path = fileOf(cwd, file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
};

/** Authors and books, with something added. */
export const ruleSchema = (book: string, author = '', more = ''): string => `<database name="shop">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="name" type="VARCHAR" size="100"/>${author}
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true"/>${book}
  </table>${more}
</database>`;

export const ruleColumn = (name: string, attributes = 'type="INTEGER"'): string =>
  `<column name="${name}" ${attributes}/>`;

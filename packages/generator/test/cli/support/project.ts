import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder with files that lives as long as the test. */
export function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'orm-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

export interface TestConnection {
  readonly adapter: string;
  readonly dsn?: string;
  readonly user?: string;
  readonly password?: string;
  readonly protected?: boolean;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  readonly settings?: object;
}

/** `orm.json` with these connections. */
export function configuration(connections: Readonly<Record<string, TestConnection>>, more: object = {}): string {
  return JSON.stringify({ orm: { database: { connections }, ...more } }, null, 2);
}

/** A project whose one SQL file `bookstore.sql` goes to the connection `bookstore`. */
export function bookstore(connection: TestConnection, sql: string): string {
  return project({
    'orm.json': configuration({ bookstore: connection }),
    'generated-sql/sqldb.map': '# Sqlfile -> Database map\nbookstore.sql=bookstore\n',
    'generated-sql/bookstore.sql': sql,
  });
}

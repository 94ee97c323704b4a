import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { orm } from '../../support/orm-in-process.js';
import { configuration, project } from './project.js';

export const START = `<database name="shop">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100" required="true"/>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100" required="true"/>
    <column name="author_id" type="INTEGER"/>
    <foreign-key foreignTable="author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
</database>`;

export const RENAMED = START.replace('name="title"', 'name="headline"');

export const shop = (schema = START, adapter = 'sqlite'): string =>
  project({ 'orm.json': configuration({ shop: { adapter } }), 'schema.xml': schema });

export const migrationsIn = (cwd: string): string[] => readdirSync(join(cwd, 'generated-migrations/shop')).sort();

export const change = (cwd: string, schema: string): void => writeFileSync(join(cwd, 'schema.xml'), schema);

/** A file of the newest migration. */
export const newest = (cwd: string, file: string): string =>
  readFileSync(join(cwd, 'generated-migrations/shop', migrationsIn(cwd).at(-1) ?? '', file), 'utf8');

/** A project with its first migration. */
export async function started(adapter = 'sqlite'): Promise<string> {
  const cwd = shop(START, adapter);
  expect((await orm(cwd, 'migration:diff', '--name', 'start')).code).toBe(0);
  return cwd;
}

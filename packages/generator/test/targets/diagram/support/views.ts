import { readFileSync } from 'node:fs';
import type { Database } from '../../../../src/model/model.js';
import { planTable } from '../../../../src/plan/table.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../../../src/platforms/platform.js';
import { loadPlatform } from '../../../../src/platforms/registry.js';
import { describeDatabase } from '../../../../src/targets/diagram/describe.js';
import type { DatabaseView } from '../../../../src/targets/diagram/view.js';
import { phpOutline } from '../../../../src/targets/php/outline.js';
import { compileSchema } from '../../../support/compile-schema.js';
import { largeSchema } from '../../../support/large-schema.mjs';

const NAMING = { mapNamespace: 'Map', classPrefix: '', keyType: 'phpName' };

/** A database for PostgreSQL with all that can be shown of it. */
export async function viewOf(database: Database): Promise<DatabaseView> {
  const platform = await loadPlatform('pgsql');
  const sql = platform.tableDdl(database, DEFAULT_PLATFORM_OPTIONS);
  return describeDatabase(database, {
    adapter: platform.adapter,
    vendor: platform.title,
    sqlTypeOf: (column) => column.sqlType ?? platform.columnType(column, DEFAULT_PLATFORM_OPTIONS),
    sqlOf: (table) => sql.get(table),
    classesOf: phpOutline(database.name, (table) => planTable(table, platform, DEFAULT_PLATFORM_OPTIONS), NAMING),
  });
}

async function compiled(text: string): Promise<DatabaseView> {
  const { database, diagnostics } = compileSchema(text, await loadPlatform('pgsql'));
  if (database === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return viewOf(database);
}

/** The bookshop of the documentation: five tables. */
export function bookshop(): Promise<DatabaseView> {
  const text = readFileSync(new URL('../../../fixtures/bookshop/schema.xml', import.meta.url), 'utf8');
  return compiled(text.replace('name="bookshop"', 'name="app"'));
}

/** Tables of which each points at the one before it and at one far before it. */
export function chain(tables: number): Promise<DatabaseView> {
  const key = (parent: number, name: string): string =>
    `<column name="${name}_id" type="INTEGER"/><foreign-key foreignTable="t${parent}" phpName="${name}"><reference local="${name}_id" foreign="id"/></foreign-key>`;
  const one = (child: number): string =>
    `<table name="t${child}"><column name="id" type="INTEGER" primaryKey="true"/>${child === 0 ? '' : key(child - 1, 'last')}${
      child < 2 ? '' : key(Math.floor(child / 2), 'half')
    }</table>`;
  return compiled(`<database name="app">${Array.from({ length: tables }, (_, at) => one(at)).join('')}</database>`);
}

/** A company: as many tables as asked for. */
export function company(tables: number): Promise<DatabaseView> {
  return compiled(largeSchema(tables).replace('name="company"', 'name="app"'));
}

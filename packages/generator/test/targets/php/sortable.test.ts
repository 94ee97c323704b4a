import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Adapter } from '../../../src/model/adapter.js';
import { planTable } from '../../../src/plan/table.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../../src/platforms/platform.js';
import { loadPlatform } from '../../../src/platforms/registry.js';
import { phpClasses } from '../../../src/targets/php/build.js';
import { matchGolden } from '../../schema/support/golden.js';
import { compileSchema } from '../../support/compile-schema.js';

const NAMING = { mapNamespace: 'Map', classPrefix: '', keyType: 'phpName' };
const ID = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>';
const INDEX = '<parameter name="index" value="true"/>';

/** Tables with lists, as few as show every way in which their classes differ. */
const TABLES: Readonly<Record<string, string>> = {
  // No scope.
  Step: `<table name="step">${ID}<behavior name="sortable">${INDEX}</behavior></table>`,
  // Two scope columns, of which one cannot be NULL; the rank cannot be either, and is unique.
  Task: `<table name="task">${ID}
    <column name="user_id" type="INTEGER" required="true"/>
    <column name="state" type="ENUM" valueSet="open, done"/>
    <column name="position" type="INTEGER" required="true"/>
    <behavior name="sortable">
      <parameter name="rank_column" value="position"/>
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="user_id, state"/>
      <parameter name="unique" value="true"/>
    </behavior></table>`,
  // Columns whose own methods are those of the list.
  Photo: `<table name="photo">${ID}
    <column name="scope_value" type="VARCHAR" size="20"/>
    <behavior name="sortable">
      <parameter name="rank_column" value="rank"/>
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="scope_value"/>
      ${INDEX}
    </behavior></table>`,
  // Nothing is written.
  Archive: `<table name="archive" readOnly="true">${ID}
    <behavior name="sortable"><parameter name="use_scope" value="true"/>${INDEX}</behavior></table>`,
};

async function classes(adapter: Adapter): Promise<ReadonlyMap<string, string>> {
  const platform = await loadPlatform(adapter);
  const schema = `<database name="app" namespace="App">${Object.values(TABLES).join('')}</database>`;
  const { database, diagnostics } = compileSchema(schema, platform);
  if (database === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const statementsOf = (table: (typeof database.tables)[number]): ReturnType<typeof planTable> =>
    planTable(table, platform, DEFAULT_PLATFORM_OPTIONS);
  const { owned } = phpClasses(database, statementsOf, NAMING);
  return new Map(owned.map(({ path, content }) => [path, content]));
}

const [pgsql, mysql] = await Promise.all([classes('pgsql'), classes('mysql')]);

/** What the vendors write alike: classes, traits and methods. */
const methods = (source: string): readonly string[] =>
  source.match(/^ {4}use .*$|^.*\b(?:class|function) .*$/gm) ?? ['no methods'];

function golden(path: string, content: string): void {
  const file = join(import.meta.dirname, 'golden/sortable', path);
  mkdirSync(dirname(file), { recursive: true });
  matchGolden(file, content);
}

describe.each(Object.keys(TABLES))('the classes of %s', (name) => {
  it.each([`Base/${name}.php`, `Base/${name}Query.php`])('%s is the golden file', (path) => {
    const content = pgsql.get(`App/${path}`) ?? '';
    golden(path, content);
    expect(methods(mysql.get(`App/${path}`) ?? '')).toEqual(methods(content));
  });

  it.each([
    ['pgsql', pgsql],
    ['mysql', mysql],
  ])('its table map for %s is the golden file', (vendor, files) => {
    golden(`Map/${vendor}/${name}TableMap.php`, files.get(`App/Map/${name}TableMap.php`) ?? '');
  });
});

it('PHP compiles them', () => {
  for (const content of [...pgsql.values(), ...mysql.values()]) {
    const { status, stdout, stderr } = spawnSync('php', ['-l'], { input: content, encoding: 'utf8' });
    expect(status, `${stdout}${stderr}\n${content}`).toBe(0);
  }
});

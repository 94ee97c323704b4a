import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import { ROOT } from '../../package/packed.js';
import { orm } from '../../support/orm-in-process.js';
import { Attempts, type Loaded } from './support/attempts.js';
import { RULES, ruleOf } from './support/entry-rules.js';
import { textEntries } from './support/text-entries.js';
import { compile, installPackages, STRICT } from './support/ts-project.js';

const SCHEMA = `<database name="shop" defaultIdMethod="native" enumStorage="label">
  <table name="author">
    <column name="name" type="VARCHAR" size="50" primaryKey="true"/>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="200" required="true"/>
    <column name="style" type="ENUM" valueSet="novel, essay"/>
    <column name="tags" type="SET" valueSet="old, new"/>
    <column name="words" type="ARRAY"/>
    <column name="price" type="DECIMAL" size="8" scale="2"/>
    <column name="meta" type="JSON"/>
    <column name="day" type="DATE"/>
    <column name="at" type="DATETIME"/>
    <column name="key" type="UUID"/>
    <column name="author_name" type="VARCHAR" size="50"/>
    <foreign-key foreignTable="author"><reference local="author_name" foreign="name"/></foreign-key>
  </table>
  <table name="chapter">
    <column name="code" type="VARCHAR" size="60" primaryKey="true"/>
    <column name="shelf" type="VARCHAR" size="60"/>
    <behavior name="sortable">
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="shelf"/>
      <parameter name="index" value="true"/>
    </behavior>
  </table>
</database>`;

const LOADED = `export * as runtime from '@ormgen/runtime';
export { orm } from './models/config.js';
export * as models from './models/index.js';
`;

/** The classes of the schema on a database with a few rows, compiled. */
async function built(database: TestDatabase): Promise<string> {
  const settings = JSON.parse(configuration({ shop: database.connection })) as { orm: object };
  const cwd = project({
    'orm.json': JSON.stringify({
      orm: { ...settings.orm, generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } },
    }),
    'schema.xml': SCHEMA,
  });
  for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
    expect((await orm(cwd, command)).code).toBe(0);
  }
  installPackages(cwd);
  writeFileSync(join(cwd, 'src/loaded.ts'), LOADED);
  expect(compile(cwd, 'src/loaded.ts')).toEqual([]);
  await database.query("INSERT INTO author (name) VALUES ('Anna')");
  await database.query("INSERT INTO book (title, author_name) VALUES ('War', 'Anna')");
  await database.query("INSERT INTO book (title, author_name) VALUES ('Peace', 'Anna')");
  await database.query("INSERT INTO chapter (code, shelf, sortable_rank) VALUES ('I', 'left', 1)");
  await database.query("INSERT INTO chapter (code, shelf, sortable_rank) VALUES ('II', 'left', 2)");
  return cwd;
}

const runtimeFiles = ['index', 'pgsql', 'mysql', 'sqlite'].map((name) =>
  join(ROOT, 'packages/runtime-ts/dist', `${name}.d.ts`),
);

describe.each(['sqlite', 'pgsql15', 'mariadb'] as const)('every text that the classes take on %s', (engine) => {
  test('is a value, or is refused', { timeout: 900_000 }, async (context) => {
    const database = await freshDatabase(engine, context);
    const cwd = await built(database);
    const entries = new Map([
      ...textEntries(runtimeFiles, STRICT),
      ...textEntries([join(cwd, 'src/models/index.ts')], STRICT),
    ]);
    expect([...entries.keys()].filter((entry) => ruleOf(entry) === undefined)).toEqual([]);
    const used = new Set([...entries.keys()].map(ruleOf));
    expect(RULES.filter((rule) => !used.has(rule)).map(({ entry }) => String(entry))).toEqual([]);

    const loaded = (await import(pathToFileURL(join(cwd, 'built/src/loaded.js')).href)) as Loaded;
    const attempts = new Attempts(loaded, database);
    await attempts.remember();
    for (const [entry, position] of entries) {
      const rule = ruleOf(entry);
      if (rule?.attempt !== undefined) await attempts.tryEntry(entry, position, rule.attempt);
    }
    await loaded.orm.close();
    expect(attempts.problems).toEqual([]);
    // Each with every text.
    expect(attempts.tried).toBeGreaterThan(4000);
  });
});

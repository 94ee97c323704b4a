import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import { orm } from '../../support/orm-in-process.js';
import { compile, installPackages, runBuilt } from './support/ts-project.js';

const SCHEMA = `<database name="shop" defaultIdMethod="native">
  <table name="visit">
    <column name="page" type="VARCHAR" size="20" required="true"/>
    <column name="seconds" type="INTEGER"/>
    <column name="made_at" type="DATETIME" size="0" required="true" defaultExpr="CURRENT_TIMESTAMP"/>
  </table>
  <table name="old_visit" readOnly="true">
    <column name="seconds" type="INTEGER"/>
    <column name="minutes" type="INTEGER" generatedExpr="seconds * 60"/>
  </table>
</database>`;

const APPLICATION = `import { OrmError } from '@ormgen/runtime';
import { orm } from './models/config.js';
import { OldVisitQuery, Visit, VisitQuery } from './models/index.js';

const said: unknown[] = [];
const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => 'done', (error: unknown) => (error instanceof OrmError ? error.message : String(error)));
const first = await Visit.create({ page: '/', seconds: 1 });
said.push(Math.abs(Date.now() - first.madeAt.getTime()) < 60_000, first.isModified());
const visit = await Visit.create({ page: '/', seconds: 1 });
said.push(await refusal(visit.delete()), await refusal(visit.reload()), await refusal(visit.save()));
visit.seconds = 2;
said.push(await refusal(visit.save()), visit.isModified());
const found = await VisitQuery.create().requireOneBySeconds(1);
said.push(await refusal(found.delete()));
said.push((await VisitQuery.create().find()).map(({ seconds }) => seconds));
await visit.copy().save();
said.push(await VisitQuery.create().filterBySeconds(2).delete(), await VisitQuery.create().count());
await orm.connection().run({ sql: 'INSERT INTO old_visit (seconds) VALUES (2)', values: [] });
said.push((await OldVisitQuery.create().requireOne()).minutes);
console.log(JSON.stringify(said));
await orm.close();
`;

const refused = (deed: string): string =>
  `The table "visit" has no primary key: a row of it can be inserted, not ${deed}.`;

describe.each(['sqlite', 'pgsql15', 'mariadb', 'mysql9'] as const)('a table without a primary key on %s', (engine) => {
  test('has rows that are inserted and found, and no statement that would reach all of them', {
    timeout: 600_000,
  }, async (context) => {
    const { connection } = await freshDatabase(engine, context);
    const more = { generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } };
    const cwd = project({ 'orm.json': configuration({ shop: connection }, more), 'schema.xml': SCHEMA });
    for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
      expect(await orm(cwd, command)).toMatchObject({ code: 0 });
    }
    installPackages(cwd);
    writeFileSync(join(cwd, 'src/app.ts'), APPLICATION);
    expect(compile(cwd, 'src/app.ts')).toEqual([]);
    expect(await runBuilt(cwd, 'src/app.js')).toEqual([
      ...[true, false],
      ...[refused('deleted'), refused('read again'), 'done'],
      ...[refused('updated'), true],
      refused('deleted'),
      [1, 1],
      ...[1, 2],
      120,
    ]);
  });
});

test.each([
  [
    '<column name="total" type="INTEGER" generatedExpr="seconds * 2"/>',
    'error: classes in TypeScript cannot read "visit.total", which the database fills in: "visit" has no primary key to read it by',
    '= set primaryKey="true" on a column, or take typescript out of generator.targets',
  ],
  [
    '<column name="total" type="INTEGER" defaultExpr="(1 + 2)"/>',
    'error: classes in TypeScript cannot read "visit.total", which the database fills in: "visit" has no primary key to read it by',
    '= set primaryKey="true" on a column, or take typescript out of generator.targets',
  ],
  [
    '<column name="note" type="CLOB" lazyLoad="true"/>',
    'error: classes in TypeScript cannot load "visit.note" lazily: "visit" has no primary key to read it by',
    '= remove lazyLoad, or set primaryKey="true" on a column',
  ],
  [
    '<column name="id" type="INTEGER" primaryKey="true" lazyLoad="true"/>',
    'error: classes in TypeScript cannot load "visit.id" lazily: a row is found by its primary key',
    '= remove lazyLoad',
  ],
])('what could not be read later is refused: %s', async (column, error, help) => {
  const connection = { adapter: 'sqlite', dsn: 'sqlite:shop.db' } as const;
  const cwd = project({
    'orm.json': configuration({ shop: connection }, { generator: { targets: ['typescript'] } }),
    'schema.xml': SCHEMA.replace('</table>', `${column}</table>`),
  });
  const { code, stderr } = await orm(cwd, 'model:build');
  expect(code).toBe(1);
  expect(stderr).toContain(error);
  expect(stderr).toContain(help);
});

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
  </table>
</database>`;

const APPLICATION = `import { OrmError } from '@ormgen/runtime';
import { orm } from './models/config.js';
import { Visit, VisitQuery } from './models/index.js';

const said: unknown[] = [];
const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => 'done', (error: unknown) => (error instanceof OrmError ? error.message : String(error)));
await Visit.create({ page: '/', seconds: 1 });
const visit = await Visit.create({ page: '/', seconds: 1 });
said.push(await refusal(visit.delete()), await refusal(visit.reload()), await refusal(visit.save()));
visit.seconds = 2;
said.push(await refusal(visit.save()), visit.isModified());
const found = await VisitQuery.create().requireOneBySeconds(1);
said.push(await refusal(found.delete()));
said.push((await VisitQuery.create().find()).map(({ seconds }) => seconds));
await visit.copy().save();
said.push(await VisitQuery.create().filterBySeconds(2).delete(), await VisitQuery.create().count());
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
      ...[refused('deleted'), refused('read again'), 'done'],
      ...[refused('updated'), true],
      refused('deleted'),
      [1, 1],
      ...[1, 2],
    ]);
  });
});

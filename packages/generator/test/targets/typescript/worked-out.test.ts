import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import { ENGINES } from '../../support/engines.js';
import { orm } from '../../support/orm-in-process.js';
import { compile, installPackages, runBuilt } from './support/ts-project.js';

const SCHEMA = `<database name="shop" defaultIdMethod="native">
  <table name="item">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="price" type="INTEGER" required="true"/>
    <column name="amount" type="INTEGER" required="true"/>
    <column name="total" type="INTEGER" generatedExpr="price * amount"/>
    <column name="twice" type="INTEGER" generatedExpr="price * 2" lazyLoad="true"/>
    <column name="three" type="INTEGER" required="true" defaultExpr="(1 + 2)"/>
    <column name="made_on" type="DATE" defaultExpr="(CURRENT_DATE)"/>
    <column name="made_at" type="DATETIME" size="0" required="true" defaultExpr="CURRENT_TIMESTAMP"/>
  </table>
</database>`;

const APPLICATION = `import { transaction } from '@ormgen/runtime';
import { orm } from './models/config.js';
import { Item, ItemQuery } from './models/index.js';

const said: unknown[] = [];
const shown = ({ total, three, madeAt, madeOn }: Item): unknown => {
  const day = new Date(madeAt.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
  return [total, three, Math.abs(Date.now() - madeAt.getTime()) < 60_000, madeOn === day];
};
const item = await Item.create({ price: 2, amount: 3 });
said.push(shown(item), item.isModified());
item.amount = 5;
await item.save();
said.push(shown(item), item.isModified());
const found = await ItemQuery.create().findPk(item.id);
said.push(found !== null && shown(found));
const given = await Item.create({ price: 1, amount: 1, three: 4, madeAt: new Date(0), madeOn: null });
said.push(given.three, given.madeAt.getTime(), given.madeOn);
const lost: Item[] = [];
await transaction(async () => {
  lost.push(await Item.create({ price: 7, amount: 1 }));
  throw new Error('no');
}).catch(() => undefined);
for (const each of lost) {
  each.amount = 2;
  await each.save();
  said.push(shown(each), each.isNew(), each.isModified());
}
// What is worked out and lazy is read when it is asked for, and again after a save.
const lazy = await Item.create({ price: 5, amount: 1 });
said.push(lazy.twice === undefined, lazy.isModified(), await lazy.getTwice(), lazy.twice);
lazy.price = 6;
await lazy.save();
said.push(lazy.twice === undefined, await lazy.getTwice(), lazy.isModified());
await transaction(async () => {
  lazy.price = 7;
  await lazy.save();
  said.push(await lazy.getTwice());
  throw new Error('no');
}).catch(() => undefined);
said.push(lazy.twice);
await ItemQuery.create().filterById(lazy.id).update({ price: 8 });
said.push((await lazy.reload()).twice === undefined, await lazy.getTwice());
const copied = await lazy.copy({ price: 9 }).save();
said.push(await copied.getTwice(), await ItemQuery.create().filterByTwice(18).count());
console.log(JSON.stringify(said));
await orm.close();
`;

describe.each(ENGINES)('what the database or the clock fills in, on %s', (engine) => {
  test('is in the object as it is in the row', { timeout: 600_000 }, async (context) => {
    const database = await freshDatabase(engine, context);
    // As far from UTC as a zone can be: the database has another day for ten hours of it.
    const more = {
      generator: { targets: ['typescript'] },
      paths: { tsDir: 'src/models' },
      runtime: { timeZone: 'Etc/GMT-14' },
    };
    const cwd = project({
      'orm.json': configuration({ shop: database.connection }, more),
      'schema.xml': SCHEMA,
    });
    for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
      expect(await orm(cwd, command)).toMatchObject({ code: 0 });
    }
    installPackages(cwd);
    writeFileSync(join(cwd, 'src/app.ts'), APPLICATION);
    writeFileSync(
      join(cwd, 'src/refused.ts'),
      "import type { Item } from './models/index.js';\ndeclare const item: Item;\n// @ts-expect-error\nitem.twice = 5;\n",
    );
    expect(compile(cwd, 'src/app.ts', 'src/refused.ts')).toEqual([]);
    expect(await runBuilt(cwd, 'src/app.js')).toEqual([
      ...[[6, 3, true, true], false],
      ...[[10, 3, true, true], false],
      [10, 3, true, true],
      ...[4, 0, null],
      ...[[14, 3, true, true], false, false],
      ...[true, false, 10, 10],
      ...[true, 12, false],
      ...[14, 12],
      ...[true, 16],
      ...[18, 1],
    ]);
  });
});

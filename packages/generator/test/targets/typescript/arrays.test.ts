import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import { orm } from '../../support/orm-in-process.js';
import { compile, installPackages, runBuilt } from './support/ts-project.js';

const SCHEMA = `<database name="shop" defaultIdMethod="native">
  <table name="note">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="numbers" type="ARRAY" elementType="INTEGER"/>
    <column name="texts" type="ARRAY" elementType="VARCHAR" size="20"/>
    <column name="meta" type="JSON" sqlType="json"/>
  </table>
</database>`;

const APPLICATION = `import { orm } from './models/config.js';
import { Note, NoteQuery } from './models/index.js';

await Note.create({ numbers: [1, 2], texts: ['a', 'b,"c'], meta: { text: 'a\\u0000b' } });
await Note.create({ numbers: [2, 3], texts: ['b'], meta: { b: 1, a: [1] } });
await Note.create({ numbers: [], texts: null });
const q = (): NoteQuery => NoteQuery.create().orderById();
const found = [
  q().filterByNumbers([2]),
  q().filterByNumbers([1, 2], 'CONTAINS_ALL'),
  q().filterByNumbers([1, 3], 'CONTAINS_SOME'),
  q().filterByNumbers([1], 'CONTAINS_NONE'),
  q().filterByNumbers([2, 3], '='),
  q().filterByNumbers([2], '>='),
  q().filterByNumbers([[1, 2], []], 'IN'),
  q().filterByNumber(3),
  q().filterByText('b,"c'),
  q().filterByTexts(null),
  q().filterByMeta({ a: [1], b: 1 }),
  q().filterByMeta({ text: 'a\\u0000b' }),
];
const ids: number[][] = [];
for (const query of found) ids.push((await query.find()).map(({ id }) => id));
console.log(JSON.stringify(ids));
await orm.close();
`;

test('arrays of PostgreSQL are asked for what they contain', { timeout: 600_000 }, async (context) => {
  const { connection } = await freshDatabase('pgsql15', context);
  const more = { generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } };
  const cwd = project({ 'orm.json': configuration({ shop: connection }, more), 'schema.xml': SCHEMA });
  for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
    expect(await orm(cwd, command)).toMatchObject({ code: 0 });
  }
  installPackages(cwd);
  writeFileSync(join(cwd, 'src/app.ts'), APPLICATION);
  expect(compile(cwd, 'src/app.ts')).toEqual([]);
  expect(await runBuilt(cwd, 'src/app.js')).toEqual([
    ...[[1, 2], [1], [1, 2], [2, 3], [2], [2], [1, 3], [2]],
    ...[[1], [3]],
    ...[[2], [1]],
  ]);
});

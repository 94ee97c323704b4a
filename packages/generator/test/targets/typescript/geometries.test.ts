import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import { orm } from '../../support/orm-in-process.js';
import { compile, installPackages, runBuilt } from './support/ts-project.js';

const schema = (more: string): string => `<database name="shop" defaultIdMethod="native">
  <table name="place">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="spot" type="GEOMETRY" ${more}/>
  </table>
</database>`;

/** What a column of GEOMETRY takes on a vendor: text on PostgreSQL, the bytes of the driver elsewhere. */
const VALUES = {
  pgsql: {
    one: "'(1,2)'",
    other: "'(-0.5,1e+100)'",
    change: "emma.spot = '(3,4)';",
    shown: ['(1,2)', '(3,4)', '(-0.5,1e+100)'],
  },
  bytes: {
    one: "Buffer.from('000000000101000000000000000000f03f0000000000000040', 'hex')",
    other: "Buffer.from('000000000101000000000000000000e0bf0000000000000840', 'hex')",
    change: 'emma.spot?.fill(0, 9, 17);',
    shown: [
      '000000000101000000000000000000f03f0000000000000040',
      '00000000010100000000000000000000000000000000000040',
      '000000000101000000000000000000e0bf0000000000000840',
    ],
  },
};

const application = ({
  one,
  other,
  change,
}: (typeof VALUES)['pgsql']): string => `import { InvalidQueryError } from '@ormgen/runtime';
import { orm } from './models/config.js';
import { Place, PlaceQuery } from './models/index.js';

const said: unknown[] = [];
const shown = (value: string | Uint8Array | null): string | null =>
  value === null || typeof value === 'string' ? value : Buffer.from(value).toString('hex');
const made = await Place.create({ spot: ${one} });
const nowhere = await Place.create({});
said.push(shown(made.spot), nowhere.spot);
const emma = await PlaceQuery.create().requirePk(made.id);
said.push(shown(emma.spot), emma.isModified());
await emma.save();
${change}
said.push(emma.isModified());
await emma.save();
said.push(emma.isModified(), shown((await PlaceQuery.create().requirePk(made.id)).spot));
await PlaceQuery.create().filterById(made.id).update({ spot: ${other} });
said.push((await PlaceQuery.create().filterBySpot(null, '<>').select('spot').find()).map(({ spot }) => shown(spot)));
for await (const place of PlaceQuery.create().orderById()) said.push(shown(place.spot));
said.push(await PlaceQuery.create().filterBySpot(null).count(), await PlaceQuery.create().filterBySpot(null, 'IS NOT NULL').count());
const asked = async (): Promise<unknown> => PlaceQuery.create().filterBySpot(${other} as never).find();
said.push(await asked().catch((error: unknown) => (error instanceof InvalidQueryError ? error.message : String(error))));
console.log(JSON.stringify(said));
await orm.close();
`;

describe.each(['sqlite', 'pgsql15', 'mariadb', 'mysql9'] as const)('geometries in TypeScript on %s', (engine) => {
  test('are what the driver gives and takes', { timeout: 600_000 }, async (context) => {
    const { connection } = await freshDatabase(engine, context);
    const isText = engine === 'pgsql15';
    const values = VALUES[isText ? 'pgsql' : 'bytes'];
    const more = { generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } };
    const cwd = project({
      'orm.json': configuration({ shop: connection }, more),
      'schema.xml': schema(isText ? 'sqlType="point"' : ''),
    });
    for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
      expect(await orm(cwd, command)).toMatchObject({ code: 0 });
    }
    installPackages(cwd);
    writeFileSync(join(cwd, 'src/app.ts'), application(values));
    const refused = ['place.spot = 5;', `query.filterBySpot(${values.one});`, 'query.orderBySpot();'];
    writeFileSync(
      join(cwd, 'src/refused.ts'),
      [
        "import type { Place, PlaceQuery } from './models/index.js';",
        'declare const place: Place;\ndeclare const query: PlaceQuery;',
        ...refused.flatMap((line) => ['// @ts-expect-error', line]),
      ].join('\n'),
    );
    expect(compile(cwd, 'src/app.ts', 'src/refused.ts')).toEqual([]);
    const [first, changed, last] = values.shown;
    expect(await runBuilt(cwd, 'src/app.js')).toEqual([
      ...[first, null],
      ...[first, false],
      true,
      ...[false, changed],
      [last],
      ...[last, null],
      ...[1, 1],
      'Place.spot is a geometry, which only functions of the database can compare: use where().',
    ]);
  });
});

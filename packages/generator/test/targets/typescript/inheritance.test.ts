import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import { orm } from '../../support/orm-in-process.js';
import { compile, installPackages, runBuilt } from './support/ts-project.js';

const SCHEMA = `<database name="shop" defaultIdMethod="native" enumStorage="index">
  <table name="shape">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="kind" type="INTEGER" required="true" inheritance="single">
      <inheritance key="1" class="Shape"/>
      <inheritance key="2" class="Circle" extends="Shape"/>
      <inheritance key="3" class="Square"/>
      <inheritance key="4" class="Ring" extends="Circle"/>
    </column>
    <column name="name" type="VARCHAR" size="20" required="true"/>
  </table>
  <table name="work" abstract="true">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="style" type="ENUM" valueSet="novel, essay, poem" inheritance="single">
      <inheritance key="novel" class="Novel"/>
      <inheritance key="essay" class="Essay"/>
    </column>
    <column name="title" type="VARCHAR" size="20" required="true"/>
  </table>
</database>`;

const CIRCLE = `import type { Connection, Unsaved } from '@ormgen/runtime';
import { CircleBase, CircleQueryBase } from './base/circle.js';
import type { ShapeInit } from './base/shape.js';

export class Circle extends CircleBase {
  static override preInsert(values: Unsaved<ShapeInit>, _con: Connection): boolean {
    values.name = \`round \${values.name}\`;
    return true;
  }

  area(): string {
    return \`πr² of \${this.name}\`;
  }
}

export class CircleQuery<R = Circle> extends CircleQueryBase<R> {}
`;

const APPLICATION = `import { session } from '@ormgen/runtime';
import { orm } from './models/config.js';
import { Circle, CircleQuery, Essay, Novel, NovelQuery, Ring, RingQuery, Shape, ShapeQuery, Square, Work, WorkQuery } from './models/index.js';

const said: unknown[] = [];
const classes = (found: readonly Shape[]): string => found.map((each) => \`\${each.constructor.name} \${each.name}\`).join(', ');
const message = (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'nothing', (error: unknown) => (error instanceof Error ? error.message : ''));

await Shape.create({ name: 'a' });
const circle = await Circle.create({ name: 'b' });
await Square.draft({ name: 'c' }).save();
const ring: Ring = await Ring.create({ name: 'd' });
const kind: 2 | 4 = circle.kind;
said.push(kind, ring.kind, ring.area(), ring instanceof Circle);

said.push(classes(await ShapeQuery.create().orderById().find()));
const circles: Circle[] = await CircleQuery.create().orderById().find();
said.push(classes(circles), circles.map((each) => each.area()));
said.push(classes(await RingQuery.create().find()), await CircleQuery.create().count());
said.push((await ShapeQuery.create().requirePk(ring.id)).constructor.name);
said.push(await CircleQuery.create().findPk(1), (await CircleQuery.create().requirePk(ring.id)).area());

// What a class always asks for is no alternative.
said.push(classes(await CircleQuery.create().or().filterByName('a').find()));
said.push(classes(await CircleQuery.create().filterByName('a').or().filterByName('round b').find()));
said.push(classes(await CircleQuery.create().orderById().copy().limit(1).find()));
said.push(await message(CircleQuery.create().delete()));

// Objects are of their class in a session, and one for each row.
await session(async () => {
  const [one] = await ShapeQuery.create().filterById(circle.id).find();
  const two = await CircleQuery.create().findPk(circle.id);
  said.push(one instanceof Circle, one === two);
});
const made = await RingQuery.create().filterByName('none').findOneOrCreate({ name: 'e' });
said.push(made.constructor.name, made.kind, (await made.copy({ name: 'f' }).save()).constructor.name);
for await (const each of RingQuery.create()) said.push(each.name);
said.push(await RingQuery.create().update({ name: 'g' }), await RingQuery.create().deleteAll());
said.push(classes(await ShapeQuery.create().orderById().find()));
circle.name = 'h';
await circle.save();
said.push(classes([await circle.reload()]));

const novel = await Novel.create({ title: 'Emma' });
await Essay.create({ title: 'Circles' });
const works: Work[] = await WorkQuery.create().orderById().find();
said.push(novel.style, works.map((each) => each.constructor.name), await NovelQuery.create().count());
said.push(await message(Work.create({ title: 'Odes' })));
await WorkQuery.create().filterById(novel.id).update({ style: 'poem' });
said.push(await message(WorkQuery.create().find()));
console.log(JSON.stringify(said));
await orm.close();
`;

/** Lines that the compiler has to refuse. */
const REFUSED = [
  'circle.kind = 3;',
  'shape.kind = 2;',
  "await Circle.create({ name: 'a', kind: 3 });",
  'const square: Square = circle; void square;',
  'const circle2: Circle = shape; void circle2;',
  'const squares: Square[] = await CircleQuery.create().find(); void squares;',
  'shape.area();',
];

const NO_CLASS =
  'No class of the table "work" has the key of this row in "style", and Work is abstract: add an <inheritance> for it to the schema.';

describe.each(['sqlite', 'pgsql15', 'mariadb', 'mysql9'] as const)(
  'classes of one table in TypeScript on %s',
  (engine) => {
    test('are told apart by a column', { timeout: 600_000 }, async (context) => {
      const { connection } = await freshDatabase(engine, context);
      const more = { generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } };
      const cwd = project({ 'orm.json': configuration({ shop: connection }, more), 'schema.xml': SCHEMA });
      for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
        expect(await orm(cwd, command)).toMatchObject({ code: 0 });
      }
      installPackages(cwd);
      writeFileSync(join(cwd, 'src/models/circle.ts'), CIRCLE);
      writeFileSync(join(cwd, 'src/app.ts'), APPLICATION);
      const head = "import { Circle, CircleQuery, Shape, Square } from './models/index.js';\n";
      const objects = 'declare const circle: Circle; declare const shape: Shape;\n';
      const refused = REFUSED.flatMap((line) => ['// @ts-expect-error', line]).join('\n');
      writeFileSync(join(cwd, 'src/refused.ts'), head + objects + refused);
      expect(compile(cwd, 'src/app.ts', 'src/refused.ts')).toEqual([]);
      expect(await runBuilt(cwd, 'src/app.js')).toEqual([
        ...[2, 4, 'πr² of round d', true],
        'Shape a, Circle round b, Square c, Ring round d',
        ...['Circle round b, Ring round d', ['πr² of round b', 'πr² of round d']],
        ...['Ring round d', 2],
        'Ring',
        ...[null, 'πr² of round d'],
        ...['', 'Circle round b', 'Circle round b'],
        'delete() needs a condition that leaves rows out. To delete all rows of Shape, call deleteAll().',
        ...[true, true],
        ...['Ring', 4, 'Ring'],
        ...['round d', 'round e', 'round f'],
        ...[3, 3],
        'Shape a, Circle round b, Square c',
        'Circle h',
        ...['novel', ['Novel', 'Essay'], 1],
        ...[NO_CLASS, NO_CLASS],
      ]);
    });
  },
);

test.each([
  ['extends="Shape"', 'extends="Thing"', '"Circle" cannot extend "Thing" in TypeScript, which is no class of "shape"'],
  ['key="3"', 'key="three"', 'is no value of the column "shape.kind" of type INTEGER'],
  ['class="Ring"', 'class="Work"', 'would be in work.ts'],
  ['class="Ring"', 'class="Promise"', 'cannot be the name of a class in TypeScript'],
])('classes that cannot be are refused: %s', async (from, to, message) => {
  const more = { generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } };
  const config = configuration({ shop: { adapter: 'sqlite' } }, more);
  const cwd = project({ 'orm.json': config, 'schema.xml': SCHEMA.replace(from, to) });
  const { code, stderr } = await orm(cwd, 'model:build');
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});

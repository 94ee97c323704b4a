import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import { ENGINES } from '../../support/engines.js';
import { orm } from '../../support/orm-in-process.js';
import { compileWith, installPackages, runBuilt } from './support/ts-project.js';

const SCHEMA = `<database name="shop" defaultIdMethod="native" enumStorage="label">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100" required="true"/>
    <column name="style" type="ENUM" valueSet="novel, essay"/>
    <column name="pages" type="INTEGER"/>
    <column name="weight" type="DOUBLE"/>
    <column name="in_print" type="BOOLEAN" required="true" defaultValue="true"/>
    <column name="published_on" type="DATE"/>
  </table>
</database>`;

const APPLICATION = `import { session, transaction } from '@ormgen/runtime';
import { orm } from './models/config.js';
import { Book, BookQuery } from './models/index.js';

const said: unknown[] = [];
const emma = await Book.create({ title: 'Emma', style: 'novel', pages: 474, weight: 0.5, publishedOn: '1815-12-23' });
said.push({ ...emma }, emma.isModified());
emma.title = 'Emma, annotated';
emma.pages = null;
said.push(emma.isModified());
await emma.save();
said.push(emma.isModified());
const found = await BookQuery.create().findPk(emma.id);
said.push(found instanceof Book, found === undefined ? null : { ...found });
await Book.create({ title: 'Essays', style: 'essay', inPrint: false });
said.push((await BookQuery.create().filterByStyle(['essay', 'novel']).find()).map(({ title, inPrint }) => [title, inPrint]));
said.push((await BookQuery.create().filterByPages(null).filterByInPrint(true).find()).map(({ title }) => title));
await emma.delete();
said.push(emma.isDeleted(), await BookQuery.create().findPk(emma.id) === null);
said.push((await BookQuery.create().findOne())?.title);
await emma.save().catch((error: Error) => said.push(error.name, error.message));
await Book.create({ title: 'Second', pages: 1.5 }).catch((error: Error) => said.push(error.name));
try {
  await orm.connection().transaction(async () => {
    const lost = await Book.create({ title: 'Lost' });
    const [essays] = await BookQuery.create().filterByTitle('Essays').find();
    if (essays !== undefined) { essays.title = 'Lost, too'; await essays.save(); }
    said.push((await BookQuery.create().find()).length);
    throw Object.assign(new Error('no'), { lost, essays });
  });
} catch (error) {
  const { lost, essays } = error as unknown as { lost: Book; essays: Book };
  said.push(lost.isNew(), essays.isModified(), (await BookQuery.create().find()).map(({ title }) => title));
  await lost.save();
  said.push((await BookQuery.create().find()).map(({ title }) => title));
}
await transaction(async () => {
  const [first] = await BookQuery.create().filterByTitle('Essays').find();
  const [again] = await BookQuery.create().filterByTitle('Essays').find();
  if (first === undefined) throw new Error('no row');
  first.pages = 9;
  const made = await Book.create({ title: 'Made' });
  const found = await BookQuery.create().findPk(first.id);
  said.push(first === again, first === found, first.pages, made === await BookQuery.create().findPk(made.id));
});
const [outside] = await BookQuery.create().filterByTitle('Essays').find();
const [other] = await BookQuery.create().filterByTitle('Essays').find();
said.push(outside === other, outside?.pages);
await session(async () => {
  const [one] = await BookQuery.create().filterByTitle('Essays').find();
  const [two] = await BookQuery.create().filterByTitle('Essays').find();
  said.push(one === two);
});
console.log(JSON.stringify(said));
await orm.close();
`;

describe.each(ENGINES)('one table in TypeScript on %s', (engine) => {
  test('is built, compiled, written and read', { timeout: 600_000 }, async (context) => {
    const database = await freshDatabase(engine, context);
    const generator = { targets: ['typescript'] };
    const paths = { tsDir: 'src/models' };
    const settings = JSON.parse(configuration({ shop: database.connection })) as { orm: object };
    const cwd = project({
      'orm.json': JSON.stringify({ orm: { ...settings.orm, generator, paths } }),
      'schema.xml': SCHEMA,
    });
    for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
      const { code, stderr } = await orm(cwd, command);
      expect(code).toBe(0);
      // The password of the test's own database stands in its configuration.
      if (command !== 'config:convert') expect(stderr).toBe('');
    }
    installPackages(cwd);
    writeFileSync(join(cwd, 'src/app.ts'), APPLICATION);
    expect(compileWith({}, cwd, 'src/app.ts')).toEqual([]);
    const row = {
      id: 1,
      title: 'Emma',
      style: 'novel',
      pages: 474,
      weight: 0.5,
      inPrint: true,
      publishedOn: '1815-12-23',
    };
    expect(await runBuilt(cwd, 'src/app.js')).toEqual([
      ...[row, false, true, false],
      ...[true, { ...row, title: 'Emma, annotated', pages: null }],
      [
        ['Emma, annotated', true],
        ['Essays', false],
      ],
      ['Emma, annotated'],
      ...[true, true, 'Essays'],
      ...['ObjectDeletedError', 'The row of "book" was deleted: the object cannot be written again.'],
      'InvalidValueError',
      2,
      ...[true, true, ['Essays']],
      ['Essays', 'Lost'],
      ...[true, true, 9, true],
      ...[false, null],
      true,
    ]);
    for (const command of ['model:build', 'config:convert']) {
      expect((await orm(cwd, command, '--check')).code).toBe(0);
    }
  });
});

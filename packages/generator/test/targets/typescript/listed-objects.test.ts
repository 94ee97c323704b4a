import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import { orm } from '../../support/orm-in-process.js';
import { compile, installPackages, runBuilt } from './support/ts-project.js';

const SCHEMA = `<database name="shop" defaultIdMethod="native">
  <table name="task">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="20" required="true"/>
    <column name="project_id" type="INTEGER"/>
    <behavior name="sortable">
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="project_id"/>
      <parameter name="index" value="true"/>
    </behavior>
  </table>
</database>`;

const APPLICATION = `import { transaction } from '@ormgen/runtime';
import { orm } from './models/config.js';
import { Task, TaskQuery } from './models/index.js';

const said: unknown[] = [];
const list = async (project: number): Promise<string> =>
  (await TaskQuery.retrieveList(project)).map((task) => \`\${task.getRank()} \${task.title}\`).join(', ');
const message = (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'nothing', (error: unknown) => (error instanceof Error ? error.message : ''));

const a = await Task.create({ title: 'a', projectId: 1 });
await Task.create({ title: 'b', projectId: 1 });
await Task.create({ title: 'c', projectId: 2 });

// What is set while a save is under way belongs to the next one.
a.title = 'A';
const saving = a.save();
a.projectId = 2;
await saving;
said.push(await list(1), await list(2), a.isModified());
await a.save();
said.push(await list(1), await list(2), a.isModified());

// A save that writes a place, and another place that is set meanwhile.
a.removeFromList();
const leaving = a.save();
a.projectId = 1;
await leaving;
said.push(await list(2), a.projectId, a.isModified());
await a.insertAtTop().save();
said.push(await list(1));

// A draft is saved once, and again when that was rolled back.
const draft = Task.draft({ title: 'd', projectId: 1 }).insertAtTop();
await transaction(async () => {
  await draft.save();
  throw new Error('no');
}).catch(() => undefined);
said.push(await list(1));
const [one, other] = await Promise.all([message(draft.save()), message(draft.save())]);
said.push(one, other, await list(1));

// Nor does a draft that was refused stay saved.
const far = Task.draft({ title: 'e', projectId: 1 }).insertAtRank(9);
said.push(await message(far.save()));
await far.insertAtBottom().save();
said.push(await list(1));

// What the compiler refuses throws, and does not find the list of NULL.
const refused = (call: () => Promise<unknown>): Promise<string> => message((async () => call())());
said.push(await refused(() => TaskQuery.create().findList(undefined as never)));
said.push(await refused(() => TaskQuery.create().findOneByRank(1, undefined as never)));
said.push(await refused(() => TaskQuery.doSelectOrderByRank('asc', undefined as never)));
said.push(await refused(() => TaskQuery.retrieveList('one' as never)));
said.push(await refused(() => Task.create({ title: 5 as never })));
said.push(await refused(() => TaskQuery.create().filterByTitle(5 as never).find()));
console.log(JSON.stringify(said));
await orm.close();
`;

describe.each(['sqlite', 'pgsql15', 'mysql9'] as const)('objects of lists in TypeScript on %s', (engine) => {
  test('keep lists right whatever is set while they are saved', { timeout: 600_000 }, async (context) => {
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
      ...['1 A, 2 b', '1 c', true],
      ...['1 b', '1 c, 2 A', false],
      ...['1 c', 1, true],
      '1 A, 2 b',
      '1 A, 2 b',
      ...['nothing', 'This draft of a Task was saved already: go on with the object that save() gave.'],
      '1 d, 2 A, 3 b',
      'There is no rank 9 in this list of "task": it goes from 1 to 4.',
      '1 d, 2 A, 3 b, 4 e',
      'undefined is no value of a list: leave it out, or give null.',
      'undefined is no value of a list: leave it out, or give null.',
      'undefined is no value of a list: leave it out, or give null.',
      expect.stringMatching(/^"projectId" takes a whole number of at most 2\^53 - 1 .*, not this text\.$/),
      '"title" of "task" takes a text, not a number.',
      '"title" takes a text, not a number.',
    ]);
  });
});

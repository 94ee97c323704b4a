import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doctor, fakePhp } from './support/doctor.js';
import { orm } from './support/orm.js';
import { configuration, project } from './support/project.js';

/** Large enough for a thread of its own, which the size of the file decides. */
const LONG = 'It stands here to make the schema a large one. '.repeat(30);
const SCHEMA = `<database name="shop" defaultIdMethod="native">
${Array.from(
  { length: 120 },
  (_, i) => `  <table name="thing_${String(i)}" description="${LONG}">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="label" type="VARCHAR" size="190" required="true"/>
  </table>
`,
).join('')}</database>
`;

const CONNECTION = { adapter: 'sqlite', dsn: 'sqlite:shop.sqlite' };

test('the word for its thread is no command', async () => {
  const { code, stderr } = await orm(['__check-files'], { cwd: project({}) });
  expect(code).toBe(1);
  expect(stderr).toContain('unknown command "__check-files"');
});

test('the generated files of a large schema', async () => {
  const cwd = project({
    'orm.json': configuration({ shop: CONNECTION }),
    'schema.xml': SCHEMA,
  });
  const path = (name: string): string => join(cwd, name);
  expect(statSync(path('schema.xml')).size).toBeGreaterThan(150_000);
  for (const command of ['sql:build', 'model:build', 'config:convert'])
    expect((await orm([command], { cwd })).code).toBe(0);
  const php = fakePhp({ version: '8.4.1', extensions: ['PDO', 'pdo_sqlite'] });
  const env = { PATH: `${php}:${process.env['PATH'] ?? ''}` };
  /** What is not as it should be, after a file was changed; then the file is as it was. */
  const after = async (file: string, change: (text: string) => string | undefined): Promise<readonly string[]> => {
    const before = readFileSync(path(file), 'utf8');
    const changed = change(before);
    if (changed === undefined) rmSync(path(file));
    else writeFileSync(path(file), changed);
    const found = (await doctor(cwd, { env })).of('Generated files');
    writeFileSync(path(file), before);
    return found.filter((line) => !line.startsWith('ok: '));
  };
  const map = 'generated-classes/Map/Thing3TableMap.php';
  const old = (what: string): string =>
    `warning: generated-classes/ is not up to date: ${what} would change → orm model:build`;

  expect(await after(map, (text) => text)).toEqual([]);
  // Edited by hand, and deleted.
  expect(await after(map, (text) => `${text}\n`)).toEqual([old('Map/Thing3TableMap.php')]);
  expect(await after(map, (text) => text.replace('label', 'lebal'))).toEqual([old('Map/Thing3TableMap.php')]);
  expect(await after(map, () => undefined)).toEqual([old('Map/Thing3TableMap.php')]);
  expect(await after('generated-sql/shop.sql', (text) => text.replace('190', '191'))).toEqual([
    'warning: generated-sql/ is not up to date: shop.sql would change → orm sql:build',
  ]);
  // Of another schema, and of another configuration.
  expect(await after('schema.xml', (text) => text.replace('name="label"', 'name="title"'))).toEqual([
    'warning: generated-sql/ is not up to date: shop.sql would change → orm sql:build',
    old('3 files'),
  ]);
  const prefixed = configuration({ shop: CONNECTION }, { generator: { objectModel: { classPrefix: 'X' } } });
  expect(await after('orm.json', () => prefixed)).toEqual([old('960 files')]);
  // Not looked at while the schema has errors.
  expect(await after('schema.xml', (text) => text.replace('INTEGER', 'INTEGR'))).toEqual([
    'not checked: sql:build, which needs a schema without errors',
    'not checked: model:build, which needs a schema without errors',
  ]);
});

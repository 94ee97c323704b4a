import { expect, test } from 'vitest';
import { orm } from '../support/orm-in-process.js';
import { configuration, project } from './support/project.js';

const SCHEMA = `<database name="shop" namespace="App">
  <table name="book"><column name="id" type="INTEGER" primaryKey="true"/></table>
</database>`;

const classes = async (...targets: readonly string[]): Promise<string> => {
  const cwd = project({
    'schema.xml': SCHEMA,
    'orm.json': configuration({ shop: { adapter: 'sqlite' } }, { generator: { targets } }),
  });
  const { stdout } = await orm(cwd, 'schema:show', 'book');
  return stdout.slice(stdout.indexOf('Classes')).trim().replaceAll(/ +/g, ' ');
};

test('classes of two languages are told apart', async () => {
  expect((await classes('php', 'typescript')).split('\n')).toEqual([
    'Classes',
    ' App\\Book a row, in PHP',
    ' App\\BookQuery finds and changes rows, in PHP',
    ' App\\Map\\BookTableMap names and types of columns, in PHP',
    ' Book a row, in TypeScript',
    ' BookQuery finds and changes rows, in TypeScript',
  ]);
});

test('of one language they need not be', async () => {
  expect(await classes('typescript')).toBe('Classes\n Book a row\n BookQuery finds and changes rows');
});

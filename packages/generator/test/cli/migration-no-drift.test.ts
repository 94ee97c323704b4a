import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINES, type Engine } from '../support/engines.js';
import { orm } from '../support/orm-in-process.js';
import { freshDatabase } from './support/database.js';
import { configuration, project } from './support/project.js';

/** Conditions that a server prints in another way than they were written. */
const CONDITIONS: readonly string[] = [
  "state IN ('new', 'old')",
  "state = 'new'",
  'price &lt; 1e3',
  'ratio &lt; 1.5e10',
  'ratio &gt; -2.5e-3',
  'ratio &lt; 9e18 + 1',
  'round(ratio) &lt; 10',
];
const ON_POSTGRES: readonly string[] = ["state = ANY (ARRAY['a', 'b'])", "state = 'it''s'"];

const conditionsOf = (engine: Engine): readonly string[] =>
  engine.startsWith('pgsql') ? [...CONDITIONS, ...ON_POSTGRES] : CONDITIONS;

/** Each condition in a table of its own, and with a name of its own. */
const schema = (engine: Engine, more = ''): string =>
  `<database name="shop">${conditionsOf(engine)
    .flatMap((condition) => ['', 'name'].map((named) => [condition, named] as const))
    .map(
      ([condition, named], at) => `<table name="t${at}">
  <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
  <column name="state" type="VARCHAR" size="20"/>
  <column name="price" type="DECIMAL" size="10" scale="2"/>
  <column name="ratio" type="DOUBLE"/>${more}
  <check ${named === '' ? '' : `name="ck_${at}"`} expression="${condition}"/>
</table>`,
    )
    .join('\n')}</database>`;

describe.for([...ENGINES, 'mariadb11'] as const)('checks of the schema on %s', (engine) => {
  it('are no difference when migrations have made them', async (context) => {
    const { connection } = await freshDatabase(engine, context);
    const cwd = project({ 'orm.json': configuration({ shop: connection }), 'schema.xml': schema(engine) });
    const run = async (...args: string[]): Promise<void> => {
      const { code, stdout, stderr } = await orm(cwd, ...args);
      expect({ args, code, stderr, drift: stdout.includes('drift') }).toEqual({
        args,
        code: 0,
        stderr: '',
        drift: false,
      });
    };
    await run('migration:diff', '--name', 'start');
    await run('migration:migrate');
    await run('migration:status', '--check');
    await run('migration:status', '--check', '--exact');
    writeFileSync(join(cwd, 'schema.xml'), schema(engine, '<column name="pages" type="INTEGER"/>'));
    await run('migration:diff', '--name', 'pages');
    await run('migration:migrate');
    await run('migration:status', '--check');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm } from './support/orm.js';
import { configuration, project } from './support/project.js';

const MYSQL = { 'orm.json': configuration({ shop: { adapter: 'mysql' } }) };

/** Four mistakes of each kind: words that do not exist, references to nothing, and what MySQL or PHP cannot take. */
const TWELVE = `<database name="shop">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHR" size="100"/>
    <column name="email" type="VARCHAR" size="100" requird="true"/>
    <column name="born" type="DATE" lazyLoad="perhaps"/>
    <colum name="died" type="DATE"/>
    <index><index-column name="name"/><index-column name="died"/></index>
    <unique><unique-column name="emial"/></unique>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="CLOB"/>
    <column name="author_id" type="INTEGER"/>
    <column name="publisher_id" type="INTEGER"/>
    <column name="state" type="ENUM" valueSet="open, (" enumStorage="label"/>
    <column name="isbn" type="VARCHAR" size="20" phpType="\\My\\Isbn"/>
    <foreign-key foreignTable="author"><reference local="author_id" foreign="ident"/></foreign-key>
    <foreign-key foreignTable="publisher"><reference local="publisher_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="author" phpName="Editor" onDelete="setdefault">
      <reference local="author_id" foreign="id"/>
    </foreign-key>
    <index><index-column name="title"/></index>
    <behavior name="sortable"><parameter name="rank_colum" value="place"/></behavior>
  </table>
</database>
`;

const messages = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('error: '));

describe('all errors at once', () => {
  test('twelve mistakes of three kinds are twelve errors; building SQL leaves out those of classes', async () => {
    const cwd = project({ ...MYSQL, 'schema.xml': TWELVE });
    const { code, stderr } = await orm(['schema:check'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(/\n12 errors\n$/);
    await expect(stderr).toMatchFileSnapshot('golden/all-errors.txt');
    expect(await orm(['model:build'], { cwd })).toMatchObject({ code: 1, stderr });
    const sql = await orm(['sql:build'], { cwd });
    expect(sql.stderr).toMatch(/\n10 errors\n$/);
    expect(messages(sql.stderr)).toEqual(messages(stderr).filter((line) => !/ in PHP | name of a case/.test(line)));
  });

  /** Schemas whose SQL is right and whose classes are not. */
  const folder = join(import.meta.dirname, '../targets/php/golden/wrong');
  const names = readdirSync(folder).filter((name) =>
    readFileSync(join(folder, name, 'expected.txt'), 'utf8').startsWith('error: '),
  );

  test('schema:check knows what model:build would refuse', async () => {
    expect(names.length).toBeGreaterThan(15);
    for (const name of ['enum-case-empty', 'php-type-temporal', 'method-of-list']) {
      expect(names).toContain(name);
      const schema = readFileSync(join(folder, name, 'schema.xml'), 'utf8');
      const cwd = project({ 'orm.json': configuration({ default: { adapter: 'pgsql' } }), 'schema.xml': schema });
      const expected = readFileSync(join(folder, name, 'expected.txt'), 'utf8');
      for (const command of ['schema:check', 'model:build']) {
        const { code, stderr } = await orm([command], { cwd });
        expect(code, `${command} of ${name}`).toBe(1);
        expect(stderr, `${command} of ${name}`).toContain(expected.trim());
      }
    }
  });
});

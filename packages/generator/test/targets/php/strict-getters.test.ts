import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orm } from '../../support/orm-in-process.js';
import { PHP_HEAD } from '../../support/php-app.js';

const SCHEMA = `<database name="shop">
  <table name="customer">
    <column name="id" type="INTEGER" required="true" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="20" required="true" primaryString="true"/>
    <column name="nickname" type="VARCHAR" size="20"/>
    <column name="since" type="DATE" required="true"/>
    <column name="active" type="BOOLEAN" required="true"/>
    <column name="level" type="INTEGER" required="true" defaultValue="1"/>
    <column name="notes" type="LONGVARCHAR" required="true" lazyLoad="true"/>
    <column name="tags" type="ARRAY" required="true"/>
    <column name="joined_at" type="TIMESTAMP" required="true" defaultExpr="CURRENT_TIMESTAMP"/>
    <column name="secret" type="VARCHAR" size="20" required="true" accessorVisibility="private"/>
  </table>
  <table name="country">
    <column name="code" type="CHAR" size="2" required="true" primaryKey="true"/>
  </table>
  <table name="task">
    <column name="id" type="INTEGER" required="true" primaryKey="true" autoIncrement="true"/>
    <column name="customer_id" type="INTEGER" required="true"/>
    <foreign-key foreignTable="customer"><reference local="customer_id" foreign="id"/></foreign-key>
    <behavior name="sortable">
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="customer_id"/>
    </behavior>
  </table>
</database>`;

const SCRIPT = `${PHP_HEAD}function tell(string $what, callable $work): void
{
    try {
        $result = $work();
        echo $what, ': ', json_encode($result instanceof DateTimeInterface ? $result->format('Y') : $result), "\\n";
    } catch (Throwable $error) {
        echo $what, ': ', (new ReflectionClass($error))->getShortName(), ': ', $error->getMessage(), "\\n";
    }
}
`;

describe('requiredGetters: strict', () => {
  const work = mkdtempSync(join(tmpdir(), 'orm-strict-'));

  beforeAll(async () => {
    writeFileSync(join(work, 'schema.xml'), SCHEMA);
    const connections = { shop: { adapter: 'sqlite', dsn: `sqlite:${join(work, 'shop.sq3')}` } };
    const generator = { objectModel: { requiredGetters: 'strict' } };
    writeFileSync(join(work, 'orm.json'), JSON.stringify({ orm: { database: { connections }, generator } }));
    for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
      const { code, stderr } = await orm(work, command);
      if (code !== 0) throw new Error(stderr);
    }
  });

  afterAll(() => rmSync(work, { recursive: true, force: true }));

  const printed = (body: string): string[] => {
    writeFileSync(join(work, 'app.php'), SCRIPT + body);
    const { stdout, stderr } = spawnSync('php', ['-d', 'error_reporting=-1', join(work, 'app.php')], {
      encoding: 'utf8',
    });
    return `${stdout}${stderr}`.trimEnd().split('\n');
  };

  test('getters throw while a required column is not set, and name it', () => {
    const unset = (column: string, name: string): string =>
      `ColumnNotSetException: The required column "${column}" of this Customer is not set: call set${name}() before get${name}().`;
    expect(
      printed(`
        $new = new Customer();
        foreach (['getName', 'getSince', 'isActive', 'getNotes', 'getTags', 'getJoinedAt'] as $getter) {
            tell($getter, fn () => $new->$getter());
        }
        foreach (['getId', 'getNickname', 'getLevel', 'getPrimaryKey'] as $getter) {
            tell($getter, fn () => $new->$getter());
        }
        tell('natural key', fn () => (new Country())->getCode());
        tell('getPrimaryKey', fn () => (new Country())->getPrimaryKey());
      `),
    ).toEqual([
      `getName: ${unset('name', 'Name')}`,
      `getSince: ${unset('since', 'Since')}`,
      `isActive: ${unset('active', 'Active')}`,
      `getNotes: ${unset('notes', 'Notes')}`,
      `getTags: ${unset('tags', 'Tags')}`,
      `getJoinedAt: ${unset('joined_at', 'JoinedAt')}`,
      'getId: null',
      'getNickname: null',
      'getLevel: 1',
      'getPrimaryKey: null',
      'natural key: ColumnNotSetException: The required column "code" of this Country is not set: call setCode() before getCode().',
      'getPrimaryKey: null',
    ]);
  });

  test('a new object can be exported, copied, printed and filled', () => {
    expect(
      printed(`
        $new = new Customer();
        tell('toArray', fn () => $new->toArray());
        tell('toJson', fn () => json_decode($new->toJson(), true)['Name']);
        tell('jsonSerialize', fn () => json_decode(json_encode($new), true)['Since']);
        tell('copy', fn () => $new->copy(true)->toArray()['Name']);
        tell('__toString', fn () => (string) $new);
        tell('getByName', fn () => $new->getByName('Name'));
        tell('hasTag', fn () => $new->hasTag('a'));
        tell('addTag', fn () => $new->addTag('a')->getTags());
        tell('rank', fn () => [(new Task())->getRank(), (new Task())->getScopeValue(), (new Task())->getCustomer()]);
      `),
    ).toEqual([
      'toArray: {"Id":null,"Name":null,"Nickname":null,"Since":null,"Active":null,"Level":1,"Notes":null,"Tags":null,"JoinedAt":null}',
      'toJson: null',
      'jsonSerialize: null',
      'copy: null',
      '__toString: ""',
      'getByName: null',
      'hasTag: false',
      'addTag: ["a"]',
      'rank: [null,null,null]',
    ]);
  });

  test('a saved row has every value, and required foreign keys take no null', () => {
    const [, ...lines] = printed(`
      $ann = (new Customer())->setName('Ann')->setSince('2020-01-01')->setActive(true)->setNotes('n')->setTags([])
          ->setByName('Secret', 's');
      $ann->save();
      tell('saved', fn () => true);
      \\Orm\\Runtime\\Orm::getConnection()->getPool()?->clear();
      $ann = CustomerQuery::create()->requirePk($ann->getId());
      tell('values', fn () => [$ann->getName(), $ann->isActive(), $ann->getNotes(), $ann->getTags(), (string) $ann]);
      tell('worked out', fn () => $ann->getJoinedAt()->getTimestamp() > 0);
      tell('scope', fn () => (new Task())->setCustomer($ann)->getScopeValue());
      tell('null', fn () => (new Task())->setCustomerId(null));
      tell('null relation', fn () => (new Task())->setCustomer(null));
      tell('null by name', fn () => (new Task())->setByName('CustomerId', null));
    `);
    expect(lines.map((line) => line.replace(/, called in .*/, ''))).toEqual([
      'values: ["Ann",true,"n",[],"Ann"]',
      'worked out: true',
      'scope: 1',
      'null: TypeError: Base\\Task::setCustomerId(): Argument #1 ($customerId) must be of type int, null given',
      'null relation: TypeError: Base\\Task::setCustomer(): Argument #1 ($customer) must be of type Customer, null given',
      'null by name: InvalidValueException: task.customer_id does not take a value of type null: it cannot be null.',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { CatalogTable } from '../../src/platforms/catalog.js';
import { column, foreignKey, reverseTables, table } from './fake-catalog.js';

/** A table with an auto-increment `id`; each other column is an integer, and `x -> t` refers to the key of `t`. */
function simple(name: string, ...columns: readonly string[]): CatalogTable {
  const parts = columns.map((each) => each.split(' -> '));
  return table(
    name,
    [
      column('id', 'integer', { nullable: false, autoIncrement: {} }),
      ...parts.map(([own = '', type]) => column(own, type === 'text' ? 'text' : 'integer')),
    ],
    {
      primaryKey: { name: undefined, columns: ['id'] },
      foreignKeys: parts.flatMap(([own = '', target]) =>
        target === undefined || target === 'text' ? [] : [foreignKey([own], target, ['id'])],
      ),
    },
  );
}

/** What classes and their relations are called: `Order: Customer, BillingAddress | Payments`. */
async function namesOf(...tables: readonly CatalogTable[]): Promise<Readonly<Record<string, string>>> {
  const { database } = await reverseTables(tables);
  return Object.fromEntries(
    database.tables.map(({ className, foreignKeys, referrers }) => [
      className,
      [foreignKeys.map((key) => key.relationName), referrers.map((key) => key.backNamePlural)]
        .map((names) => names.join(', '))
        .join(' | '),
    ]),
  );
}

describe('names that a person would choose', () => {
  it('are taken from the column', async () => {
    const orders = simple('orders', 'billing_address_id -> addresses', 'shipping_address_id -> addresses');
    expect(await namesOf(simple('addresses'), orders)).toEqual({
      Address: ' | BillingOrders, ShippingOrders',
      Order: 'BillingAddress, ShippingAddress | ',
    });
  });

  it('tell the ends of a self-reference apart', async () => {
    expect(await namesOf(simple('categories', 'parent_id -> categories'))).toEqual({ Category: 'Parent | Children' });
    expect(await namesOf(simple('categories', 'parent_category_id -> categories'))).toEqual({
      Category: 'ParentCategory | ChildCategories',
    });
    expect(await namesOf(simple('employees', 'manager_id -> employees', 'tutor_id -> employees'))).toEqual({
      Employee: 'Manager, Tutor | Subordinates, TutorEmployees',
    });
  });

  it('keep the plain reverse name for the key that has the name of the table', async () => {
    expect(await namesOf(simple('users'), simple('posts', 'user_id -> users', 'editor_id -> users'))).toEqual({
      User: ' | Posts, EditorPosts',
      Post: 'User, Editor | ',
    });
  });

  it('tell tables apart that refer to each other', async () => {
    expect(await namesOf(simple('teams', 'captain_id -> players'), simple('players', 'team_id -> teams'))).toEqual({
      Team: 'Captain | Players',
      Player: 'Team | CaptainTeams',
    });
  });

  it('are also found in columns without an underscore, in prefixes and behind prepositions', async () => {
    const links = simple('links', 'from_id -> pages', 'to_id -> pages', 'created_by -> pages', 'fk_owner -> pages');
    expect(await namesOf(simple('pages'), links)).toEqual({
      Page: ' | FromLinks, ToLinks, CreatedByLinks, OwnerLinks',
      Link: 'FromPage, ToPage, CreatedByPage, Owner | ',
    });
    expect(await namesOf(simple('Pages'), simple('Links', 'startPageId -> Pages', 'endPageID -> Pages'))).toEqual({
      Page: ' | StartLinks, EndLinks',
      Link: 'StartPage, EndPage | ',
    });
  });

  it('are singular in every table that a name begins with', async () => {
    expect(await namesOf(simple('groups'), simple('users'), simple('groups_users', 'group_id -> groups'))).toEqual({
      Group: ' | GroupUsers',
      User: ' | ',
      GroupUser: 'Group | ',
    });
  });
});

describe('a column that has the name of its relation', () => {
  it('leaves the relation the name of the class behind its own', async () => {
    expect(await namesOf(simple('users'), simple('posts', 'author -> users', 'editor -> users'))).toEqual({
      User: ' | AuthorPosts, EditorPosts',
      Post: 'AuthorUser, EditorUser | ',
    });
    expect(await namesOf(simple('categories', 'parent -> categories'))).toEqual({
      Category: 'ParentCategory | ChildCategories',
    });
  });
});

describe('a prefix of the tables', () => {
  const shop = (...more: readonly string[]): readonly CatalogTable[] => [
    ...['carts', 'orders', 'products', 'customers', 'taxes', 'zones', 'pages', 'stores'].map((name) =>
      simple(`ps_${name}`),
    ),
    simple('ps_lines', 'id_order -> ps_orders', 'product_id -> ps_products'),
    ...more.map((name) => simple(name)),
  ];

  it('is said once for all, and stands in no class', async () => {
    const { database, file } = await reverseTables(shop());
    expect(file.root.attributes).toContainEqual(['tablePrefix', 'ps_']);
    expect(database.tables.map(({ name, className }) => `${name} ${className}`)).toContain('ps_products Product');
    const lines = database.tables.find(({ name }) => name === 'ps_lines');
    expect(lines?.foreignKeys.map(({ relationName }) => relationName)).toEqual(['Order', 'Product']);
  });

  it('stands in no class where a table is without it', async () => {
    const { database, file } = await reverseTables(shop('migrations'));
    expect(file.root.attributes.map(([name]) => name)).not.toContain('tablePrefix');
    const names = database.tables.map(({ name, className }) => `${name} ${className}`);
    expect(names).toEqual(expect.arrayContaining(['ps_products Product', 'migrations Migration', 'ps_zones Zone']));
    // Where another class has the name, the usual one stays.
    const taken = await reverseTables(shop('product'));
    expect(taken.database.tables.map(({ name, className }) => `${name} ${className}`)).toEqual(
      expect.arrayContaining(['ps_products PsProducts', 'product Product']),
    );
  });

  it('stays where PHP has the name', async () => {
    const { database } = await reverseTables([...shop(), simple('ps_attribute'), simple('ps_lists')]);
    expect(database.tables.map(({ className }) => className)).toEqual(
      expect.arrayContaining(['PsAttribute', 'PsList']),
    );
  });

  it('is left alone where it is a table, or where few tables have it', async () => {
    const few = await reverseTables([simple('ps_orders'), simple('ps_lines')]);
    expect(few.database.tables.map(({ className }) => className)).toEqual(['PsOrder', 'PsLine']);
    const own = await reverseTables(shop('ps'));
    expect(own.database.tables.map(({ className }) => className)).toContain('PsOrder');
  });
});

describe('a column that has the name of a state', () => {
  const nameOf = async (name: string, type: string): Promise<string | undefined> => {
    const { database } = await reverseTables([table('books', [column('id', 'integer'), column(name, type)])]);
    return database.tables[0]?.columns[1]?.memberName;
  };

  it('says what it holds', async () => {
    expect(await nameOf('deleted', 'timestamp')).toBe('DeletedAt');
    expect(await nameOf('deleted', 'date')).toBe('DeletedOn');
    expect(await nameOf('deleted', 'boolean')).toBe('DeletedFlag');
    expect(await nameOf('deleted', 'integer')).toBe('DeletedFlag');
    expect(await nameOf('deleted', 'text')).toBe('DeletedValue');
    expect(await nameOf('new', 'boolean')).toBe('NewFlag');
  });

  it('keeps its name where only isModified() is taken', async () => {
    expect(await nameOf('modified', 'timestamp')).toBe('Modified');
    expect(await nameOf('modified', 'boolean')).toBe('Modified');
  });
});

describe('the usual name stays', () => {
  it('where another class has the name', async () => {
    expect(Object.keys(await namesOf(simple('order'), simple('orders')))).toEqual(['Order', 'Orders']);
    expect(Object.keys(await namesOf(simple('orders'), simple('order_queries')))).toEqual(['Orders', 'OrderQueries']);
  });

  it('where PHP has the name', async () => {
    expect(Object.keys(await namesOf(simple('classes'), simple('lists'), simple('exceptions')))).toEqual([
      'Classes',
      'Lists',
      'Exceptions',
    ]);
  });

  it('where a column, another relation or a reverse relation has the name', async () => {
    expect(await namesOf(simple('categories', 'parent_id -> categories', 'parent -> text'))).toEqual({
      Category: 'CategoryRelatedByParentId | Children',
    });
    expect(await namesOf(simple('users'), simple('posts', 'user_id -> users', 'user_uuid -> users'))).toEqual({
      User: ' | PostRelatedByUserIds, PostRelatedByUserUuids',
      Post: 'UserRelatedByUserId, UserRelatedByUserUuid | ',
    });
    expect(await namesOf(simple('nodes', 'parent_id -> nodes'), simple('child', 'node_id -> nodes'))).toEqual({
      Node: 'Parent | NodeRelatedByIds, Children',
      Child: 'Node | ',
    });
  });

  it('where the column does not tell', async () => {
    expect(await namesOf(simple('users'), simple('posts', 'writer -> users'))).toEqual({
      User: ' | Posts',
      Post: 'User | ',
    });
  });
});

it('what was named how is told, and nothing else', async () => {
  const { names } = await reverseTables([
    simple('customer'),
    simple('orders', 'customer_id -> customer', 'referrer_id -> customer'),
  ]);
  expect(names).toEqual([
    { table: 'orders', column: undefined, name: 'Order', reverse: undefined },
    { table: 'orders', column: 'customer_id', name: 'Customer', reverse: { className: 'Customer', name: 'Orders' } },
    {
      table: 'orders',
      column: 'referrer_id',
      name: 'Referrer',
      reverse: { className: 'Customer', name: 'ReferrerOrders' },
    },
  ]);
});

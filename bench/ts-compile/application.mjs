// An application of any size: its schema, and functions that use its classes. The same arguments give the same bytes.

import { makeProject, orm } from '../../scripts/typescript/project.mjs';

const WORDS = ['book', 'author', 'order', 'item', 'review', 'shelf', 'member', 'loan', 'branch', 'vendor'];

export const tableName = (index) => `${WORDS[index % WORDS.length]}_t${index}`;
export const className = (index) => tableName(index).replaceAll(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase());
export const property = (index) => className(index).replace(/^./, (letter) => letter.toLowerCase());

// A table has two parents; many have children through both.
const ownerOf = (index) => Math.max(0, index - 1);
const placeOf = (index) => index >> 1;
export const needsOwner = (index) => index % 2 === 1;
export const isSortable = (index) => index % 5 === 0;
export const hasState = (index) => index % 4 === 0;
/** A table in between the two tables before it. */
export const isCross = (index) => index % 25 === 24;
/** The tables that the foreign keys of a table refer to. */
export const parentsOf = (index) => {
  if (isCross(index)) return { left: index - 2, right: index - 1 };
  const [owner, place] = [ownerOf(index), placeOf(index)].map((parent) => (isCross(parent) ? parent - 1 : parent));
  return { owner, place };
};

const COLUMNS = `    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="255" required="true"/>
    <column name="code" type="VARCHAR" size="64"/>
    <column name="body" type="LONGVARCHAR"/>
    <column name="price" type="DECIMAL" size="10" scale="2"/>
    <column name="quantity" type="INTEGER" defaultValue="0"/>
    <column name="active" type="BOOLEAN" defaultValue="true"/>
    <column name="created_at" type="TIMESTAMP"/>`;

const SORTABLE = `    <behavior name="sortable">
      <parameter name="rank_column" value="position"/>
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="place_id"/>
      <parameter name="index" value="true"/>
    </behavior>`;

function table(index) {
  const name = tableName(index);
  const { left, right, owner, place } = parentsOf(index);
  if (isCross(index)) {
    return `  <table name="${name}" isCrossRef="true">
    <column name="left_id" type="INTEGER" primaryKey="true"/>
    <column name="right_id" type="INTEGER" primaryKey="true"/>
    <foreign-key foreignTable="${tableName(left)}" phpName="Left"><reference local="left_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="${tableName(right)}" phpName="Right"><reference local="right_id" foreign="id"/></foreign-key>
  </table>`;
  }
  return `  <table name="${name}">
${COLUMNS}
${hasState(index) ? '    <column name="state" type="ENUM" valueSet="open, done"/>\n' : ''}    <column name="owner_id" type="INTEGER"${needsOwner(index) ? ' required="true"' : ''}/>
    <column name="place_id" type="INTEGER"/>
    <foreign-key foreignTable="${tableName(owner)}" phpName="Owner" refPhpName="${className(index)}Part">
      <reference local="owner_id" foreign="id"/>
    </foreign-key>
    <foreign-key foreignTable="${tableName(place)}" phpName="Place" refPhpName="${className(index)}Thing">
      <reference local="place_id" foreign="id"/>
    </foreign-key>
${isSortable(index) ? `${SORTABLE}\n` : ''}  </table>`;
}

const schemaOf = (tables) =>
  `<database name="bench" defaultIdMethod="native" enumStorage="label">\n${Array.from({ length: tables }, (_, index) => table(index)).join('\n')}\n</database>\n`;

const find = (name) => `
  const cheap = await ${name}Query.create()
    .filterByTitle('A%').filterByPrice({ max: '10' }).filterByQuantity([1, 2, null]).filterByActive(true)
    .withOwnerQuery((owner) => owner.filterByTitle('B%'))
    .orderByTitle().limit(10).find();
  const joined = await ${name}Query.create().joinWithOwner().joinWithPlace().orderByCreatedAt('desc').find();
  return [...cheap.map((each) => each.title), ...joined.map((each) => \`\${each.owner?.title} \${each.place?.title}\`)];`;

const write = (name) => `
  const made = await ${name}.create({ title: 'made', price: '9.50', ownerId: 1, placeId: null });
  made.title = 'changed';
  made.createdAt = new Date();
  await made.save();
  const found = await ${name}Query.create().findPk(made.id);
  if (found === null) await ${name}Query.create().filterByTitle('changed').update({ quantity: 1, active: false });
  else await found.delete();
  return [made.title];`;

const draft = (name, parent) => `
  const owner = await ${className(parent)}Query.create().requireOneByTitle('owner');
  const draft = ${name}.draft({ title: 'draft', quantity: 5, owner });
  draft.setPlace(null);
  const saved = await draft.save();
  owner.add${name}Part(saved);
  await owner.save();
  const all = await owner.get${name}Parts();
  return all.map((each) => each.title);`;

const loaded = (name, _parent, children) => `
  const all = await load(await ${name}Query.create().filterByCode(null).find(), 'owner', 'place');
  const whole = await ${name}Query.create().with('${children}').filterByPlace(all[0]?.place ?? null).find();
  const owner = await all[0]?.getOwner();
  return [owner?.title ?? '', ...whole.flatMap((each) => each.${children}.map((child) => child.title))];`;

const listed = (name) => `
  const top = await ${name}.draft({ title: 'top', ownerId: 1, placeId: 1 }).insertAtTop().save();
  await top.moveToRank(3);
  await top.moveDown();
  const list = await ${name}Query.create().inList(1).orderByRank().find();
  return [...list.map((each) => each.title), String(await ${name}Query.getMaxRank(1))];`;

const columns = (name) => `
  const slim = await ${name}Query.create().filterByQuantity({ min: 2 }).select('id', 'title').find();
  const page = await ${name}Query.create().withPlaceExistsQuery((place) => place.filterByActive(true)).paginate(2, 20);
  const titles = slim.map(({ id, title }) => \`\${id} \${title}\`);
  for await (const each of ${name}Query.create().orderById()) titles.push(each.title);
  return [...titles, ...page.results.map((each) => each.title)];`;

const KINDS = { find, write, draft, loaded, columns };

/** What the functions are about: the same tables and the same work for every peer. */
export function usesOf(tables, functions) {
  const kinds = Object.keys(KINDS);
  return Array.from({ length: functions }, (_, number) => {
    const wanted = 1 + Math.floor((number * (tables - 2)) / functions);
    // Tables in between have other columns, and so have no such functions.
    const index = [wanted - 1, wanted, wanted + 1].some(isCross) ? wanted - 3 : wanted;
    const parent = isCross(ownerOf(index)) ? ownerOf(index) - 1 : ownerOf(index);
    return { number, index, parent, kind: isSortable(index) ? 'listed' : kinds[number % kinds.length] };
  });
}

/** The files of functions by their names; each uses some classes as an application does. */
function functionsOf(tables, functions) {
  return Object.fromEntries(
    usesOf(tables, functions).map(({ number, index, parent, kind }) => {
      const name = className(index);
      const body = { ...KINDS, listed }[kind](name, parent, `${property(index + 1)}Parts`);
      const used = [className(parent), `${className(parent)}Query`, name, `${name}Query`].filter((each) =>
        new RegExp(`\\b${each}\\b`).test(body),
      );
      const lines = [
        ...(kind === 'loaded' ? ["import { load } from '@ormgen/runtime';"] : []),
        `import { ${used.join(', ')} } from '../models/index.js';`,
        '',
        `export async function function${number}(): Promise<string[]> {${body}\n}`,
      ];
      return [`functions/function-${number}.ts`, `${lines.join('\n')}\n`];
    }),
  );
}

/** Writes such an application and builds its classes. */
export function makeApplication(folder, tables, functions, options) {
  const settings = {
    database: { connections: { bench: { adapter: 'pgsql' } } },
    generator: { targets: ['typescript'] },
    paths: { tsDir: 'models' },
  };
  makeProject(
    folder,
    {
      'orm.json': JSON.stringify({ orm: settings }),
      'schema.xml': schemaOf(tables),
      ...functionsOf(tables, functions),
    },
    options,
  );
  orm(folder, 'model:build');
  return folder;
}

// The application of application.mjs for Kysely: the interfaces as kysely-codegen prints them, in one file.

import { className, hasState, isCross, isSortable, needsOwner, tableName } from './application.mjs';

const columnsOf = (index) =>
  isCross(index)
    ? ['  left_id: number;', '  right_id: number;']
    : [
        '  id: Generated<number>;',
        '  title: string;',
        '  code: string | null;',
        '  body: string | null;',
        '  price: Numeric | null;',
        '  quantity: Generated<number | null>;',
        '  active: Generated<boolean | null>;',
        '  created_at: Timestamp | null;',
        ...(hasState(index) ? ["  state: 'done' | 'open' | null;"] : []),
        `  owner_id: number${needsOwner(index) ? '' : ' | null'};`,
        '  place_id: number | null;',
        ...(isSortable(index) ? ['  position: number | null;'] : []),
      ];

const models = (tables) => {
  const all = Array.from({ length: tables }, (_, index) => index);
  return `import { type ColumnType, type Generated as Made, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : Made<T>;
export type Numeric = ColumnType<string, number | string, number | string>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

${all.map((index) => `export interface ${className(index)} {\n${columnsOf(index).join('\n')}\n}`).join('\n\n')}

export interface DB {
${all.map((index) => `  ${tableName(index)}: ${className(index)};`).join('\n')}
}

export const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: new pg.Pool() }) });
`;
};

const KINDS = {
  find: ({ name, parent }) => `
  const cheap = await db.selectFrom('${name}').innerJoin('${parent} as owner', 'owner.id', '${name}.owner_id').selectAll('${name}')
    .where('${name}.title', 'like', 'A%').where('${name}.price', '<=', '10')
    .where((eb) => eb.or([eb('${name}.quantity', 'in', [1, 2]), eb('${name}.quantity', 'is', null)])).where('${name}.active', '=', true)
    .where('owner.title', 'like', 'B%').orderBy('${name}.title').limit(10).execute();
  const joined = await db.selectFrom('${name}').selectAll('${name}').select((eb) => [
    jsonObjectFrom(eb.selectFrom('${parent} as owner').selectAll('owner').whereRef('owner.id', '=', '${name}.owner_id')).as('owner'),
    jsonObjectFrom(eb.selectFrom('PLACE as place').selectAll('place').whereRef('place.id', '=', '${name}.place_id')).as('place'),
  ]).orderBy('${name}.created_at', 'desc').execute();
  return [...cheap.map((each) => each.title), ...joined.map((each) => \`\${each.owner?.title} \${each.place?.title}\`)];`,

  write: ({ name }) => `
  const made = await db.insertInto('${name}').values({ title: 'made', price: '9.50', owner_id: 1, place_id: null }).returningAll().executeTakeFirstOrThrow();
  await db.updateTable('${name}').set({ title: 'changed', created_at: new Date() }).where('id', '=', made.id).execute();
  const found = await db.selectFrom('${name}').selectAll().where('id', '=', made.id).executeTakeFirst();
  if (found === undefined) await db.updateTable('${name}').set({ quantity: 1, active: false }).where('title', '=', 'changed').execute();
  else await db.deleteFrom('${name}').where('id', '=', found.id).execute();
  return [made.title];`,

  draft: ({ name, parent }) => `
  const owner = await db.selectFrom('${parent}').selectAll().where('title', '=', 'owner').executeTakeFirstOrThrow();
  const saved = await db.insertInto('${name}').values({ title: 'draft', quantity: 5, owner_id: owner.id, place_id: null }).returningAll().executeTakeFirstOrThrow();
  await db.updateTable('${name}').set({ owner_id: owner.id }).where('id', '=', saved.id).execute();
  const all = await db.selectFrom('${name}').selectAll().where('owner_id', '=', owner.id).execute();
  return all.map((each) => each.title);`,

  loaded: ({ name, parent, child }) => `
  const all = await db.selectFrom('${name}').selectAll('${name}').select((eb) => [
    jsonObjectFrom(eb.selectFrom('${parent} as owner').selectAll('owner').whereRef('owner.id', '=', '${name}.owner_id')).as('owner'),
    jsonObjectFrom(eb.selectFrom('PLACE as place').selectAll('place').whereRef('place.id', '=', '${name}.place_id')).as('place'),
  ]).where('${name}.code', 'is', null).execute();
  const whole = await db.selectFrom('${name}').selectAll('${name}').select((eb) =>
    jsonArrayFrom(eb.selectFrom('${child} as child').selectAll('child').whereRef('child.owner_id', '=', '${name}.id')).as('children'),
  ).where('${name}.place_id', '=', all[0]?.place?.id ?? null).execute();
  return [all[0]?.owner?.title ?? '', ...whole.flatMap((each) => each.children.map((child) => child.title))];`,

  listed: ({ name }) => `
  const top = await db.transaction().execute(async (trx) => {
    await trx.updateTable('${name}').set((eb) => ({ position: eb('position', '+', 1) })).where('place_id', '=', 1).execute();
    return trx.insertInto('${name}').values({ title: 'top', owner_id: 1, place_id: 1, position: 1 }).returningAll().executeTakeFirstOrThrow();
  });
  await db.updateTable('${name}').set({ position: 3 }).where('id', '=', top.id).execute();
  const list = await db.selectFrom('${name}').selectAll().where('place_id', '=', 1).orderBy('position').execute();
  const { last } = await db.selectFrom('${name}').select((eb) => eb.fn.max('position').as('last')).where('place_id', '=', 1).executeTakeFirstOrThrow();
  return [...list.map((each) => each.title), String(last)];`,

  columns: ({ name }) => `
  const slim = await db.selectFrom('${name}').select(['id', 'title']).where('quantity', '>=', 2).execute();
  const page = await db.selectFrom('${name}').selectAll('${name}').where((eb) =>
    eb.exists(eb.selectFrom('PLACE as place').select('place.id').whereRef('place.id', '=', '${name}.place_id').where('place.active', '=', true)),
  ).limit(20).offset(20).execute();
  const titles = slim.map(({ id, title }) => \`\${id} \${title}\`);
  for await (const each of db.selectFrom('${name}').selectAll().orderBy('id').stream()) titles.push(each.title);
  return [...titles, ...page.map((each) => each.title)];`,
};

export default {
  title: 'Kysely',
  module: 'kysely',
  packages: ['kysely@0.29', 'pg@8', '@types/pg@8'],
  /** The files of the project by their names. */
  files: (tables) => ({ 'models/db.ts': models(tables) }),
  function: (use) => {
    const [name, parent, place, child] = [use.index, use.parent, use.place, use.index + 1].map(tableName);
    const body = KINDS[use.kind]({ name, parent, child }).replaceAll('PLACE', place);
    const helpers = ['jsonArrayFrom', 'jsonObjectFrom'].filter((each) => body.includes(each));
    const imported = helpers.length > 0 ? [`import { ${helpers.join(', ')} } from 'kysely/helpers/postgres';`] : [];
    return { imports: [...imported, "import { db } from '../models/db.js';"], body };
  },
};

// The application of application.mjs for Drizzle: schema.ts and relations.ts as `drizzle-kit pull` prints them.

import { hasState, isCross, isSortable, needsOwner, parentsOf, property, tableName } from './application.mjs';

const foreignKey = (index, column, parent) =>
  `  foreignKey({ columns: [table.${column}], foreignColumns: [${parent === index ? 'table' : property(parent)}.id], name: '${tableName(index)}_${column}' }),`;

function tableOf(index) {
  const { left, right, owner, place } = parentsOf(index);
  if (isCross(index)) {
    return `export const ${property(index)} = pgTable('${tableName(index)}', {
  leftId: integer('left_id').notNull(),
  rightId: integer('right_id').notNull(),
}, (table) => [
  primaryKey({ columns: [table.leftId, table.rightId] }),
${foreignKey(index, 'leftId', left)}
${foreignKey(index, 'rightId', right)}
]);`;
  }
  return `export const ${property(index)} = pgTable('${tableName(index)}', {
  id: serial().primaryKey().notNull(),
  title: varchar({ length: 255 }).notNull(),
  code: varchar({ length: 64 }),
  body: text(),
  price: numeric({ precision: 10, scale: 2 }),
  quantity: integer().default(0),
  active: boolean().default(true),
  createdAt: timestamp('created_at'),
${hasState(index) ? "  state: text({ enum: ['open', 'done'] }),\n" : ''}  ownerId: integer('owner_id')${needsOwner(index) ? '.notNull()' : ''},
  placeId: integer('place_id'),
${isSortable(index) ? '  position: integer(),\n' : ''}}, (table) => [
${foreignKey(index, 'ownerId', owner)}
${foreignKey(index, 'placeId', place)}
${isSortable(index) ? `  index('${tableName(index)}_list').on(table.placeId, table.position),\n` : ''}]);`;
}

/** The relations of each table, both ways. */
function relationsOf(tables) {
  const relations = Array.from({ length: tables }, () => []);
  const one = (index, member, column, parent, back) => {
    const name = `${property(index)}_${member}`;
    relations[index].push(
      `  ${member}: one(${property(parent)}, { fields: [${property(index)}.${column}], references: [${property(parent)}.id], relationName: '${name}' }),`,
    );
    relations[parent].push(`  ${property(index)}${back}: many(${property(index)}, { relationName: '${name}' }),`);
  };
  for (let index = 0; index < tables; index += 1) {
    const { left, right, owner, place } = parentsOf(index);
    if (isCross(index)) {
      one(index, 'left', 'leftId', left, 'Lefts');
      one(index, 'right', 'rightId', right, 'Rights');
    } else {
      one(index, 'owner', 'ownerId', owner, 'Parts');
      one(index, 'place', 'placeId', place, 'Things');
    }
  }
  return relations;
}

const schema = (
  tables,
) => `import { boolean, foreignKey, index, integer, numeric, pgTable, primaryKey, serial, text, timestamp, varchar } from 'drizzle-orm/pg-core';

${Array.from({ length: tables }, (_, index) => tableOf(index)).join('\n\n')}
`;

const relations = (tables) => `import { relations } from 'drizzle-orm/relations';
import { ${Array.from({ length: tables }, (_, index) => property(index)).join(', ')} } from './schema.js';

${relationsOf(tables)
  .map(
    (lines, index) =>
      `export const ${property(index)}Relations = relations(${property(index)}, ({ one, many }) => ({\n${lines.join('\n')}\n}));`,
  )
  .join('\n\n')}
`;

const DB = `import { drizzle } from 'drizzle-orm/node-postgres';
import * as relations from './relations.js';
import * as schema from './schema.js';

export const db = drizzle('postgres://localhost/bench', { schema: { ...schema, ...relations } });
`;

const KINDS = {
  find: ({ name, parent, table }) => `
  const cheap = await db.select().from(${name}).innerJoin(${parent}, eq(${parent}.id, ${name}.ownerId))
    .where(and(like(${name}.title, 'A%'), lte(${name}.price, '10'), or(inArray(${name}.quantity, [1, 2]), isNull(${name}.quantity)),
      eq(${name}.active, true), like(${parent}.title, 'B%')))
    .orderBy(${name}.title).limit(10);
  const joined = await db.query.${name}.findMany({ with: { owner: true, place: true }, orderBy: desc(${name}.createdAt) });
  return [...cheap.map((each) => each.${table}.title), ...joined.map((each) => \`\${each.owner?.title} \${each.place?.title}\`)];`,

  write: ({ name }) => `
  const [made] = await db.insert(${name}).values({ title: 'made', price: '9.50', ownerId: 1, placeId: null }).returning();
  if (made === undefined) return [];
  await db.update(${name}).set({ title: 'changed', createdAt: new Date() }).where(eq(${name}.id, made.id));
  const found = await db.query.${name}.findFirst({ where: eq(${name}.id, made.id) });
  if (found === undefined) await db.update(${name}).set({ quantity: 1, active: false }).where(eq(${name}.title, 'changed'));
  else await db.delete(${name}).where(eq(${name}.id, found.id));
  return [made.title];`,

  draft: ({ name, parent }) => `
  const owner = await db.query.${parent}.findFirst({ where: eq(${parent}.title, 'owner') });
  if (owner === undefined) throw new Error('no owner');
  const [saved] = await db.insert(${name}).values({ title: 'draft', quantity: 5, ownerId: owner.id, placeId: null }).returning();
  if (saved !== undefined) await db.update(${name}).set({ ownerId: owner.id }).where(eq(${name}.id, saved.id));
  const all = await db.query.${parent}.findFirst({ where: eq(${parent}.id, owner.id), with: { ${name}Parts: true } });
  return all?.${name}Parts.map((each) => each.title) ?? [];`,

  loaded: ({ name, child }) => `
  const all = await db.query.${name}.findMany({ where: isNull(${name}.code), with: { owner: true, place: true } });
  const place = all[0]?.place;
  const whole = await db.query.${name}.findMany({
    where: place ? eq(${name}.placeId, place.id) : isNull(${name}.placeId),
    with: { ${child}Parts: true },
  });
  return [all[0]?.owner?.title ?? '', ...whole.flatMap((each) => each.${child}Parts.map((child) => child.title))];`,

  listed: ({ name }) => `
  const [top] = await db.transaction(async (tx) => {
    await tx.update(${name}).set({ position: sql\`\${${name}.position} + 1\` }).where(eq(${name}.placeId, 1));
    return tx.insert(${name}).values({ title: 'top', ownerId: 1, placeId: 1, position: 1 }).returning();
  });
  if (top !== undefined) await db.update(${name}).set({ position: 3 }).where(eq(${name}.id, top.id));
  const list = await db.select().from(${name}).where(eq(${name}.placeId, 1)).orderBy(${name}.position);
  const [last] = await db.select({ position: max(${name}.position) }).from(${name}).where(eq(${name}.placeId, 1));
  return [...list.map((each) => each.title), String(last?.position)];`,

  columns: ({ name, place }) => `
  const slim = await db.select({ id: ${name}.id, title: ${name}.title }).from(${name}).where(gte(${name}.quantity, 2));
  const page = await db.query.${name}.findMany({
    where: exists(db.select().from(${place}).where(and(eq(${place}.id, ${name}.placeId), eq(${place}.active, true)))),
    limit: 20,
    offset: 20,
  });
  const titles = slim.map(({ id, title }) => \`\${id} \${title}\`);
  for (const each of await db.select().from(${name}).orderBy(${name}.id)) titles.push(each.title);
  return [...titles, ...page.map((each) => each.title)];`,
};

const OPERATORS = ['and', 'desc', 'eq', 'exists', 'gte', 'inArray', 'isNull', 'like', 'lte', 'max', 'or', 'sql'];

export default {
  title: 'Drizzle',
  module: 'drizzle-orm',
  packages: ['drizzle-orm@0.45', 'pg@8', '@types/pg@8'],
  files: (tables) => ({
    'models/schema.ts': schema(tables),
    'models/relations.ts': relations(tables),
    'models/db.ts': DB,
  }),
  function: (use) => {
    const [name, parent, place, child] = [use.index, use.parent, use.place, use.index + 1].map(property);
    const body = KINDS[use.kind]({ name, parent, place, child, table: tableName(use.index) });
    const uses = (word) => new RegExp(`(?<![.'\\w])${word}(?=[(.,\`)])`).test(body);
    const operators = OPERATORS.filter(uses);
    const tables = [...new Set([name, parent, place])].filter((each) => uses(each));
    return {
      imports: [
        ...(operators.length > 0 ? [`import { ${operators.join(', ')} } from 'drizzle-orm';`] : []),
        "import { db } from '../models/db.js';",
        `import { ${tables.join(', ')} } from '../models/schema.js';`,
      ],
      body,
    };
  },
};

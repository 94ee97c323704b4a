// The application of application.mjs for Prisma 7: its schema, and the client that `prisma generate` makes of it.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
  className,
  hasState,
  isCross,
  isSortable,
  needsOwner,
  parentsOf,
  property,
  tableName,
} from './application.mjs';

const HEAD = `generator client {
  provider            = "prisma-client"
  output              = "./models"
  moduleFormat        = "esm"
  importFileExtension = "js"
}

datasource db {
  provider = "postgresql"
}

enum State {
  open
  done
}
`;

const COLUMNS = `  id Int @id @default(autoincrement())
  title String @db.VarChar(255)
  code String? @db.VarChar(64)
  body String?
  price Decimal? @db.Decimal(10, 2)
  quantity Int? @default(0)
  active Boolean? @default(true)
  createdAt DateTime? @map("created_at")`;

function schema(tables) {
  const members = Array.from({ length: tables }, () => []);
  const one = (index, member, parent, isRequired, back) => {
    const relation = `${className(index)}_${member}`;
    const optional = isRequired ? '' : '?';
    members[index].push(
      `  ${member}Id Int${optional} @map("${member}_id")`,
      `  ${member} ${className(parent)}${optional} @relation("${relation}", fields: [${member}Id], references: [id])`,
    );
    members[parent].push(`  ${property(index)}${back} ${className(index)}[] @relation("${relation}")`);
  };
  for (let index = 0; index < tables; index += 1) {
    const { left, right, owner, place } = parentsOf(index);
    if (isCross(index)) {
      one(index, 'left', left, true, 'Lefts');
      one(index, 'right', right, true, 'Rights');
      members[index].push('  @@id([leftId, rightId])');
    } else {
      members[index].unshift(COLUMNS);
      if (hasState(index)) members[index].push('  state State?');
      if (isSortable(index)) members[index].push('  position Int?');
      one(index, 'owner', owner, needsOwner(index), 'Parts');
      one(index, 'place', place, false, 'Things');
    }
  }
  const models = members.map(
    (lines, index) => `model ${className(index)} {\n${lines.join('\n')}\n  @@map("${tableName(index)}")\n}`,
  );
  return `${HEAD}\n${models.join('\n\n')}\n`;
}

const DB = `import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './models/client.js';

export const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: 'postgres://localhost/bench' }) });
`;

const KINDS = {
  find: (name) => `
  const cheap = await prisma.${name}.findMany({
    where: {
      title: { startsWith: 'A' }, price: { lte: '10' }, OR: [{ quantity: { in: [1, 2] } }, { quantity: null }], active: true,
      owner: { is: { title: { startsWith: 'B' } } },
    },
    orderBy: { title: 'asc' }, take: 10,
  });
  const joined = await prisma.${name}.findMany({ include: { owner: true, place: true }, orderBy: { createdAt: 'desc' } });
  return [...cheap.map((each) => each.title), ...joined.map((each) => \`\${each.owner?.title} \${each.place?.title}\`)];`,

  write: (name) => `
  const made = await prisma.${name}.create({ data: { title: 'made', price: '9.50', ownerId: 1, placeId: null } });
  await prisma.${name}.update({ where: { id: made.id }, data: { title: 'changed', createdAt: new Date() } });
  const found = await prisma.${name}.findUnique({ where: { id: made.id } });
  if (found === null) await prisma.${name}.updateMany({ where: { title: 'changed' }, data: { quantity: 1, active: false } });
  else await prisma.${name}.delete({ where: { id: found.id } });
  return [made.title];`,

  draft: (name, parent) => `
  const owner = await prisma.${parent}.findFirstOrThrow({ where: { title: 'owner' } });
  const saved = await prisma.${name}.create({ data: { title: 'draft', quantity: 5, owner: { connect: { id: owner.id } } } });
  await prisma.${parent}.update({ where: { id: owner.id }, data: { ${name}Parts: { connect: { id: saved.id } } } });
  const all = await prisma.${parent}.findUniqueOrThrow({ where: { id: owner.id } }).${name}Parts();
  return all.map((each) => each.title);`,

  loaded: (name, _parent, child) => `
  const all = await prisma.${name}.findMany({ where: { code: null }, include: { owner: true, place: true } });
  const whole = await prisma.${name}.findMany({ where: { placeId: all[0]?.place?.id ?? null }, include: { ${child}Parts: true } });
  return [all[0]?.owner?.title ?? '', ...whole.flatMap((each) => each.${child}Parts.map((child) => child.title))];`,

  listed: (name) => `
  const top = await prisma.$transaction(async (tx) => {
    await tx.${name}.updateMany({ where: { placeId: 1 }, data: { position: { increment: 1 } } });
    return tx.${name}.create({ data: { title: 'top', ownerId: 1, placeId: 1, position: 1 } });
  });
  await prisma.${name}.update({ where: { id: top.id }, data: { position: 3 } });
  const list = await prisma.${name}.findMany({ where: { placeId: 1 }, orderBy: { position: 'asc' } });
  const last = await prisma.${name}.aggregate({ _max: { position: true }, where: { placeId: 1 } });
  return [...list.map((each) => each.title), String(last._max.position)];`,

  columns: (name) => `
  const slim = await prisma.${name}.findMany({ where: { quantity: { gte: 2 } }, select: { id: true, title: true } });
  const page = await prisma.${name}.findMany({ where: { place: { is: { active: true } } }, skip: 20, take: 20 });
  const titles = slim.map(({ id, title }) => \`\${id} \${title}\`);
  for (const each of await prisma.${name}.findMany({ orderBy: { id: 'asc' } })) titles.push(each.title);
  return [...titles, ...page.map((each) => each.title)];`,
};

const VERSION = '7.10.0';

export default {
  title: 'Prisma',
  module: '@prisma/client',
  packages: ['prisma', '@prisma/client', '@prisma/client-runtime-utils', '@prisma/adapter-pg']
    .map((name) => `${name}@${VERSION}`)
    .concat('pg@8', '@types/pg@8'),
  files: (tables) => ({ 'schema.prisma': schema(tables), 'db.ts': DB }),
  function: ({ kind, index, parent }) => ({
    imports: ["import { prisma } from '../db.js';"],
    body: KINDS[kind](property(index), property(parent), property(index + 1)),
  }),
  /** The client is made by WebAssembly. The engine that is named here is for migrations: with it none is downloaded. */
  prepare: (folder) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'node_modules/prisma/build/index.js'), 'generate', '--schema', 'schema.prisma'],
      {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...process.env,
          PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
          CHECKPOINT_DISABLE: '1',
          PRISMA_HIDE_UPDATE_MESSAGE: '1',
        },
      },
    );
    return status === 0 ? undefined : `prisma generate failed: ${stdout}${stderr}`;
  },
};

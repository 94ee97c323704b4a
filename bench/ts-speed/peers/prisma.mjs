// Prisma 7: the query compiler in WebAssembly and a driver adapter, which is all there is from version 7 on.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LIST } from '../values.mjs';
import { fileOf, serverOf } from './settings.mjs';

const ADAPTERS = {
  pgsql: (settings, load) => new (load('@prisma/adapter-pg').PrismaPg)({ ...serverOf(settings), max: 1 }),
  mysql: (settings, load) =>
    new (load('@prisma/adapter-mariadb').PrismaMariaDb)({ ...serverOf(settings), connectionLimit: 1 }),
  sqlite: (settings, load) =>
    new (load('@prisma/adapter-better-sqlite3').PrismaBetterSqlite3)({ url: `file:${fileOf(settings)}` }),
};

export async function open({ adapter, settings }, load, folder) {
  const { PrismaClient } = await import(pathToFileURL(join(folder, 'clients', adapter, 'client.js')));
  const prisma = new PrismaClient({ adapter: ADAPTERS[adapter](settings, load) });
  await prisma.$connect();
  return {
    name: 'Prisma',
    findPk: (id) => prisma.book.findUnique({ where: { id } }),
    insert: (data) => prisma.book.create({ data }),
    update: ({ id }, title) => prisma.book.update({ where: { id }, data: { title } }),
    list: () => prisma.book.findMany({ where: { id: { lte: LIST } }, orderBy: { id: 'asc' } }),
    close: () => prisma.$disconnect(),
  };
}

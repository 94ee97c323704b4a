// Generates the clients of Prisma, one per vendor, as Node can import them.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const PROVIDERS = { pgsql: 'postgresql', mysql: 'mysql', sqlite: 'sqlite' };
const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };

const schema = (adapter) => {
  const native = (type) => (adapter === 'sqlite' ? '' : ` @db.${type}`);
  return `generator client {
  provider               = "prisma-client"
  output                 = "./${adapter}"
  generatedFileExtension = "ts"
  importFileExtension    = "js"
}

datasource db {
  provider = "${PROVIDERS[adapter]}"
}

model Book {
  id          Int       @id @default(autoincrement())
  title       String${native('VarChar(255)')}
  isbn        String${native('VarChar(24)')}
  quantity    Int       @default(0)
  price       Decimal?${native('Decimal(10, 2)')}
  available   Boolean   @default(true)
  publishedAt DateTime? @map("published_at")${native('Timestamp(6)')}
  authorId    Int?      @map("author_id")
  summary     String?${native('VarChar(255)')}

  @@map("book")
}
`;
};

export function generateClients(folder) {
  const clients = join(folder, 'clients');
  mkdirSync(clients);
  for (const adapter of Object.keys(PROVIDERS)) {
    const file = join(clients, `${adapter}.prisma`);
    writeFileSync(file, schema(adapter));
    execFileSync(process.execPath, [join(folder, 'node_modules/prisma/build/index.js'), 'generate', '--schema', file], {
      cwd: folder,
      stdio: 'pipe',
      timeout: 300_000,
      // Generating needs no engine, but Prisma would fetch one that is not named.
      env: { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
    });
    const output = join(clients, adapter);
    for (const each of readdirSync(output, { recursive: true }).filter((name) => name.endsWith('.ts'))) {
      const source = readFileSync(join(output, each), 'utf8');
      const { outputText } = ts.transpileModule(source, { compilerOptions: options });
      writeFileSync(join(output, each.replace(/ts$/, 'js')), outputText);
    }
  }
}

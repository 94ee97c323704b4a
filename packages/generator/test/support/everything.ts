import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../src/config/load.js';
import { Reporter } from '../../src/diagnostics/diagnostic.js';
import type { Adapter } from '../../src/model/adapter.js';
import type { Database } from '../../src/model/model.js';
import { loadProject } from '../../src/schema/project.js';
import { type Outcome, orm } from '../cli/support/orm.js';
import { configuration, type TestConnection } from '../cli/support/project.js';
import { type Engine, type EngineDatabase, openDatabase } from './engines.js';

const FIXTURE = fileURLToPath(new URL('../fixtures/everything/', import.meta.url));

/** The files of the schema with everything that a vendor can do, by name. */
export function everythingFiles(adapter: Adapter): Record<string, string> {
  const executed = adapter === 'pgsql' || adapter === 'mysql' || adapter === 'sqlite';
  const folders = ['.', ...(executed ? ['executed'] : []), adapter];
  const files: Record<string, string> = {};
  for (const folder of folders) {
    for (const name of readdirSync(join(FIXTURE, folder))) {
      if (name.endsWith('.xml')) files[name] = readFileSync(join(FIXTURE, folder, name), 'utf8');
    }
  }
  return files;
}

/** A project folder with these schema files, and the commands that run in it. */
export interface TestProject {
  readonly folder: string;
  orm(...args: string[]): Promise<Outcome>;
  sql(): string;
  model(): Promise<Database>;
  remove(): void;
}

export function makeProject(files: Readonly<Record<string, string>>, connection: TestConnection): TestProject {
  const folder = mkdtempSync(join(tmpdir(), 'orm-everything-'));
  const all = { ...files, 'orm.json': configuration({ everything: connection }) };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
  return {
    folder,
    orm: (...args) => orm(args, { cwd: folder }),
    sql: () => readFileSync(join(folder, 'generated-sql/everything.sql'), 'utf8'),
    model: async () => {
      const config = await loadConfig({ cwd: folder, env: {} });
      const { models } = await loadProject(config, folder, [], new Reporter());
      const [model] = models;
      if (!model) throw new Error('the project has no model');
      return model.database;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The schema with everything in a fresh database, put there by the real commands. */
export interface InsertedEverything {
  readonly database: EngineDatabase;
  readonly project: TestProject;
  readonly model: Database;
  close(): Promise<void>;
}

export async function insertEverything(engine: Engine): Promise<InsertedEverything> {
  const database = await openDatabase(engine);
  const project = makeProject(everythingFiles(database.adapter), database.connection);
  const close = async (): Promise<void> => {
    project.remove();
    await database.drop();
  };
  try {
    await succeed(project, 'sql:build');
    await succeed(project, 'sql:insert');
    return { database, project, model: await project.model(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs a command that must end well, and gives what it printed. */
export async function succeed(project: TestProject, ...args: string[]): Promise<Outcome> {
  const outcome = await project.orm(...args);
  if (outcome.code !== 0) throw new Error(`orm ${args.join(' ')}: ${outcome.stdout}${outcome.stderr}`);
  return outcome;
}

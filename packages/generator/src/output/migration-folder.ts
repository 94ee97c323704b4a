import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DiagnosticDetails, failure, type Reporter } from '../diagnostics/diagnostic.js';
import { printable, quoted } from '../diagnostics/printable.js';
import { readContent } from '../migrations/content.js';
import { FORMAT, type Migration, type MigrationFile } from '../migrations/migration.js';
import { said } from '../platforms/shape.js';
import { errorCode, fileFailure } from './file-failure.js';
import { NotUtf8, readUtf8 } from './utf8.js';
import { writeFiles } from './writer.js';

/** A migration of a folder, with what its file says of where it belongs. */
export interface StoredMigration extends Migration {
  readonly adapter: string | undefined;
}

/** What looks like the name of a migration. */
const LIKE_NAME = /^\d{14}/;
const NAME = /^\d{14}(_.*)?$/s;

/** The migrations in a folder, in the order of their names. A folder that is not there has none. */
export async function readMigrations(
  folder: string,
  shown: string,
  reporter: Reporter,
): Promise<readonly StoredMigration[]> {
  const names = await namesIn(folder, shown, reporter);
  return Promise.all(names.map((name) => readMigration(join(folder, name), `${shown}/${name}`, name)));
}

async function namesIn(folder: string, shown: string, reporter: Reporter): Promise<string[]> {
  try {
    const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => LIKE_NAME.test(name));
    const names: string[] = [];
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const isFolder =
        entry.isDirectory() || (entry.isSymbolicLink() && (await leadsToFolder(join(folder, entry.name))));
      if (isFolder && NAME.test(entry.name)) names.push(entry.name);
      else reporter.warning(leftOut(`${shown}/${entry.name}`, isFolder));
    }
    return names;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw fileFailure(error, 'read', folder);
  }
}

const leadsToFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Somebody may wait for it to run. */
const leftOut = (shown: string, isFolder: boolean): DiagnosticDetails => ({
  code: 'migration/left-out',
  message: `${quoted(shown, 500)} is left out: ${isFolder ? 'its name is not that of a migration' : 'it is no folder'}`,
  help: 'a migration is a folder whose name is 14 digits, or 14 digits, an underscore and words, such as 20270131120000_add_pages; rename it, or move it away',
});

async function readMigration(folder: string, shown: string, name: string): Promise<StoredMigration> {
  const path = join(folder, 'changes.json');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    // One that a person wrote has no changes that we know of.
    if (errorCode(error) === 'ENOENT') {
      const [sql] = await readTexts(folder, shown, ['up.sql']);
      if (sql === undefined) throw withoutFile(shown, 'up.sql');
      if (!/^-- orm: (?!alone\b|allow\b)/m.test(sql)) return { name, adapter: undefined, changes: [] };
      throw unreadable(`${shown}/changes.json`, 'is missing');
    }
    throw fileFailure(error, 'read', path);
  }
  const file = `${shown}/changes.json`;
  const content = parsed(text, file);
  const { format } = content;
  if (format !== FORMAT) {
    throw failure({
      code: 'migration/format',
      message: `${quoted(file)} has format ${format === undefined ? 'none' : printable(JSON.stringify(format))}, and this version of orm knows ${FORMAT}`,
      help: 'use the version of orm that wrote it, or a newer one',
    });
  }
  const known = readContent(content);
  if (typeof known === 'string') throw unreadable(file, 'is no list of changes', known);
  const { adapter, changes, assumes, undoAssumes, remakes, fills, follows, checks, declared } = known;
  const missing = ['up.sql', ...(checks === true ? ['checks.sql'] : [])].find(
    (each) => !existsSync(join(folder, each)),
  );
  if (missing !== undefined) throw withoutFile(shown, missing);
  return { name, adapter, changes, ...said({ assumes, undoAssumes, remakes, fills, follows, declared }) };
}

function parsed(text: string, file: string): Readonly<Record<string, unknown>> {
  let content: unknown;
  try {
    // Editors may put a byte-order mark before it.
    content = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw unreadable(file, 'is no list of changes', 'it is no JSON');
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw unreadable(file, 'is no list of changes');
  }
  return content as Record<string, unknown>;
}

const unreadable = (file: string, problem: string, where?: string): Error =>
  failure({
    code: 'migration/unreadable',
    message: `${quoted(file)} ${problem}`,
    help: `${where === undefined ? '' : `${where}; `}restore the file from version control: what a migration changes is known from it alone`,
  });

/** What a person does not want is an empty file: one that is missing may be lost. */
const withoutFile = (shown: string, file: string): Error =>
  failure({
    code: 'migration/unreadable',
    message: `${quoted(`${shown}/${file}`)} is missing`,
    help: `restore the file from version control${file === 'up.sql' ? '' : '; if nothing is to be in it, make an empty one'}`,
  });

/** Everything in the folder of a migration. */
export const namesInFolder = (folder: string): Promise<string[]> => readdir(folder);

/** The texts of some files of a migration; undefined for one that is not there. One that cannot be read is not an empty one. */
export async function readTexts(
  folder: string,
  shown: string,
  names: readonly string[],
): Promise<readonly (string | undefined)[]> {
  return Promise.all(names.map((name) => readText(join(folder, name), `${shown}/${name}`)));
}

async function readText(path: string, shown: string): Promise<string | undefined> {
  try {
    return await readUtf8(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (!(error instanceof NotUtf8)) throw fileFailure(error, 'read', path);
    throw failure({
      code: 'migration/not-utf-8',
      message: `${quoted(shown, 500)} is not UTF-8`,
      span: error.place(shown),
      help: 'save it as UTF-8',
    });
  }
}

/** What editors, file managers and version control leave in a folder: nobody wrote it for the migration. */
export const isLeftBehind = (name: string): boolean => /^\.|~$|^thumbs\.db$/i.test(name);

/** Takes a migration away. */
export function removeMigration(folder: string, database: string, name: string): void {
  try {
    rmSync(join(folder, database, name), { recursive: true });
  } catch (error) {
    throw fileFailure(error, 'write', join(folder, database, name));
  }
}

/**
 * All files of a migration, or none: the folder gets its name when they are in it. One of a former name goes then. What is no
 * part of the migration stays beside it.
 */
export function writeMigration(
  folder: string,
  database: string,
  name: string,
  files: readonly MigrationFile[],
  formerName = name,
): void {
  const unfinished = `${database}/.${name}.unfinished`;
  try {
    rmSync(join(folder, unfinished), { recursive: true, force: true });
    writeFiles(
      {
        folder,
        files: files.map((file) => ({ path: `${unfinished}/${file.name}`, content: file.content })),
        removals: [],
      },
      { dryRun: false },
    );
    const former = join(folder, database, formerName);
    for (const other of existsSync(former) ? readdirSync(former).filter(isLeftBehind) : []) {
      cpSync(join(former, other), join(folder, unfinished, other), { recursive: true, verbatimSymlinks: true });
    }
    rmSync(former, { recursive: true, force: true });
    renameSync(join(folder, unfinished), join(folder, database, name));
  } catch (error) {
    rmSync(join(folder, unfinished), { recursive: true, force: true });
    if (error instanceof Error && 'syscall' in error) throw fileFailure(error, 'write', join(folder, database, name));
    throw error;
  }
}

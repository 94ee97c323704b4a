import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { carriesMark } from './mark.js';
import { GENERATED_MARK, MAP_FILE, type SqlFolder } from './sql-plan.js';
import { readIfThere } from './writer.js';

/** Looks at a folder of SQL files; one that does not exist is empty. */
export async function readSqlFolder(folder: string): Promise<SqlFolder> {
  const names = await readdir(folder).catch(() => []);
  const generated: string[] = [];
  for (const name of names) {
    if (name.endsWith('.sql') && carriesMark(join(folder, name), GENERATED_MARK)) generated.push(name);
  }
  return { map: (await readIfThere(join(folder, MAP_FILE)))?.toString(), generated };
}

import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { GENERATED_MARK, MAP_FILE, type SqlFolder } from './sql-plan.js';
import { readIfThere } from './writer.js';

/** Looks at a folder of SQL files; one that does not exist is empty. */
export async function readSqlFolder(folder: string): Promise<SqlFolder> {
  const names = await readdir(folder).catch(() => []);
  const generated: string[] = [];
  for (const name of names) {
    if (name.endsWith('.sql') && (await isGenerated(join(folder, name)))) generated.push(name);
  }
  return { map: (await readIfThere(join(folder, MAP_FILE)))?.toString(), generated };
}

async function isGenerated(path: string): Promise<boolean> {
  // A folder or a dangling link that is named like a file is not ours.
  const file = await open(path).catch(() => undefined);
  if (!file || !(await file.stat()).isFile()) {
    await file?.close();
    return false;
  }
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.toString('utf8', 0, bytesRead).includes(GENERATED_MARK);
  } finally {
    await file.close();
  }
}

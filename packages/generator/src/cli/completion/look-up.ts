import { relative, sep } from 'node:path';
import { DEFAULT_SCHEMA_SIZE } from '../../config/keys/generator.js';
import { loadConfig } from '../../config/load.js';
import { Reporter } from '../../diagnostics/diagnostic.js';
import { findSchemaFiles } from '../../schema/files.js';
import { loadSchemas } from '../../schema/load.js';
import type { LookedUp } from '../command.js';

type World = Pick<NodeJS.Process, 'cwd' | 'env'>;

/**
 * `orm __complete <what> <words of the line…>`, which only the scripts call: one candidate a line. It never fails and
 * never reports an error, because the person who pressed Tab is in the middle of something else.
 */
export async function lookedUp([what = '', ...words]: readonly string[], process: World): Promise<string> {
  try {
    if (!Object.hasOwn(LOOK_UPS, what)) return '';
    const found = await LOOK_UPS[what as LookedUp](process, words);
    // A name that would move the cursor or start a line of its own cannot be offered.
    const lines = [...new Set(found)].filter((name) => name !== '' && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name));
    return lines.map((name) => `${name}\n`).join('');
  } catch {
    return '';
  }
}

const LOOK_UPS: Readonly<Record<LookedUp, (process: World, words: readonly string[]) => Promise<readonly string[]>>> = {
  connections: async (process, words) => {
    const { connections } = await config(process, words);
    return [...connections.keys()];
  },
  tables: async (process, words) => {
    const options = await schemaFolder(process, words);
    const { documents } = await loadSchemas({ ...options, maxSize: DEFAULT_SCHEMA_SIZE }, new Reporter());
    const tables = documents.flatMap(({ root }) => root.children.filter(({ name }) => name === 'table'));
    return tables.map(({ attributes }) => attributes['name'] ?? '');
  },
  'schema-files': async (process, words) => {
    const options = await schemaFolder(process, words);
    const files = await findSchemaFiles(options);
    return files.map((file) => relative(options.cwd, file).split(sep).join('/'));
  },
};

function config({ cwd, env }: World, words: readonly string[]): ReturnType<typeof loadConfig> {
  const schemaDir = given('--schema-dir', words);
  const overrides = schemaDir === undefined ? {} : { 'paths.schemaDir': schemaDir };
  return loadConfig({ cwd: cwd(), configDir: given('--config-dir', words), env, overrides });
}

/** The folder of the configuration, or without one the current. */
async function schemaFolder(
  process: World,
  words: readonly string[],
): Promise<{ schemaDir: string; recursive: boolean; cwd: string }> {
  const cwd = process.cwd();
  try {
    const { paths, generator } = await config(process, words);
    return { schemaDir: paths.schemaDir, recursive: generator.recursive, cwd };
  } catch {
    return { schemaDir: given('--schema-dir', words) ?? cwd, recursive: false, cwd };
  }
}

/** The value that an option has on the line so far. */
function given(flag: string, words: readonly string[]): string | undefined {
  const at = words.lastIndexOf(flag);
  if (at >= 0) return words[at + 1];
  return words.findLast((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1);
}

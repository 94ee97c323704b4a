import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { failure, Reporter } from '../diagnostics/diagnostic.js';
import { printable, quoted } from '../diagnostics/printable.js';
import { type Source, span } from '../diagnostics/source.js';
import { suggestion } from '../diagnostics/suggest.js';
import { formatOf, loadReader } from './formats/format.js';
import { KEY_TREE } from './keys.js';
import { type ConfigNode, entryOf } from './node.js';
import { GuardedSource, hideSecrets } from './secrets.js';

/** No configuration written by hand comes near it; a file that does is not one. */
const MAX_BYTES = 1024 * 1024;

export interface ReadFile {
  readonly source: Source;
  /** What is under the root key `orm`. */
  readonly root: ConfigNode;
}

/** Reads one configuration file down to what its root key holds; throws everything that is wrong with its syntax. */
export async function readConfigFile(file: string, shown: string): Promise<ReadFile> {
  const format = formatOf(file);
  if (format === undefined)
    throw failure({ code: 'config/unknown-format', message: `unknown format: ${printable(shown)}` });
  const text = await readText(file, shown);
  const source = new GuardedSource(shown, text);
  const reporter = new Reporter();
  const read = await loadReader(format);
  const tree = read(text, source, reporter, dirname(file));
  if (tree) hideSecrets(tree);
  reporter.throwIfErrors();
  const root = tree && underRootKey(tree, source, reporter);
  reporter.throwIfErrors();
  return { source, root: root ?? { kind: 'map', entries: [], span: span(source, 0) } };
}

async function readText(file: string, shown: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) {
      throw failure({
        code: 'config/too-large',
        message: `${printable(shown)} has ${size} bytes: a configuration file has at most ${MAX_BYTES}`,
      });
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    if (error instanceof TypeError) {
      throw failure({
        code: 'config/encoding',
        message: `${printable(shown)} is not UTF-8 text`,
        help: 'save it as UTF-8',
      });
    }
    if (error instanceof Error && 'code' in error) {
      throw failure({ code: 'config/unreadable', message: `cannot read ${printable(shown)} (${String(error.code)})` });
    }
    throw error;
  }
}

function underRootKey(tree: ConfigNode, source: Source, reporter: Reporter): ConfigNode | undefined {
  if (tree.kind !== 'map') {
    reporter.error({
      code: 'config/root-key',
      message: 'a configuration file holds the key orm, and all settings under it',
      span: span(source, tree.span.start, tree.span.start + 1),
    });
    return undefined;
  }
  for (const { key, keySpan } of tree.entries) {
    // `$schema` is how JSON files tell an editor where their description is.
    if (key === 'orm' || key === '$schema') continue;
    reporter.error({
      code: 'config/root-key',
      message:
        key === 'propel' ? 'the root key of the configuration is orm, not propel' : `unknown root key ${quoted(key)}`,
      span: keySpan,
      help:
        key === 'propel'
          ? 'rename it to orm'
          : KEY_TREE.children.has(key)
            ? `put it under the root key: orm, then ${key}`
            : (suggestion(key, ['orm']) ?? 'all settings are under the root key orm'),
    });
  }
  const root = entryOf(tree, 'orm')?.value;
  return root?.kind === 'scalar' && (root.value === null || root.value === '')
    ? { kind: 'map', entries: [], span: root.span }
    : root;
}

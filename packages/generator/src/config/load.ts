import { relative, resolve, sep } from 'node:path';
import { Reporter } from '../diagnostics/diagnostic.js';
import { type Source, span } from '../diagnostics/source.js';
import { buildConfig } from './build.js';
import { checkKeys } from './check.js';
import type { Config } from './config.js';
import { findConfig, shownPath } from './find.js';
import { type ConfigNode, scalar } from './node.js';
import { readConfigFile } from './read.js';
import { merge, resolvePlaceholders } from './resolve.js';
import type { Environment } from './template.js';

export interface LoadOptions {
  readonly cwd: string;
  /** The project folder or a configuration file, relative to `cwd`; the working directory without it. */
  readonly configDir?: string | undefined;
  readonly env: Environment;
  /** Values that win over the files, by their paths (`paths.schemaDir`); folders as absolute paths. */
  readonly overrides?: Readonly<Record<string, string | number | boolean | readonly string[]>> | undefined;
}

/** Finds, reads, merges and checks the configuration. Throws a `DiagnosticError` with everything that is wrong. */
export async function loadConfig(options: LoadOptions): Promise<Config> {
  const cwd = resolve(options.cwd);
  const { root, files } = await findConfig(cwd, options.configDir);
  const read = await Promise.all(files.map((file) => readConfigFile(file, shownPath(file, cwd))));
  const trees = [...read.map((file) => file.root), overrideTree(options.overrides ?? {})];
  const merged = trees.reduce(merge);
  const reporter = new Reporter();
  const tree = resolvePlaceholders(merged, options.env, reporter);
  const checked = checkKeys(tree, reporter);
  const whole = read.at(-1)?.root.span ?? tree.span;
  const file = relative(root, files[0] ?? root)
    .split(sep)
    .join('/');
  const sources = read.map(({ source }) => source);
  const config = buildConfig({ root, file, sources, checked, tree, whole }, reporter);
  reporter.throwIfErrors();
  return config;
}

function overrideTree(overrides: Readonly<Record<string, string | number | boolean | readonly string[]>>): ConfigNode {
  const source: Source = { path: '(command line)', text: '' };
  const at = span(source, 0);
  return Object.entries(overrides)
    .map(([path, value]): ConfigNode => {
      const leaf: ConfigNode =
        typeof value === 'object'
          ? { kind: 'list', items: value.map((item) => scalar(item, at)), span: at }
          : scalar(value, at);
      return path
        .split('.')
        .reduceRight<ConfigNode>(
          (below, key) => ({ kind: 'map', entries: [{ key, keySpan: at, value: below }], span: at }),
          leaf,
        );
    })
    .reduce(merge, { kind: 'map', entries: [], span: at });
}

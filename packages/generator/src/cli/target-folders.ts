import { relative, sep } from 'node:path';
import { failure } from '../diagnostics/diagnostic.js';
import type { FilePlan } from '../output/file-plan.js';
import type { Target } from '../targets/target.js';
import type { CommandOptions } from './command.js';

/** One folder from which the files of all plans are named: that of the only plan, or the working directory. */
export function commonFolder(
  cwd: string,
  plans: readonly FilePlan[],
): { readonly folder: string; readonly pathOf: (plan: FilePlan, path: string) => string } {
  const [first, ...others] = plans;
  if (first !== undefined && others.length === 0) return { folder: first.folder, pathOf: (_, path) => path };
  return {
    folder: cwd,
    pathOf: ({ folder }, path) => [...relative(cwd, folder).split(sep), path].filter((part) => part !== '').join('/'),
  };
}

/** Files of two languages in one folder that the command line gives would be a mistake more often than a wish. */
export function refuseSharedFolder(
  { outputDir }: CommandOptions,
  targets: readonly Target[],
  part: keyof Target['paths'],
): void {
  if (outputDir === undefined || targets.length < 2) return;
  const keys = targets.map(({ paths }) => `paths.${paths[part]}`);
  throw failure({
    code: 'cli/wrong-value',
    message: `--output-dir is one folder, and this project has ${targets.map(({ title }) => title).join(' and ')} files`,
    help: `set ${keys.join(' and ')} in the configuration`,
  });
}

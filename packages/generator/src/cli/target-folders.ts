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

/** Files of two languages in one folder, or of one name, would be a mistake more often than a wish. */
export function refuseShared(
  { outputDir, outputFile }: CommandOptions,
  targets: readonly Target[],
  part: keyof Target['paths'],
): void {
  if (targets.length < 2 || (outputDir === undefined && outputFile === undefined)) return;
  const languages = targets.map(({ title }) => title).join(' and ');
  if (outputFile !== undefined) {
    throw failure({
      code: 'cli/wrong-value',
      message: `--output-file is one name, and this project has ${languages} files`,
      help: 'leave it out: each language has a name of its own',
    });
  }
  const keys = targets.map(({ paths }) => `paths.${paths[part]}`);
  throw failure({
    code: 'cli/wrong-value',
    message: `--output-dir is one folder, and this project has ${languages} files`,
    help: `set ${keys.join(' and ')} in the configuration`,
  });
}

import { readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { printable } from '../../../diagnostics/printable.js';
import { shownFolder } from '../../build-report.js';
import { installedRuntime, ownPackage } from '../../installed.js';
import { type Finding, notChecked, ok, problem, warning } from '../finding.js';
import type { Check, Subject } from '../subject.js';
import { inStep } from '../version-range.js';

/** The Composer package that generated classes need, in step with this program, and how Composer loads the classes. */
export const runtimeCheck: Check = {
  title: 'PHP',
  target: 'php',
  find: (subject) => Promise.resolve(runtimeFindings(subject)),
};

type Autoload = Readonly<Partial<Record<'classmap' | 'psr-4' | 'psr-0' | 'files', unknown>>>;

interface Composer {
  readonly require?: Readonly<Record<string, string>>;
  readonly autoload?: Autoload;
  readonly 'autoload-dev'?: Autoload;
}

function runtimeFindings(subject: Subject): readonly Finding[] {
  const file = join(subject.root, 'composer.json');
  let composer: Composer;
  try {
    composer = JSON.parse(readFileSync(file, 'utf8')) as Composer;
  } catch (error) {
    if (error instanceof SyntaxError) return [problem(`composer.json is not JSON: ${printable(error.message)}`)];
    return [notChecked('ormgen/runtime: there is no composer.json here', 'composer require ormgen/runtime')];
  }
  return [packageFinding(subject.root, composer), ...autoloadFinding(subject, composer)];
}

function packageFinding(root: string, composer: Composer): Finding {
  const { version } = ownPackage();
  const installed = installedRuntime(root);
  if (installed === undefined) {
    return composer.require?.['ormgen/runtime'] === undefined
      ? problem('ormgen/runtime is not installed, and generated classes need it', 'composer require ormgen/runtime')
      : problem('composer.json wants ormgen/runtime, and it is not installed', 'composer install');
  }
  const shown = `ormgen/runtime ${printable(installed)}`;
  if (inStep(installed, version)) return ok(shown);
  return problem(
    `${shown} is not in step with orm ${version}`,
    'composer update ormgen/runtime, or install the ormgen of the same version, and then: orm model:build',
  );
}

function autoloadFinding({ root, config, context }: Subject, composer: Composer): readonly Finding[] {
  if (config.value === undefined) return [];
  const { phpDir } = config.value.paths;
  const shown = `${shownFolder(context.cwd, phpDir)}/`;
  const entries = [composer.autoload, composer['autoload-dev']].flatMap((autoload) => [
    ...texts(autoload?.classmap).map((path) => ['classmap', path] as const),
    ...Object.values((autoload?.['psr-4'] ?? {}) as Record<string, unknown>).flatMap((paths) =>
      texts(paths).map((path) => ['psr-4', path] as const),
    ),
  ]);
  const found = entries.find(([, path]) => overlaps(resolve(root, path), phpDir));
  if (found !== undefined) return [ok(`composer.json loads ${shown} (${found[0]})`)];
  return [
    warning(
      `composer.json does not load ${shown}`,
      `add "autoload": {"classmap": ["${relative(root, phpDir).split(sep).join('/')}/"]}, then: composer dump-autoload`,
    ),
  ];
}

const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string');

/** Whether one folder is, or lies in, the other: PSR-4 may begin in the middle of the folder of the classes. */
function overlaps(left: string, right: string): boolean {
  const isIn = (inner: string, outer: string): boolean => {
    const way = relative(outer, inner);
    return way === '' || (!way.startsWith('..') && !resolve(way).startsWith('..') && !/^([a-z]:|[\\/])/i.test(way));
  };
  return isIn(left, right) || isIn(right, left);
}

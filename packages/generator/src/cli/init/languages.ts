import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TARGET_NAMES, type TargetName } from '../../config/keys/generator.js';
import type { Answers } from './answers.js';
import type { Choice } from './prompter.js';

/** The languages as `--target` takes them, in the order of `generator.targets`. */
export const LANGUAGE_CHOICES: readonly Choice[] = [
  { value: 'php', label: 'PHP' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'php,typescript', label: 'PHP and TypeScript', hint: 'on one database' },
];

/** Vendors that classes in TypeScript cannot use. */
const PHP_ONLY: ReadonlySet<string> = new Set(['mssql', 'oracle']);

export const isPhpOnly = ({ adapter = '' }: Answers): boolean => PHP_ONLY.has(adapter);

export const languagesOf = ({ targets = 'php' }: Answers): readonly TargetName[] =>
  TARGET_NAMES.filter((name) => targets.split(',').includes(name));

export const usesPhp = (answers: Answers): boolean => languagesOf(answers).includes('php');
export const usesTypescript = (answers: Answers): boolean => languagesOf(answers).includes('typescript');
export const usesBoth = (answers: Answers): boolean => usesPhp(answers) && usesTypescript(answers);

/** `typescript, php` means `php,typescript`. What is no language stays for the check to refuse. */
export function normalLanguages(given: string): string {
  const words = given.split(',').map((word) => word.trim().toLowerCase());
  return words.every((word) => TARGET_NAMES.some((name) => name === word))
    ? TARGET_NAMES.filter((name) => words.includes(name)).join(',')
    : given;
}

export function checkLanguages(answer: string, answers: Answers): string | undefined {
  if (LANGUAGE_CHOICES.every(({ value }) => value !== answer)) return 'write php, typescript or php,typescript';
  return answer !== 'php' && isPhpOnly(answers)
    ? 'classes in TypeScript know PostgreSQL, MySQL, MariaDB and SQLite'
    : undefined;
}

interface NodePackage {
  readonly type?: unknown;
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly devDependencies?: Readonly<Record<string, unknown>>;
}

/** The package.json of a folder; empty where there is none that can be read. */
export function nodePackage(cwd: string): NodePackage {
  try {
    return JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as NodePackage;
  } catch {
    return {};
  }
}

/**
 * What a folder looks like. Each project that has this command has a package.json, and many PHP applications compile TypeScript
 * for browsers: where Composer is used, only our own package says that classes are wanted in both.
 */
export function guessedLanguages(cwd: string): string {
  const { dependencies, devDependencies } = nodePackage(cwd);
  const has = (name: string): boolean => dependencies?.[name] !== undefined || devDependencies?.[name] !== undefined;
  if (existsSync(join(cwd, 'composer.json'))) return has('@ormgen/runtime') ? 'php,typescript' : 'php';
  const isTypescript = existsSync(join(cwd, 'tsconfig.json')) || has('typescript') || has('@ormgen/runtime');
  return isTypescript ? 'typescript' : 'php';
}

/**
 * How generated files name each other. A tsconfig.json says whether its compiler takes names that end in `.ts`; without one, nothing
 * compiles yet, and a Node that runs TypeScript itself wants them.
 */
export function guessedExtension(cwd: string, canStripTypes: boolean): 'js' | 'ts' {
  const file = join(cwd, 'tsconfig.json');
  if (!existsSync(file)) return canStripTypes ? 'ts' : 'js';
  const text = readFileSync(file, 'utf8');
  return /"(allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(text) ? 'ts' : 'js';
}

/** What an application in TypeScript needs besides Node: for itself, and for whoever works on it. */
export function missingPackages(
  cwd: string,
  driver: string | undefined,
): { readonly application: readonly string[]; readonly development: readonly string[] } {
  const { dependencies = {}, devDependencies = {} } = nodePackage(cwd);
  const needed = ['@ormgen/runtime', ...(driver === undefined ? [] : [driver])];
  return {
    application: needed.filter((name) => dependencies[name] === undefined),
    development: ['typescript', '@types/node'].filter(
      (name) => dependencies[name] === undefined && devDependencies[name] === undefined,
    ),
  };
}

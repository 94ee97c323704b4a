import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Data that every language runs: conformance/README.md. */
const FOLDER = join(import.meta.dirname, '../../../../conformance');

export interface ExpectedDiagnostic {
  readonly severity: 'error' | 'warning' | 'note';
  readonly says: readonly string[];
  /** A part of the line that the frame shows. */
  readonly at: string;
}

type ByTable<T> = Readonly<Record<string, T>>;

export interface Scenario {
  readonly name: string;
  readonly covers: readonly string[];
  readonly engines?: readonly string[];
  readonly reason?: string;
}

/** What a build makes of a schema. */
export interface BuildScenario extends Scenario {
  readonly schema: readonly string[];
  readonly diagnostics?: readonly ExpectedDiagnostic[];
  readonly silent?: boolean;
  readonly columns?: ByTable<Readonly<Record<string, string>>>;
  readonly indexes?: ByTable<readonly string[]>;
  readonly uniques?: ByTable<readonly string[]>;
  readonly tables?: readonly string[];
  readonly classes?: readonly string[];
}

/** The scenarios of a folder, by the name of their file. */
export function scenarios<T extends Scenario = Scenario>(
  folder: 'lists' | 'build' | 'pending',
): ReadonlyMap<string, T[]> {
  const path = join(FOLDER, folder);
  const files = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.json')) : [];
  return new Map(files.map((name) => [name, (read(join(path, name)) as { scenarios: T[] }).scenarios]));
}

/** The rows of the specification that need a scenario, such as `spec 3: moveUp()`. */
export function rows(): string[] {
  const sections = read(join(FOLDER, 'rows.json')) as Record<string, Record<string, string>>;
  return Object.entries(sections).flatMap(([section, found]) => Object.keys(found).map((row) => `${section}: ${row}`));
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

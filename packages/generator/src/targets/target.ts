import type { Config } from '../config/config.js';
import type { Reporter } from '../diagnostics/diagnostic.js';
import type { Adapter } from '../model/adapter.js';
import type { Database, Table } from '../model/model.js';
import type { Report } from '../model/model-diagnostic.js';
import type { NameRules } from '../model/name-rules.js';
import type { ClassFiles, ClassLayout } from '../output/class-plan.js';
import type { PlannedFile } from '../output/file-plan.js';
import type { TableStatements } from '../plan/table.js';

/** A database whose classes are printed, with the statements of each table, which are planned once. */
export interface PlannedDatabase {
  readonly database: Database;
  readonly statementsOf: (table: Table) => TableStatements;
}

/**
 * A language that classes are written in: what commands ask of it. The parts are loaded by the commands that need them.
 */
export interface Target {
  readonly name: TargetName;
  /** As people write it. */
  readonly title: string;
  readonly paths: {
    readonly classes: keyof Config['paths'];
    readonly config: keyof Config['paths'];
  };
  /** The file that `config:convert` writes, unless it is told another name. */
  readonly configFile: string;
  readonly names: () => Promise<NameRules>;
  readonly check: () => Promise<ClassCheck>;
  readonly classes: () => Promise<ClassPrinter>;
  readonly outline: () => Promise<OutlinePrinter>;
  readonly config: () => Promise<ConfigPrinter>;
}

export type TargetName = 'php';

/** A model as far as it matters to whoever checks names. */
export interface CheckedModel {
  readonly database: Database;
  readonly platform: { readonly adapter: Adapter };
}

/** Reports what cannot become classes, of all models whose classes go to one folder. */
export type ClassCheck = (models: readonly CheckedModel[], config: Config, report: Report) => void;

/** What `model:build` asks. Pure: the same models give the same bytes. */
export interface ClassPrinter {
  /** All databases at once: their classes go to one folder. */
  readonly print: (databases: readonly PlannedDatabase[], config: Config) => ClassFiles;
  readonly layout: (config: Config) => ClassLayout;
  /** What to do when classes were added or removed, if anything. */
  readonly afterwards: string | undefined;
}

/** A class that a table gets, for people to read about. */
export interface OutlinedClass {
  /** With its namespace. */
  readonly name: string;
  readonly role: 'model' | 'query' | 'map' | 'enum' | 'inherited';
  readonly methods: readonly OutlinedMethod[];
}

export interface OutlinedMethod {
  readonly name: string;
  readonly signature: string;
  /** The column, relation or behavior that it comes from. */
  readonly of: string | null;
}

/** What `schema:show` asks: the classes of each table, with the public methods that are the table's own. */
export interface OutlinePrinter {
  /** Nothing where classes cannot be made: `model:build` says why. */
  readonly outline: (
    databases: readonly PlannedDatabase[],
    config: Config,
  ) => ((database: Database, table: Table) => readonly OutlinedClass[]) | undefined;
}

/** What `config:convert` asks. */
export interface ConfigPrinter {
  /** Reports what would not work, or not be wise, where the application runs. */
  readonly check: (config: Config, reporter: Reporter) => void;
  /** `path` is relative to the folder of the configuration. */
  readonly print: (config: Config, path: string) => PlannedFile;
}

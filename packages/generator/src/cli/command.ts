import type { Config } from '../config/config.js';
import type { Environment } from '../config/template.js';
import type { Reporter } from '../diagnostics/diagnostic.js';
import type { Project } from '../schema/project.js';
import type { Terminal } from './terminal.js';

/** 0 done; 1 failed; 2 `--check` found differences. */
export type ExitCode = 0 | 1 | 2;

/** What a shell offers for a value: words, or what it has to look up. */
export type Completion = readonly string[] | LookedUp | 'files' | 'folders';

/** What `orm` looks up in the project when a shell asks for it. */
export type LookedUp = 'connections' | 'tables' | 'schema-files';

export interface OptionDescriptor {
  /** As typed, with the placeholder of its value: `--connection <name>`. */
  readonly flags: string;
  readonly description: string;
  /** May be given several times; the values are collected. */
  readonly repeatable?: boolean;
  /** What shells offer for its value; without it they offer folders for `<dir>` and files for `<file>`. */
  readonly complete?: Completion;
}

export interface ArgumentDescriptor {
  /** What it is, as the usage line shows it: `connection` becomes `[connection]`. */
  readonly name: string;
  readonly description: string;
  readonly complete?: Completion;
}

export interface Example {
  readonly line: string;
  readonly meaning: string;
  /** How it ends in a project where all is well, when that is not 0. */
  readonly exitCode?: ExitCode;
}

/** What is known of a command without loading it: enough for `--help` and for reading its arguments. */
export interface CommandDescriptor {
  readonly name: string;
  readonly aliases: readonly string[];
  /** One line for the list of commands. */
  readonly summary: string;
  /** Paragraphs for the command's own help: what it reads, what it writes, what to know before running it. */
  readonly description: readonly string[];
  /** The one word that may stand behind the command's name without a flag. */
  readonly argument?: ArgumentDescriptor;
  readonly options: readonly OptionDescriptor[];
  readonly examples: readonly Example[];
  /** The fields that the document of `--json` has when the command succeeds, besides those that every command has. */
  readonly json?: readonly string[];
  /** What exit code 1 means besides a failure. */
  readonly exitOne?: string;
  /** Imports the implementation; nothing of it is loaded for `--help`. */
  readonly load: () => Promise<CommandModule>;
}

interface CommandModule {
  run(context: Context, options: CommandOptions): Promise<ExitCode>;
}

/** The options of all commands; a command sees only those its descriptor lists, the others keep these defaults. */
export interface CommandOptions {
  /** The word behind the command's name, where its descriptor has an `argument`. */
  readonly argument?: string;
  readonly configDir?: string;
  readonly schemaDir?: string;
  readonly outputDir?: string;
  readonly sqlDir?: string;
  readonly outputFile?: string;
  /** The file of `--output`. */
  readonly output?: string;
  readonly schemaName?: string;
  readonly databaseName?: string;
  readonly namespace?: string;
  /** SQL schemas given with `--schema`; empty means the vendor's default one. */
  readonly schema: readonly string[];
  /** Patterns given with `--exclude`. */
  readonly exclude: readonly string[];
  readonly user?: string;
  readonly password?: string;
  /** Name of the environment variable that holds the password. */
  readonly passwordEnv?: string;
  /** Names given with `--connection`; empty means all. */
  readonly connection: readonly string[];
  readonly dryRun: boolean;
  readonly check: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly yes: boolean;
  readonly keepNames: boolean;
  readonly map: boolean;
  readonly views: boolean;
  readonly tinyint1?: string;
  readonly force: boolean;
  readonly allowDrift: boolean;
  readonly exact: boolean;
  readonly fromDatabase: boolean;
  readonly adoptMapping: boolean;
  readonly stale: boolean;
  /** Names given with `--table`; empty means all. */
  readonly table: readonly string[];
  readonly repair: boolean;
  readonly adapter?: string;
  readonly dsn?: string;
  readonly host?: string;
  readonly port?: string;
  readonly database?: string;
  readonly file?: string;
  /** `--no-connect` was given. */
  readonly connect?: boolean;
  readonly sample: boolean;
  readonly import: boolean;
  readonly empty: boolean;
  readonly project?: string;
  readonly connectionName?: string;
  readonly phpDir?: string;
  readonly confDir?: string;
  readonly tsDir?: string;
  /** Languages of the classes, as `--target` takes them. */
  readonly target?: string;
  readonly format?: string;
  /** `--build` or `--no-build`; nothing when neither was given. */
  readonly build?: boolean;
  readonly watch: boolean;
  /** Seconds, as they were typed. */
  readonly timeout?: string;
  /** The column that `--rank-unranked` names, or true when it names none. */
  readonly rankUnranked?: string | true;
  /** What a migration is about. */
  readonly name?: string;
  /** `old=new`, given with `--rename`. */
  readonly rename: readonly string[];
  /** The name of a migration, given with `--to`. */
  readonly to?: string;
  /** The file of `--script`. */
  readonly script?: string;
  /** The history is written, and nothing else. */
  readonly fake: boolean;
  /** The number of a step, as it was typed. */
  readonly resumeAt?: string;
  /** For how many seconds another runner is waited for, as it was typed. */
  readonly wait?: string;
  /** How many databases at a time, as it was typed. */
  readonly jobs?: string;
  /** `table.column=SQL`, given with `--fill`. */
  readonly fill: readonly string[];
  /** Two migrations: what is new, and what goes. */
  readonly split: boolean;
  /** SQL that blocks the application. */
  readonly offline: boolean;
  /** Replaces the newest migration. */
  readonly amend: boolean;
  /** An empty database, given with `--on`: a connection or a DSN. */
  readonly on?: string;
  /** A commit of git, given with `--base`. */
  readonly base?: string;
  /** Names given with `--drop`. */
  readonly drop: readonly string[];
}

/** Hears which files a command reads, so that somebody can watch them. */
export interface Inputs {
  configuration(config: Config): void;
  /** A schema file by its absolute path, also one that is missing where another names it. */
  schemaFile(path: string): void;
}

/** The world as a command sees it. */
export interface Context {
  readonly cwd: string;
  readonly env: Environment;
  readonly terminal: Terminal;
  /** Warnings and notes go here; they are shown when the command ends, or at `showDiagnostics`. */
  readonly reporter: Reporter;
  /** Every command there is, for one that speaks of them. */
  readonly commands: readonly CommandDescriptor[];
  readonly inputs?: Inputs;
  /** The project, where a command runs inside of another that has loaded it. */
  readonly loaded?: Project | undefined;
  /** Shows what was reported since the last time, for a command that goes on talking afterwards. */
  showDiagnostics(): void;
  /** Adds fields to the document that `--json` prints; without `--json` it does nothing. */
  document(fields: Readonly<Record<string, unknown>>): void;
}

import type { Source, Span } from '../diagnostics/source.js';
import type { Adapter } from '../model/adapter.js';
import type { TargetName } from './keys/generator.js';
import type { RuleLevel, RuleName } from './keys/migration-rules.js';
import type { Template } from './template.js';

/** The configuration of a project, whole: every default is filled in, every name is checked. Deeply frozen. */
export interface Config {
  /** The project folder, absolute. */
  readonly root: string;
  /** The file that every copy of the project has, relative to the project folder: the `.dist` file, where there is one. */
  readonly file: string;
  /** The files it was read from, the `.dist` file first; passwords in their texts are masked. */
  readonly sources: readonly Source[];
  readonly project: string | undefined;
  /** Absolute folders. */
  readonly paths: Paths;
  /** Patterns of tables that are not read from a database. */
  readonly excludeTables: readonly string[];
  /** In the order of the file. */
  readonly connections: ReadonlyMap<string, Connection>;
  readonly generator: GeneratorConfig;
  readonly runtime: RuntimeConfig;
  readonly reverse: { readonly connection: string };
  readonly migrations: {
    readonly tableName: string;
    readonly addVendorInfo: boolean;
    /** Whether new migrations let others read and write meanwhile. */
    readonly online: boolean;
    /** How many seconds a statement waits for a lock. */
    readonly lockTimeout: number;
    /** How often it is tried then. */
    readonly lockTries: number;
    /** The databases that the migrations of a connection run on, as the file names them. */
    readonly connections: ReadonlyMap<string, readonly string[]>;
    /** How findings of `migration:check` count. */
    readonly rules: Readonly<Record<RuleName, RuleLevel>>;
  };
  readonly adapters: {
    readonly mysql: { readonly tableEngine: string; readonly uuidColumnType: 'binary' | 'native' };
    readonly oracle: { readonly autoincrementSequencePattern: string };
  };
  /** Where each value that a file gives was written, by its path (`generator.tablePrefix`), for later diagnostics. */
  readonly spans: ReadonlyMap<string, Span>;
}

interface Paths {
  readonly schemaDir: string;
  readonly sqlDir: string;
  readonly phpDir: string;
  readonly phpConfDir: string;
  readonly tsDir: string;
  readonly tsConfDir: string;
  readonly migrationDir: string;
}

export interface Connection {
  readonly name: string;
  /** The project folder: files that a DSN or an option names are relative to it. */
  readonly root: string;
  readonly adapter: Adapter;
  readonly classname: string;
  readonly dsn: Template | undefined;
  readonly user: Template | undefined;
  readonly password: Template | undefined;
  /** Parameters without effect in the URL that the DSN was written as. */
  readonly ignored?: readonly string[];
  /** PDO options by the name of their constant. */
  readonly options: ReadonlyMap<string, Setting>;
  /** PDO attributes by the name of their constant. */
  readonly attributes: ReadonlyMap<string, Setting>;
  readonly settings: {
    readonly charset: Template;
    /** Whether the file gives the character set; one in the DSN overrides a default. */
    readonly charsetGiven: boolean;
    /** Statements that run on connecting, in order. */
    readonly queries: ReadonlyMap<string, Template>;
    readonly statementCache: boolean;
    readonly instancePool: boolean;
    readonly queryLog: boolean;
    /** Seconds. */
    readonly slowQuery: number | undefined;
    /** Seconds; nothing: until the end of the request. */
    readonly primaryAfterWrite: number | undefined;
  };
  /** Of a Node process; what is not given is for the runtime to say. Times in seconds. */
  readonly pool: Readonly<Record<PoolSetting, number | undefined>>;
  /** Whether commands that erase data need `--force` here. */
  readonly protected: boolean;
  readonly replicas: readonly Replica[];
  /** Its key in the file; undefined for one that the command line gives. */
  readonly span: Span | undefined;
}

export const POOL_SETTINGS = ['max', 'idleTimeout', 'acquireTimeout'] as const;

export type PoolSetting = (typeof POOL_SETTINGS)[number];

export type Setting = Template | number | boolean;

export interface Replica {
  readonly dsn: Template;
  readonly user: Template | undefined;
  readonly password: Template | undefined;
}

export interface GeneratorConfig {
  /** Languages of the classes: at least one, in the order of the file. */
  readonly targets: readonly TargetName[];
  readonly typescript: {
    /** What stands behind the name of a file that another imports. */
    readonly importExtension: '.js' | '.ts' | '';
    /** What whole numbers of 64 bits are. */
    readonly bigint: 'number' | 'bigint' | 'string';
    /** What days and times are. */
    readonly dateTime: 'date' | 'string';
  };
  readonly defaultConnection: string;
  readonly connections: readonly string[];
  readonly tablePrefix: string;
  readonly recursive: boolean;
  /** Bytes. */
  readonly maxSchemaSize: number;
  readonly sqlInsert: {
    /** What becomes of rows in tables that the SQL drops, where nobody can be asked. */
    readonly rows: 'erase' | 'refuse';
  };
  readonly objectModel: {
    readonly defaultKeyType: 'phpName' | 'camelName' | 'colName' | 'fieldName' | 'num';
    readonly namespaceMap: string;
    readonly classPrefix: string;
    readonly requiredGetters: 'strict' | 'nullable';
  };
}

export interface RuntimeConfig {
  readonly defaultConnection: string;
  readonly connections: readonly string[];
  /** Seconds. */
  readonly lists: { readonly lockTimeout: number };
  /** In which days and times without an offset are stored; undefined: that of the process. */
  readonly timeZone: string | undefined;
  readonly loggers: ReadonlyMap<string, LoggerConfig>;
  /** Permissions of config.php, where the file gives them. */
  readonly configMode: number | undefined;
}

export interface LoggerConfig {
  readonly type: 'stream' | 'rotating_file' | 'syslog';
  readonly path: Template | undefined;
  readonly level: number;
  readonly facility: string | undefined;
  readonly ident: Template | undefined;
  /** Its key in the file. */
  readonly span: Span;
}

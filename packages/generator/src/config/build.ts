import { resolve } from 'node:path';
import type { Reporter } from '../diagnostics/diagnostic.js';
import { printable } from '../diagnostics/printable.js';
import type { Source, Span } from '../diagnostics/source.js';
import type { CheckedKeys } from './check.js';
import type { Config, Connection, GeneratorConfig, LoggerConfig, RuntimeConfig } from './config.js';
import { buildConnections } from './connections.js';
import { freezeDeep } from './freeze.js';
import { TARGET_NAMES, type TargetName } from './keys/generator.js';
import { MIGRATION_RULES } from './keys/migration-rules.js';
import { quotedValue } from './likely-secrets.js';
import { type ConfigNode, entryOf } from './node.js';
import { Values } from './values.js';

interface Parts {
  readonly root: string;
  readonly file: string;
  readonly sources: readonly Source[];
  readonly checked: CheckedKeys;
  readonly tree: ConfigNode;
  /** Where to report about what is not there. */
  readonly whole: Span;
}

/** The typed configuration from checked keys; reports names that refer to nothing. */
export function buildConfig({ root, file, sources, checked, tree, whole }: Parts, reporter: Reporter): Config {
  const values = new Values(checked);
  const database = entryOf(tree, 'database');
  const connections = buildConnections(
    values,
    root,
    entryOf(database?.value, 'connections')?.keySpan ?? database?.keySpan ?? firstOf(whole),
    reporter,
  );
  const named = [...values.names('database.connections').keys()];
  const check = new Names(named, values, tree, reporter);
  const folder = (name: string): string => resolve(root, values.text(`paths.${name}`));
  const generator = buildGenerator(values, check);
  return freezeDeep<Config>({
    root,
    file,
    sources,
    project: values.optionalText('general.project'),
    paths: {
      schemaDir: folder('schemaDir'),
      sqlDir: folder('sqlDir'),
      phpDir: folder('phpDir'),
      phpConfDir: folder('phpConfDir'),
      tsDir: folder('tsDir'),
      tsConfDir: resolve(root, values.optionalText('paths.tsConfDir') ?? values.text('paths.tsDir')),
      migrationDir: folder('migrationDir'),
    },
    excludeTables: values.list('exclude_tables') ?? [],
    connections: connections satisfies ReadonlyMap<string, Connection>,
    generator,
    runtime: buildRuntime(values, check, reporter),
    reverse: { connection: check.one('reverse.connection', named) ?? generator.defaultConnection },
    migrations: {
      tableName: values.text('migrations.tableName'),
      addVendorInfo: values.boolean('migrations.addVendorInfo'),
      online: values.boolean('migrations.online'),
      lockTimeout: values.number('migrations.lockTimeout'),
      lockTries: values.number('migrations.lockTries'),
      connections: check.lists('migrations.connections'),
      rules: ruleLevels(values),
    },
    adapters: {
      mysql: {
        tableEngine: values.text('database.adapters.mysql.tableType'),
        uuidColumnType: values.text('database.adapters.mysql.uuidColumnType') === 'native' ? 'native' : 'binary',
      },
      oracle: { autoincrementSequencePattern: values.text('database.adapters.oracle.autoincrementSequencePattern') },
    },
    spans: new Map([...checked.values].map(([path, { span }]) => [path, span])),
  });
}

const ruleLevels = (values: Values): Config['migrations']['rules'] =>
  Object.fromEntries(
    MIGRATION_RULES.map(({ name }) => [name, values.text(`migrations.rules.${name}`)]),
  ) as Config['migrations']['rules'];

const firstOf = ({ source, start }: Span): Span => ({ source, start, end: start });

/** Checks the places where a configuration names its own connections. */
class Names {
  constructor(
    private readonly defined: readonly string[],
    private readonly values: Values,
    private readonly tree: ConfigNode,
    private readonly reporter: Reporter,
  ) {}

  /** The connections a list names; all of them without the list. */
  list(path: string): readonly string[] {
    const names = this.values.list(path);
    if (names === undefined || names.length === 0) return this.defined;
    for (const [i, name] of names.entries()) {
      this.#check(name, path, this.#itemSpan(path, i), this.defined, 'is not defined');
    }
    return [...new Set(names)];
  }

  /** The lists of a group whose keys are connections. */
  lists(path: string): ReadonlyMap<string, readonly string[]> {
    return new Map(
      [...this.values.names(path)].map(([name, span]) => {
        this.#check(name, path, span, this.defined, 'is not defined');
        return [name, this.values.list(`${path}.${name}`) ?? []] as const;
      }),
    );
  }

  /** The connection a key names, which must be one of `among`. */
  one(path: string, among: readonly string[], group?: string): string | undefined {
    const name = this.values.optionalText(path);
    if (name === undefined) return undefined;
    const wrong = this.defined.includes(name) ? `is not among ${group ?? 'the connections'}` : 'is not defined';
    this.#check(name, path, this.values.span(path), among, wrong);
    return name;
  }

  #check(name: string, path: string, span: Span | undefined, among: readonly string[], wrong: string): void {
    if (among.includes(name) || this.defined.length === 0) return;
    this.reporter.error({
      code: 'config/undefined-connection',
      message: `the connection ${quotedValue(name)} in ${path} ${wrong}`,
      span,
      help: [
        this.reporter.suggestions.of(name, among),
        wrong === 'is not defined' ? 'connections are defined under database.connections' : undefined,
      ]
        .filter((line) => line !== undefined)
        .join('\n'),
    });
  }

  #itemSpan(path: string, index: number): Span | undefined {
    let node: ConfigNode | undefined = this.tree;
    for (const key of path.split('.')) node = entryOf(node, key)?.value;
    if (node?.kind === 'list') return node.items[index]?.span;
    return node?.kind === 'map' ? node.entries[index]?.value.span : node?.span;
  }
}

const IMPORT_EXTENSIONS: Readonly<Record<string, '.js' | '.ts' | ''>> = { js: '.js', ts: '.ts', none: '' };

/** An empty list would build nothing, which nobody means. */
function chosenTargets(values: Values): readonly TargetName[] {
  const named = new Set(values.list('generator.targets') ?? []);
  const chosen = TARGET_NAMES.filter((name) => named.has(name));
  return chosen.length === 0 ? ['php'] : chosen;
}

function buildGenerator(values: Values, check: Names): GeneratorConfig {
  const connections = check.list('generator.connections');
  const object = 'generator.objectModel';
  return {
    targets: chosenTargets(values),
    typescript: {
      importExtension: IMPORT_EXTENSIONS[values.text('generator.typescript.importExtension')] ?? '.js',
      bigint: values.text('generator.typescript.bigint') as GeneratorConfig['typescript']['bigint'],
      dateTime: values.text('generator.typescript.dateTime') as GeneratorConfig['typescript']['dateTime'],
    },
    connections,
    defaultConnection:
      check.one('generator.defaultConnection', connections, 'generator.connections') ?? connections[0] ?? '',
    tablePrefix: values.text('generator.tablePrefix'),
    recursive: values.boolean('generator.recursive'),
    maxSchemaSize: values.number('generator.maxSchemaSize'),
    sqlInsert: { rows: values.text('generator.sqlInsert.rows') === 'refuse' ? 'refuse' : 'erase' },
    objectModel: {
      defaultKeyType: values.text(`${object}.defaultKeyType`) as GeneratorConfig['objectModel']['defaultKeyType'],
      namespaceMap: values.text(`${object}.namespaceMap`),
      classPrefix: values.text(`${object}.classPrefix`),
      requiredGetters: values.text(`${object}.requiredGetters`) === 'strict' ? 'strict' : 'nullable',
    },
  };
}

function buildRuntime(values: Values, check: Names, reporter: Reporter): RuntimeConfig {
  const connections = check.list('runtime.connections');
  return {
    connections,
    defaultConnection:
      check.one('runtime.defaultConnection', connections, 'runtime.connections') ?? connections[0] ?? '',
    lists: { lockTimeout: values.number('runtime.lists.lockTimeout') },
    timeZone: buildTimeZone(values, reporter),
    loggers: buildLoggers(values, reporter),
    configMode: buildMode(values, reporter),
  };
}

function buildLoggers(values: Values, reporter: Reporter): ReadonlyMap<string, LoggerConfig> {
  const loggers = new Map<string, LoggerConfig>();
  for (const [name, span] of values.names('runtime.log')) {
    const path = `runtime.log.${name}`;
    const type = values.text(`${path}.type`) as LoggerConfig['type'];
    const file = values.template(`${path}.path`);
    if (file === undefined && (type === 'stream' || type === 'rotating_file')) {
      reporter.error({
        code: 'config/missing-required',
        message: `${printable(path)} has no path`,
        span,
        help: `a logger of the type ${type} writes a file: add path, for example log/orm.log`,
      });
    }
    loggers.set(name, {
      type,
      path: file,
      level: values.number(`${path}.level`),
      facility: values.optionalText(`${path}.facility`),
      ident: values.template(`${path}.ident`),
      span,
    });
  }
  return loggers;
}

/** A name that both languages know: offsets such as +02:00 are not known to every Node. */
function buildTimeZone(values: Values, reporter: Reporter): string | undefined {
  const text = values.optionalText('runtime.timeZone');
  if (text === undefined || isTimeZone(text)) return text;
  reporter.error({
    code: 'config/wrong-value',
    message: `runtime.timeZone cannot be ${quotedValue(text)}`,
    span: values.span('runtime.timeZone'),
    help: 'write the name of a time zone, for example UTC or Europe/Berlin',
  });
  return undefined;
}

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z][\w+/-]*$/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Object;
  } catch {
    return false;
  }
}

/** Permissions as people give them to chmod: three octal digits, a zero before them or not. */
function buildMode(values: Values, reporter: Reporter): number | undefined {
  const text = values.optionalText('runtime.configMode');
  if (text === undefined) return undefined;
  if (/^0?[4-7][0-7]{2}$/.test(text)) return Number.parseInt(text, 8);
  reporter.error({
    code: 'config/wrong-value',
    message: `runtime.configMode cannot be ${quotedValue(text)}`,
    span: values.span('runtime.configMode'),
    help: 'write the permissions as chmod takes them, for example "0640"; the owner must be able to read the file',
  });
  return undefined;
}

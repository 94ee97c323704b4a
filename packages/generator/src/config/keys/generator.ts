import type { KeyDefinition } from '../keys.js';

const object = 'generator.objectModel';
const dateTime = 'generator.dateTime';

/** A key of Propel that has no place here, and what to do instead. */
const gone = (path: string, type: KeyDefinition['type'], doc: string, replacedBy: string): KeyDefinition => ({
  path,
  type,
  doc,
  replacedBy,
});

/** What classes can be written in. */
export const TARGET_NAMES = ['php', 'typescript'] as const;

export type TargetName = (typeof TARGET_NAMES)[number];

/** Largest schema file that is read unless the configuration says another, in bytes. */
export const DEFAULT_SCHEMA_SIZE = 32 * 1024 * 1024;

/** `generator`, `reverse` and `migrations`: what is built, and how. */
export const GENERATOR_KEYS: readonly KeyDefinition[] = [
  {
    path: 'generator.defaultConnection',
    type: 'string',
    defaultText: 'the first of generator.connections',
    doc: 'Connection a command works on when it needs one and none is named.',
  },
  {
    path: 'generator.connections',
    type: 'names',
    defaultText: 'all',
    doc: 'Connections that are built; schemas of other connections are left out.',
  },
  {
    path: 'generator.targets',
    type: 'strings',
    values: TARGET_NAMES,
    defaultText: 'php',
    doc: 'Languages of the classes. What TypeScript cannot have yet is refused, by name.',
  },
  {
    path: 'generator.typescript.importExtension',
    type: 'string',
    values: ['js', 'ts', 'none'],
    default: 'js',
    doc: 'How generated TypeScript files name each other: js for tsc and bundlers, ts for Node without a build step, none for bundlers only.',
  },
  {
    path: 'generator.typescript.bigint',
    type: 'string',
    values: ['number', 'bigint', 'string'],
    default: 'number',
    doc: 'What BIGINT columns are in TypeScript. As a number, reading one beyond 2^53 is an error, and nothing is ever rounded. tsType of a column wins.',
  },
  {
    path: 'generator.typescript.dateTime',
    type: 'string',
    values: ['date', 'string'],
    default: 'date',
    doc: 'What DATETIME and TIMESTAMP columns are in TypeScript: a Date, or the text as it is stored, with microseconds. tsType of a column wins.',
  },
  {
    path: 'generator.tablePrefix',
    type: 'string',
    default: '',
    doc: 'Put before the name of every table in the database.',
  },
  {
    path: 'generator.recursive',
    type: 'boolean',
    default: false,
    doc: 'Looks for schema files in the folders below paths.schemaDir too.',
  },
  {
    path: 'generator.maxSchemaSize',
    type: 'size',
    default: DEFAULT_SCHEMA_SIZE,
    defaultText: '32M',
    doc: 'Largest schema file that is read: a number of bytes, or a number with K, M or G.',
  },
  {
    path: 'generator.sqlInsert.rows',
    type: 'string',
    default: 'erase',
    values: ['erase', 'refuse'],
    doc: 'What sql:insert does when it would drop tables that hold rows and there is no terminal to ask on: erase says what goes and drops it, refuse ends with exit code 1 unless --yes is given, also for statements of your own files that could destroy something.',
  },
  gone(
    `${dateTime}.dateTimeClass`,
    'class',
    'PHP class of temporal values.',
    'Remove it: getters of dates and times return a DateTimeImmutable.',
  ),
  ...['defaultTimeStampFormat', 'defaultTimeFormat', 'defaultDateFormat'].map((name) =>
    gone(
      `${dateTime}.${name}`,
      'string',
      'Format that getters of Propel use.',
      'Remove it: getters return a DateTimeImmutable, whose format() you call where you show it.',
    ),
  ),
  {
    path: `${object}.defaultKeyType`,
    type: 'string',
    default: 'phpName',
    values: ['phpName', 'camelName', 'colName', 'fieldName', 'num'],
    doc: 'Names of the keys in toArray() and fromArray().',
  },
  {
    path: `${object}.namespaceMap`,
    type: 'namespace',
    default: 'Map',
    doc: 'Last part of the namespace of table maps.',
  },
  {
    path: `${object}.classPrefix`,
    type: 'prefix',
    default: '',
    doc: 'Put before the name of every generated class.',
  },
  {
    path: `${object}.requiredGetters`,
    type: 'string',
    default: 'nullable',
    values: ['strict', 'nullable'],
    doc: 'Getters of required columns: strict ones never return null and throw while the column is not set.',
  },
  ...['addGenericAccessors', 'addGenericMutators'].map((name) =>
    gone(
      `${object}.${name}`,
      'boolean',
      'Access to columns by name.',
      'Remove it: getByName(), setByName(), toArray() and fromArray() are part of the runtime and cost nothing.',
    ),
  ),
  gone(
    `${object}.entityNotFoundExceptionClass`,
    'class',
    'PHP class that require methods throw.',
    'Remove it: they throw Orm\\Runtime\\Exception\\EntityNotFoundException.',
  ),
  {
    path: 'reverse.connection',
    type: 'string',
    defaultText: 'generator.defaultConnection',
    doc: 'Connection whose database is read.',
    since: 'database:reverse',
  },
  {
    path: 'migrations.tableName',
    type: 'string',
    default: 'orm_migration',
    doc: 'Table that records which migrations ran.',
    since: 'migration:diff',
  },
  {
    path: 'migrations.addVendorInfo',
    type: 'boolean',
    default: false,
    doc: 'Of Propel. Has no effect: vendor parameters such as the storage engine are always compared.',
    since: 'migration:diff',
  },
  {
    path: 'migrations.online',
    type: 'boolean',
    default: true,
    doc: 'New migrations let the application read and write meanwhile, where the database has statements for that. With false they are shorter and block it.',
    since: 'migration:diff',
  },
  {
    path: 'migrations.lockTimeout',
    type: 'number',
    default: 5,
    minimum: 1,
    doc: 'Seconds that a statement of a migration waits for a lock, and at most others behind it.',
    since: 'migration:diff',
  },
  {
    path: 'migrations.lockTries',
    type: 'number',
    default: 10,
    minimum: 1,
    doc: 'How often a statement that waited in vain for a lock is tried.',
    since: 'migration:diff',
  },
  {
    path: 'migrations.connections.*',
    type: 'strings',
    defaultText: 'the connection itself',
    doc: 'Databases that the migrations of this connection run on: names of connections, or names that take the place of @DB@ in its DSN. A text may have several names, with commas or spaces between; @ and a path name a file with them.',
  },
  gone(
    'migrations.samePhpName',
    'boolean',
    'Comparison of PHP names.',
    'Remove it: migrations compare the names in the database, PHP names do not matter.',
  ),
  gone(
    'migrations.parserClass',
    'class',
    'PHP class that reads a database.',
    'Remove it: the adapter of the connection decides how its database is read.',
  ),
  gone(
    'reverse.parserClass',
    'class',
    'PHP class that reads a database.',
    'Remove it: the adapter of the connection decides how its database is read.',
  ),
  gone(
    'generator.targetPackage',
    'string',
    'Package of generated classes.',
    'Set the attribute package or namespace of <database> in the schema instead.',
  ),
  gone(
    'generator.platformClass',
    'class',
    'PHP class of the vendor.',
    'Remove it: database.connections.<name>.adapter decides the SQL.',
  ),
  gone(
    'generator.packageObjectModel',
    'boolean',
    'Joining of schemas.',
    'Remove it: schemas with the same database name are always built together.',
  ),
  gone(
    'generator.namespaceAutoPackage',
    'boolean',
    'Folders from namespaces.',
    'Remove it: the folders of classes always follow their namespaces.',
  ),
  gone(
    'generator.schema.basename',
    'string',
    'Name of the schema file.',
    'Remove it: every file whose name ends with schema.xml is read.',
  ),
  gone(
    'generator.schema.autoPrefix',
    'boolean',
    'Table prefix from the package.',
    'Set generator.tablePrefix, or the attribute tablePrefix of <database>.',
  ),
  gone(
    'generator.schema.autoPackage',
    'boolean',
    'Package from the schema.',
    'Set the attribute package of <database> or <table> instead.',
  ),
  gone(
    'generator.schema.autoNamespace',
    'boolean',
    'Namespace from the package.',
    'Set the attribute namespace of <database> or <table> instead.',
  ),
  gone(
    'generator.schema.transform',
    'boolean',
    'XSL transformation of schemas.',
    'Transform the schema before the build; the generator reads it as it is.',
  ),
  gone(
    `${dateTime}.useDateTimeClass`,
    'boolean',
    'Objects for temporal values.',
    'Remove it: getters of dates and times return a DateTimeImmutable.',
  ),
  gone(
    `${object}.emulateForeignKeyConstraints`,
    'boolean',
    'Cascades in PHP.',
    'Remove it: the database enforces foreign keys and runs their actions.',
  ),
  gone(
    `${object}.addClassLevelComment`,
    'boolean',
    'Comment of classes.',
    'Remove it: generated classes always have a comment.',
  ),
  gone(
    `${object}.addSaveMethod`,
    'boolean',
    'Method save() of model classes.',
    'Set readOnly="true" on the <table> elements that must not be written.',
  ),
  gone(
    `${object}.addTimeStamp`,
    'boolean',
    'Build time in classes.',
    'Remove it: files are the same for the same schema, so that they can be compared.',
  ),
  gone(
    `${object}.addHooks`,
    'boolean',
    'Hooks such as preSave().',
    'Remove it: hooks are always there, and cost nothing where they are not used.',
  ),
  gone(
    `${object}.useLeftJoinsInDoJoinMethods`,
    'boolean',
    'Joins of peer classes.',
    'Remove it: name the kind of the join where a query joins.',
  ),
  gone(
    `${object}.pluralizerClass`,
    'class',
    'PHP class that makes plurals.',
    'Set phpName or refPhpName in the schema where a plural is not the one you want.',
  ),
  gone(
    `${object}.builders.*`,
    'class',
    'PHP class that generates classes.',
    'Remove it: classes are generated by templates of the generator. What they lack goes into the stub classes.',
  ),
];

import { COLUMN_TYPES } from '../model/column-type.js';
import { type AttributeSpec, boolean, choice, type ElementSpec, integer, text } from './attribute-spec.js';
import { NAMING_METHODS } from './code-names.js';
import { COLUMN_HINTS, COLUMN_MEANINGS, ID_METHOD_HINTS, TYPE_HINTS } from './foreign-words.js';
import { KEY_VOCABULARY } from './key-vocabulary.js';

const VISIBILITIES = ['public', 'protected', 'private'] as const;
const STRING_FORMATS = ['XML', 'YAML', 'JSON', 'CSV'] as const;
const ENUM_STORAGES = ['label', 'index'] as const;
const COLUMN_ENUM_STORAGES = [...ENUM_STORAGES, 'native'] as const;
const TYPE_NAMES = Object.keys(COLUMN_TYPES);

export const ACTIONS = [
  'none',
  'cascade',
  'setnull',
  'set null',
  'restrict',
  'noaction',
  'no action',
  'setdefault',
  'set default',
];

const namingMethod = (doc: string): AttributeSpec => choice(doc, NAMING_METHODS);
const enumStorage = (of: string): AttributeSpec =>
  choice(
    `How ENUM columns ${of} are stored: as their label with a check, or as Propel's integer position.`,
    ENUM_STORAGES,
  );

const legacyTree = 'it belongs to the tree support of Propel 1. Remove it';

/**
 * The words of a schema: which elements exist, where they may stand, which attributes they take and what those mean.
 * The checker, the XSD and the reference in the documentation are all made from this table.
 */
export const VOCABULARY = {
  database: {
    doc: 'A data model. Its name is the name of the connection whose database holds the tables.',
    attributes: {
      name: text('Connection name: links the schema to the configuration and names the SQL file.', { required: true }),
      defaultIdMethod: choice(
        'How autoIncrement columns get their values unless a table says otherwise.',
        ['native', 'none'],
        { default: 'native', hints: ID_METHOD_HINTS },
      ),
      namespace: text('PHP namespace of all tables.'),
      package: text('No effect: the folder of a class follows its namespace.'),
      schema: text('SQL schema of all tables, where the vendor has schemas.'),
      baseClass: text('PHP class that the base model classes extend.'),
      baseQueryClass: text('PHP class that the base query classes extend.'),
      defaultPhpNamingMethod: choice('How PHP names are made from database names.', NAMING_METHODS, {
        default: 'underscore',
      }),
      heavyIndexing: boolean('Adds an index for each trailing part of a composite primary key.'),
      identifierQuoting: boolean('Accepted for Propel schemas: identifiers are always quoted.', 'true'),
      tablePrefix: text('Put before the SQL name of every table; PHP names stay as they are.'),
      defaultStringFormat: choice('No effect: a model as a string is its primaryString, or its JSON.', STRING_FORMATS),
      defaultAccessorVisibility: choice('Visibility of getters.', VISIBILITIES, { default: 'public' }),
      defaultMutatorVisibility: choice('Visibility of setters.', VISIBILITIES, { default: 'public' }),
      enumStorage: enumStorage('of all tables'),
    },
    children: ['external-schema', 'domain', 'enum-type', 'domain-type', 'table', 'vendor', 'behavior'],
  },
  'external-schema': {
    doc: 'Takes in the tables of another schema file.',
    attributes: {
      filename: text('Path of the file, from this file or from the working directory.', { required: true }),
      referenceOnly: boolean('Only lets tables refer to those of the file: no SQL is written for them.'),
    },
    children: [],
  },
  domain: {
    doc: 'A column type with a name, to be used by several columns.',
    attributes: {
      name: text('The name that the domain attribute of a column gives.', { required: true }),
      type: choice('Column type.', TYPE_NAMES, { required: true, ignoreCase: true, hints: TYPE_HINTS }),
      size: integer('Length, number of digits, or fractional digits of a time.', 0),
      scale: integer('Digits after the point.', 0),
      valueSet: text('Labels of an ENUM or SET, with commas between.'),
      default: text('The same as defaultValue.'),
      defaultValue: text('Default value of the columns.'),
      defaultExpr: text('Default of the columns as an SQL expression.'),
      sqlType: text('SQL type of the vendor, used as it stands.'),
      description: text('What it is for.'),
    },
    children: ['vendor'],
  },
  'enum-type': {
    doc: 'A type with labels that the database itself has: CREATE TYPE … AS ENUM on PostgreSQL. Elsewhere its columns hold labels.',
    attributes: {
      name: text('SQL name of the type; nativeType of a column refers to it.', { required: true }),
      schema: text('SQL schema of the type. By default that of the database.'),
      valueSet: text('Labels in their order, with commas between.', { required: true }),
      description: text('What it is for: becomes a comment in the database.'),
    },
    children: [],
  },
  'domain-type': {
    doc: 'A type with conditions that the database itself has: CREATE DOMAIN on PostgreSQL. Not to be confused with domain.',
    attributes: {
      name: text('SQL name of the type; nativeType of a column refers to it.', { required: true }),
      schema: text('SQL schema of the type. By default that of the database.'),
      type: choice(
        'Column type that it is made of. Without it, sqlType is given and the values are texts.',
        TYPE_NAMES,
        {
          ignoreCase: true,
          hints: TYPE_HINTS,
        },
      ),
      elementType: choice('Type of the elements, where type is ARRAY.', TYPE_NAMES, { ignoreCase: true }),
      size: integer('Length, number of digits, or fractional digits of a time.', 0),
      scale: integer('Digits after the point.', 0),
      sqlType: text('SQL type of the vendor, used as it stands; may name another enum-type or domain-type.'),
      required: boolean('No value is NULL.'),
      defaultExpr: text('Default of its columns as an SQL expression.'),
      description: text('What it is for: becomes a comment in the database.'),
    },
    children: ['check'],
  },
  table: {
    doc: 'A table and the classes generated for it.',
    attributes: {
      name: text('SQL name of the table.', { required: true }),
      renamedFrom: text('The name it had before: migration:diff then renames it, and it keeps its rows.'),
      phpName: text('Name of the PHP class. By default the CamelCase form of the table name.'),
      namespace: text('PHP namespace; below that of the database unless it starts with a backslash.'),
      package: text('No effect: the folder of a class follows its namespace.'),
      schema: text('SQL schema, where the vendor has schemas.'),
      idMethod: choice('How the autoIncrement column gets its values.', ['native', 'none'], { hints: ID_METHOD_HINTS }),
      allowPkInsert: boolean('Lets a value be inserted into the autoIncrement column.'),
      skipSql: boolean('Writes no SQL for the table: a view, or a table somebody else owns.'),
      readOnly: boolean('The classes only read.'),
      viewSql: text(
        'The SELECT of a view: the SQL file creates it after the tables. Implies skipSql and readOnly. May be given by vendor.',
      ),
      partitionBy: text(
        'What stands behind PARTITION BY, in the words of the vendor; on MySQL with the partitions. May be given by vendor.',
      ),
      abstract: boolean('The model class is abstract.'),
      baseClass: text('PHP class that the base model class extends.'),
      baseQueryClass: text('PHP class that the base query class extends.'),
      alias: text('No effect: a query gives a table another name.'),
      interface: text('PHP interface that the model class implements; a bare name is one of your own, written once.'),
      phpNamingMethod: namingMethod('How PHP names are made from the names of the table and its columns.'),
      heavyIndexing: boolean('Adds an index for each trailing part of a composite primary key.'),
      identifierQuoting: boolean('Accepted for Propel schemas: identifiers are always quoted.', 'true'),
      description: text('What the table holds: becomes a comment in the database and in the classes.'),
      reloadOnInsert: boolean('Reads the row again after an insert.'),
      reloadOnUpdate: boolean('Reads the row again after an update.'),
      isCrossRef: boolean('The table joins others many-to-many: both ends get methods for it.'),
      defaultStringFormat: choice('No effect: a model as a string is its primaryString, or its JSON.', STRING_FORMATS),
      defaultAccessorVisibility: choice('Visibility of getters.', VISIBILITIES),
      defaultMutatorVisibility: choice('Visibility of setters.', VISIBILITIES),
      columnPrefix: text('Beginning of column names that their PHP names leave out.'),
      enumStorage: enumStorage('of the table'),
    },
    children: [
      'column',
      'primary-key',
      'foreign-key',
      'index',
      'unique',
      'check',
      'vendor',
      'id-method-parameter',
      'behavior',
    ],
    gone: { treeMode: legacyTree, reloadOnUpsert: 'it has no meaning here. Remove it' },
  },
  column: {
    doc: 'A column of a table.',
    attributes: {
      name: text('SQL name of the column.', { required: true }),
      type: choice(
        'Column type, the same on every vendor. Required unless domain or nativeType is given.',
        TYPE_NAMES,
        {
          ignoreCase: true,
          hints: TYPE_HINTS,
        },
      ),
      elementType: choice(
        'Makes an ARRAY an array of the database (PostgreSQL), of elements of this type.',
        TYPE_NAMES,
        {
          ignoreCase: true,
        },
      ),
      domain: text('Name of a domain that gives the type.'),
      nativeType: text('Name of an enum-type or domain-type, with its schema or without.'),
      size: integer('Length, number of digits, or fractional digits of a time.', 0),
      scale: integer('Digits after the point of NUMERIC and DECIMAL.', 0),
      valueSet: text('Labels of an ENUM or SET, with commas between.'),
      enumStorage: choice(
        "How an ENUM is stored: as its label with a check, as Propel's integer position, or by the enum-type of nativeType.",
        COLUMN_ENUM_STORAGES,
      ),
      required: boolean('The column cannot be NULL.'),
      primaryKey: boolean('The column belongs to the primary key.'),
      autoIncrement: boolean('The database numbers the rows by this column.'),
      defaultValue: text('Default value.'),
      default: text('The same as defaultValue.'),
      defaultExpr: text('Default as an SQL expression of the vendor.'),
      generatedExpr: text(
        'The database works the value out by this SQL expression of the vendor; classes only read it.',
      ),
      generated: choice(
        'Whether a generated value is kept with the row or worked out when it is read.',
        ['stored', 'virtual'],
        {
          default: 'stored',
        },
      ),
      renamedFrom: text('The name it had before: migration:diff then renames it, and it keeps its values.'),
      phpName: text('Name in PHP. By default the CamelCase form of the column name.'),
      phpSingularName: text('Singular of the PHP name, for the methods of ARRAY and SET columns.'),
      phpNamingMethod: namingMethod('How the PHP name is made from the column name.'),
      prefix: text('Beginning of the name that the PHP name leaves out.'),
      phpType: text('PHP type: the class of an OBJECT, or "string" for an ENUM, SET, BLOB or whole number.'),
      tsType: text(
        'TypeScript type: of a JSON document, or bigint or string for a whole number, or string for a day and time.',
      ),
      sqlType: text('SQL type of the vendor, used as it stands; size and scale are then ignored.'),
      primaryString: boolean('The column stands for the row when it is shown as a string.'),
      lazyLoad: boolean('The value is read only when it is asked for.'),
      inheritance: choice('"single": the column says which class a row is.', ['single', 'false']),
      tableMapName: text('Name of the column constant in the table map.'),
      typeHint: text('No effect: setters have the type of their column.'),
      accessorVisibility: choice('Visibility of the getter.', VISIBILITIES),
      mutatorVisibility: choice('Visibility of the setter.', VISIBILITIES),
      description: text('What the column holds: becomes a comment in the database and in the classes.'),
    },
    children: ['inheritance', 'vendor'],
    gone: {
      nodeKey: legacyTree,
      nodeKeySep: legacyTree,
      nestedSetLeftKey: legacyTree,
      nestedSetRightKey: legacyTree,
      treeScopeKey: legacyTree,
      content: 'it only helped Propel to migrate UUID columns. Use type="UUID" or type="UUID_BINARY"',
      ...COLUMN_HINTS,
    },
    meant: COLUMN_MEANINGS,
  },
  inheritance: {
    doc: 'One class of a table whose rows are of several classes.',
    attributes: {
      key: text('Value of the column in the rows of the class.', { required: true }),
      class: text('Name of the PHP class.', { required: true }),
      package: text('No effect: the folder of a class follows its namespace.'),
      extends: text('Class it extends; by default the class of the table.'),
    },
    children: [],
  },
  'foreign-key': {
    doc: 'A relation to another table and, unless skipSql is set, a constraint in the database.',
    attributes: {
      foreignTable: text('Name of the referenced table.', { required: true }),
      foreignSchema: text(
        'SQL schema of the referenced table; by default that of this table. Empty for a table without one.',
      ),
      name: text('Name of the constraint.'),
      phpName: text('Name of the relation. By default the PHP name of the referenced table.'),
      refPhpName: text('Name of the relation as seen from the referenced table.'),
      defaultJoin: choice('Join that queries use by default.', ['LEFT JOIN', 'INNER JOIN', 'RIGHT JOIN'], {
        ignoreCase: true,
      }),
      onDelete: choice('What happens to the row when the referenced one is deleted.', ACTIONS, { ignoreCase: true }),
      onUpdate: choice('What happens to the row when the referenced key changes.', ACTIONS, { ignoreCase: true }),
      skipSql: boolean('A relation for the classes only, without a constraint.'),
      interface: text('No effect: a relation has the class of the referenced table.'),
    },
    children: ['reference', 'vendor'],
  },
  reference: {
    doc: 'Which column refers to which.',
    attributes: {
      local: text('Column of this table.', { required: true }),
      foreign: text('Column of the referenced table.'),
      value: text('Constant that the local column must have (a polymorphic relation), instead of foreign.'),
    },
    children: [],
  },
  ...KEY_VOCABULARY,
  'id-method-parameter': {
    doc: 'The sequence that numbers the rows, on PostgreSQL and Oracle.',
    attributes: {
      value: text('Name of the sequence.', { required: true }),
      name: text('Accepted for old schemas; not used.'),
    },
    children: [],
  },
  vendor: {
    doc: 'Settings that only one vendor knows.',
    attributes: {
      type: choice('The vendor.', ['mysql', 'pgsql', 'sqlite', 'mssql', 'oracle'], { required: true }),
    },
    children: ['parameter'],
  },
  behavior: {
    doc: 'Something the table can do beyond holding rows. On a database: on each of its tables.',
    attributes: {
      name: text('Name of the behavior.', { required: true }),
      id: text('Tells two behaviors of one name on one table apart.'),
    },
    children: ['parameter', 'parameter-list'],
  },
  parameter: {
    doc: 'A setting.',
    attributes: {
      name: text('Name of the setting.', { required: true }),
      value: text('Its value.', { required: true }),
    },
    children: [],
  },
  'parameter-list': {
    doc: 'A setting that holds several groups of settings.',
    attributes: { name: text('Name of the setting.', { required: true }) },
    children: ['parameter-list-item'],
  },
  'parameter-list-item': {
    doc: 'One group of settings.',
    attributes: {},
    children: ['parameter'],
  },
} as const satisfies Record<string, ElementSpec>;

export type ElementName = keyof typeof VOCABULARY;

export function elementSpec(name: string): ElementSpec | undefined {
  return Object.hasOwn(VOCABULARY, name) ? VOCABULARY[name as ElementName] : undefined;
}

/** Elements that older schemas have and we do not, with what to do about them. */
export const GONE_ELEMENTS: Readonly<Record<string, string>> = {
  validator: 'validators left Propel with version 2. Validate in the model class instead',
  rule: 'validators left Propel with version 2. Validate in the model class instead',
};

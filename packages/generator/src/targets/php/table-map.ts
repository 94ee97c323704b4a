import { phpString } from '../../languages/php/literal.js';
import type { Column } from '../../model/model.js';
import { type RelationPlan, relationsOf } from '../../plan/relations.js';
import type { StorageForm } from '../../plan/storage.js';
import type { PlannedColumn } from '../../plan/table.js';
import { propertyName, type TableContext } from './context.js';
import { deferredColumns } from './deferred.js';
import { docText, PhpFile } from './file.js';
import { inheritedClass } from './inheritance.js';
import { limitItems } from './limits.js';
import { listConstant } from './lists.js';
import { linkConstants } from './relations/links.js';
import { RELEASE_LINE } from './release-line.js';
import type { PhpValue } from './values/value.js';

const PDO_TYPES = { STR: 'PARAM_STR', INT: 'PARAM_INT', BOOL: 'PARAM_BOOL', LOB: 'PARAM_LOB' } as const;

/** `Map\<PhpName>TableMap`: what the runtime has to know of a table, as constants. */
export function printTableMap(
  context: TableContext,
  phpValueOf: (column: PlannedColumn, file?: PhpFile) => PhpValue,
): string {
  const { table, statements, classes } = context;
  const at = classes.map.lastIndexOf('\\');
  const file = new PhpFile(classes.map.slice(0, at), classes.map.slice(at + 1));
  const parent = file.use('Orm\\Runtime\\Map\\TableMap', 'Runtime');
  const pdo = file.use('PDO');
  const { columns, generated } = statements;
  const key = columns.filter(({ column }) => column.primaryKey).map(({ position }) => position);
  const lazy = columns.filter(({ column }) => column.lazyLoad).map(({ position }) => position);
  const result = generated?.key.kind === 'result' ? generated.key : undefined;
  const body: string[] = [];
  const constant = (name: string, value: string): void => {
    body.push(`    public const ${name} = ${value};`);
  };
  constant('RELEASE_LINE', phpString(RELEASE_LINE));
  constant('DATABASE_NAME', phpString(context.database));
  constant('ADAPTER', phpString(statements.adapter));
  constant('TABLE_NAME', phpString(table.name));
  constant('TABLE_PHP_NAME', phpString(table.className));
  if (table.readOnly) constant('READ_ONLY', 'true');
  constant('OM_CLASS', `${file.use(classes.model)}::class`);
  constant('QUERY_CLASS', `${file.use(classes.query)}::class`);
  if (context.naming.keyType !== 'phpName') constant('DEFAULT_KEY_TYPE', phpString(context.naming.keyType));
  constant('NUM_COLUMNS', String(columns.length));
  constant('NUM_LAZY_LOAD_COLUMNS', String(lazy.length));
  constant('NUM_HYDRATE_COLUMNS', String(columns.length - lazy.length));
  body.push('');
  const taken = new Set<string>();
  for (const { column } of columns) {
    constant(freeName(columnConstant(column), taken), phpString(`${table.name}.${column.name}`));
  }
  const labels = columns.flatMap((planned) => labelConstants(planned, taken));
  if (labels.length > 0)
    body.push('', ...labels.map(([name, label]) => `    public const ${name} = ${phpString(label)};`));
  if (table.inheritance) {
    body.push('');
    for (const { key: classKey, className } of table.inheritance.classes) {
      const free = freeName(`CLASSKEY_${constantName(classKey)}`, taken);
      constant(free, phpString(classKey));
      constant(free.replace('KEY', 'NAME'), `${file.use(inheritedClass(context, className))}::class`);
    }
  }
  body.push('', `    public const QUOTED = ${phpString(statements.quoted)};`);
  body.push('    public const COLUMNS = [');
  for (const planned of columns) {
    const type = `${pdo}::${PDO_TYPES[phpValueOf(planned).pdoType]}`;
    body.push(`        [${phpString(planned.column.name)}, ${phpString(planned.quoted)}, ${type}, '?'],`);
  }
  body.push('    ];');
  constant('PHP_NAMES', list(columns.map(({ column }) => phpString(column.memberName))));
  constant('PROPERTIES', list(columns.map(({ column }) => phpString(propertyName(column)))));
  constant('KEY_POSITIONS', list(key.map(String)));
  const required = columns.filter(({ column }) => column.notNull).map(({ position }) => position);
  if (required.length > 0) constant('REQUIRED', list(required.map(String)));
  if (lazy.length > 0) constant('LAZY_POSITIONS', list(lazy.map(String)));
  const hidden = columns
    .filter(({ column }) => column.php.accessorVisibility !== 'public')
    .map(({ position }) => position);
  if (hidden.length > 0) constant('HIDDEN_POSITIONS', list(hidden.map(String)));
  const made = columns.filter(({ column }) => column.generated).map(({ position }) => position);
  if (made.length > 0) constant('GENERATED_POSITIONS', list(made.map(String)));
  const locked = columns
    .filter(({ column }) => column.generated || column.php.mutatorVisibility !== 'public')
    .map(({ position }) => position);
  if (locked.length > 0) constant('LOCKED_POSITIONS', list(locked.map(String)));
  const bytes = columns.filter(({ storage }) => storage.form.kind === 'bytes').map(({ position }) => position);
  if (bytes.length > 0) constant('BYTES_POSITIONS', list(bytes.map(String)));
  const documents = columns.filter(({ storage }) => storage.form.kind === 'json').map(({ position }) => position);
  if (documents.length > 0) constant('JSON_POSITIONS', list(documents.map(String)));
  const formats = columns.flatMap(({ position, storage }) => {
    const format = textFormat(storage.form);
    return format === undefined ? [] : [`${position} => ${phpString(format)}`];
  });
  if (formats.length > 0) constant('FORMATS', list(formats));
  const valueSets = columns
    .filter(({ column }) => column.valueSet.length > 0)
    .map(({ column, position }) => `${position} => ${list(column.valueSet.map(phpString))}`);
  if (valueSets.length > 0) constant('VALUE_SETS', list(valueSets));
  const limits = limitItems(columns, phpValueOf);
  if (limits.length > 0) constant('LIMITS', list(limits));
  const deferred = deferredColumns(statements);
  if (deferred.size > 0) {
    constant('DEFERRED', list([...deferred].map(([position, bit]) => `${position} => ${bit}`)));
  }
  if (generated) constant('AUTO_INCREMENT', String(generated.column.position));
  const related = relations(context, file);
  if (related.length > 0) body.push('', ...related, ...linkConstants(context, file, phpValueOf));
  body.push('');
  constant('SELECT', phpString(statements.select));
  if (key.length > 0) constant('FIND', `self::SELECT . ${phpString(statements.findTail)}`);
  constant('INSERT', phpString(statements.insert));
  if (result && result.output !== '') constant('INSERT_OUTPUT', phpString(result.output));
  if (result && result.returning !== '') constant('INSERT_RETURNING', phpString(result.returning));
  constant('INSERT_DEFAULTS', phpString(statements.insertDefaults));
  if (key.length > 0) {
    constant('UPDATE', phpString(statements.update));
    constant('DELETE', phpString(statements.delete));
    constant('WHERE_KEY', phpString(statements.whereKey));
  }
  if (statements.lists) body.push('', ...listConstant(statements.lists));
  return file.print(
    [`/** Metadata of "${docText(table.name)}". */`, `class ${file.declares} extends ${parent}`, '{', ...body, '}'],
    { owned: true },
  );
}

/** How `toArray` shows a day or time, as PHP's date() writes it. */
function textFormat(form: StorageForm): string | undefined {
  if (form.kind === 'array') return textFormat(form.element.form);
  if (form.kind === 'date') return 'Y-m-d';
  if (form.kind !== 'time' && form.kind !== 'datetime') return undefined;
  const time = form.fraction.digits === 0 ? 'H:i:s' : 'H:i:s.u';
  return form.kind === 'time' ? time : `Y-m-d\\T${time}P`;
}

const list = (items: readonly string[]): string => `[${items.join(', ')}]`;

const constantName = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');

const columnConstant = (column: Column): string => `COL_${constantName(column.php.tableMapName)}`;

/** Names differ in the schema by characters that a constant cannot have. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`;
  taken.add(free);
  return free;
}

/** `COL_STYLE_NOVEL`: Propel's constants for the labels of ENUM and SET. */
function labelConstants({ column }: PlannedColumn, taken: Set<string>): readonly (readonly [string, string])[] {
  return column.valueSet.map((label) => [freeName(`${columnConstant(column)}_${constantName(label)}`, taken), label]);
}

function relations(context: TableContext, file: PhpFile): string[] {
  const lines = relationsOf(context.table).map((each) => relation(context, file, each));
  return lines.length === 0 ? [] : ['    public const RELATIONS = [', ...lines, '    ];'];
}

const RELATION_KINDS = {
  'many to one': 'MANY_TO_ONE',
  'one to one': 'ONE_TO_ONE',
  'one to many': 'ONE_TO_MANY',
} as const satisfies Record<RelationPlan['kind'], string>;

function relation(
  context: TableContext,
  file: PhpFile,
  { key, name, opposite, kind, other, columns, join }: RelationPlan,
): string {
  const { identifier } = context.statements;
  const quoted = (column: Column): string => phpString(identifier(column.name));
  const map = context.classesOf(other).map;
  const parts = [
    `self::${RELATION_KINDS[kind]}`,
    map === context.classes.map ? 'self::class' : `${file.use(map)}::class`,
    list(columns.map(([own, its]) => `[${quoted(own)}, ${quoted(its)}]`)),
    list(key.constants.map(({ column, value }) => `[${quoted(column)}, ${phpString(value)}]`)),
    phpString(join),
    phpString(opposite),
  ];
  return `        ${phpString(name)} => ${list(parts)},`;
}

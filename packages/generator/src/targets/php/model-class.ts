import { contributionsOf } from '../../behaviors/contributions.js';
import { phpString } from '../../languages/php/literal.js';
import type { Column } from '../../model/model.js';
import type { PlannedColumn } from '../../plan/table.js';
import { columnMethods } from './columns.js';
import { maskProperties, propertyName, type TableContext } from './context.js';
import { contributedInterfaces, contributedMethods, contributedTraits, isAccessor } from './contributed.js';
import { deferredColumns } from './deferred.js';
import { docText, PhpFile } from './file.js';
import { hydration } from './hydration.js';
import { inheritanceConstructor } from './inheritance.js';
import { keyMethods } from './keys.js';
import { placeMethods } from './lists.js';
import { type ModelColumn, type ModelPrinter, nullableType, valueOrNull } from './model-printer.js';
import { relationParts } from './relations.js';
import { arrayShape } from './shapes.js';
import { tableInterface } from './stubs.js';
import type { PhpValue } from './values/value.js';
import { writing } from './writing.js';

/** `Base\<PhpName>`: typed columns and relations over the runtime's ActiveRecord. */
export function printModelClass(
  context: TableContext,
  phpValueOf: (column: PlannedColumn, file: PhpFile) => PhpValue,
): string {
  const { table, classes, statements } = context;
  const at = classes.baseModel.lastIndexOf('\\');
  const file = new PhpFile(classes.baseModel.slice(0, at), classes.baseModel.slice(at + 1));
  const deferred = deferredColumns(statements);
  const printer: ModelPrinter = {
    ...context,
    file,
    model: file.use(classes.model, 'Child'),
    map: file.use(classes.map),
    connection: file.use('Orm\\Runtime\\Connection\\ConnectionWrapper'),
    valueOf: phpValueOf,
    columns: statements.columns.map((planned) => ({
      ...planned,
      property: propertyName(planned.column),
      value: phpValueOf(planned, file),
      nullable: isNullable(planned.column),
      strict: hasStrictGetter(context, planned),
      deferred: deferred.get(planned.position),
    })),
  };
  const relations = relationParts(printer);
  const parent = table.php.baseClass?.replace(/^\\/, '') ?? 'Orm\\Runtime\\ActiveRecord\\ActiveRecord';
  const interfaces = [
    ...[tableInterface(context)].flatMap((name) => (name === undefined ? [] : [file.use(name)])),
    ...contributedInterfaces(printer),
  ];
  const implemented = interfaces.length === 0 ? '' : ` implements ${interfaces.join(', ')}`;
  const body = [
    ...contributedTraits(printer, 'model'),
    `    public const TABLE_MAP = ${printer.map}::class;`,
    `    public const DATABASE = ${phpString(context.database)};`,
    '',
    ...printer.columns.flatMap(property),
    ...maskProperties(table)
      .slice(1)
      .map((name) => `    protected int $${name} = 0;`),
    ...relations.properties,
    ...inheritanceConstructor(printer),
    ...columnMethods(printer, relations),
    ...keyMethods(printer),
    ...contributedMethods(printer, 'model'),
    ...toStringMethod(printer),
    ...relations.methods,
    ...hydration(printer),
    ...placeMethods(printer),
    ...writing(printer),
  ];
  return file.print(
    [
      ...classComment(context, arrayShape(context, printer.columns)),
      `abstract class ${file.declares} extends ${file.use(parent)}${implemented}`,
      '{',
      ...body,
      '}',
    ],
    { owned: true },
  );
}

/** Never null: the database forbids it, and a new object has the schema's default. */
function isNullable(column: Column): boolean {
  return !(column.notNull && column.default?.kind === 'value');
}

/**
 * Whether the getter of a required column may throw instead of returning null. What the database or a list gives to a
 * row stays null until then, and so do columns that serve a behavior's getter under its name.
 */
function hasStrictGetter({ table, statements, naming }: TableContext, { column, position }: PlannedColumn): boolean {
  if (naming.requiredGetters !== 'strict' || !column.notNull || !isNullable(column)) return false;
  if (column.autoIncrement || column.generated || statements.lists?.rank === position) return false;
  return !contributionsOf(table).methods.some((each) => isAccessor(each) && each.serves === column);
}

function property({ value, nullable, property: name }: ModelColumn): string[] {
  const given = value.default ?? 'null';
  const doc = value.storedDoc === undefined ? [] : [`    /** @var ${value.storedDoc}${nullable ? '|null' : ''} */`];
  const type = nullable ? nullableType(value.stored) : value.stored;
  return [...doc, `    protected ${type} $${name} = ${given};`];
}

function classComment({ table }: TableContext, tags: readonly string[]): string[] {
  const about = table.description === undefined ? '' : docText(table.description);
  return [
    '/**',
    ` * A row of "${docText(table.name)}"${about === '' ? '.' : `: ${about}`}`,
    ` * Your own methods go into ${table.className}.`,
    ...(tags.length === 0 ? [] : [' *', ...tags]),
    ' */',
  ];
}

function toStringMethod({ columns }: ModelPrinter): string[] {
  const shown = columns.find(({ column }) => column.primaryString);
  const body = shown === undefined ? '$this->toJson()' : stringOf(shown);
  return ['', '    public function __toString(): string', '    {', `        return ${body};`, '    }'];
}

function stringOf(model: ModelColumn): string {
  const { value } = model;
  const get = valueOrNull(model);
  if (value.returns === 'string') return `(string) ${get}`;
  if (value.returns === 'int' || value.returns === 'float') return `(string) ${get}`;
  return `self::textOf(${get})`;
}

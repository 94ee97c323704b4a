import { phpString } from '../../languages/php/literal.js';
import { descendants } from '../../model/inheritance.js';
import type { InheritanceClass } from '../../model/model.js';
import { columnKind, isRanged } from '../../plan/query-columns.js';
import type { PlannedColumn } from '../../plan/table.js';
import { tableClasses } from './classes.js';
import type { TableContext } from './context.js';
import { contributedMethods, contributedNames, contributedTraits } from './contributed.js';
import { docText, PhpFile } from './file.js';
import { method } from './model-printer.js';
import { bindingMethods } from './query-bindings.js';
import { columnMethods } from './query-columns.js';
import { keyMethods } from './query-keys.js';
import { RUNTIME_METHODS } from './query-methods.js';
import type { QueryColumn, QueryPrinter } from './query-printer.js';
import { relationMethods } from './query-relations.js';
import { selectShape } from './shapes.js';
import type { PhpValue } from './values/value.js';

/** `Base\<PhpName>Query`: typed methods for the columns and relations of a table over the runtime's ModelQuery. */
export function printQueryClass(
  context: TableContext,
  phpValueOf: (column: PlannedColumn, file: PhpFile) => PhpValue,
): string {
  const { table, classes, statements } = context;
  const at = classes.baseQuery.lastIndexOf('\\');
  const file = new PhpFile(classes.baseQuery.slice(0, at), classes.baseQuery.slice(at + 1));
  const taken = new Set([...RUNTIME_METHODS, ...contributedNames(table)].map((name) => name.toLowerCase()));
  const printer: QueryPrinter = {
    ...context,
    file,
    model: file.use(classes.model, 'Child'),
    collection: file.use('Orm\\Runtime\\Collection\\ObjectCollection', 'Runtime'),
    connection: file.use('Orm\\Runtime\\Connection\\ConnectionWrapper', 'Runtime'),
    columns: statements.columns.map((planned) => ({ ...planned, value: phpValueOf(planned, file) })),
    claim: (name) => {
      const key = name.toLowerCase();
      if (taken.has(key)) return false;
      taken.add(key);
      return true;
    },
  };
  const own = table.php.baseQueryClass?.replace(/^\\/, '');
  const parent = file.use(own ?? 'Orm\\Runtime\\Query\\ModelQuery', 'Runtime');
  const body = [
    ...contributedTraits(printer, 'query'),
    ...constants(printer),
    '',
    `    protected string $qualifier = ${phpString(`${statements.quoted}.`)};`,
    ...method('public static function create(?string $alias = null, ?self $criteria = null): static', [
      'return $criteria === null ? new static($alias) : static::given($criteria, $alias);',
    ]),
    ...keyMethods(printer),
    ...contributedMethods(printer, 'query'),
    ...columnMethods(printer),
    ...relationMethods(printer),
    ...bindingMethods(printer),
  ];
  const selected = selectShape(printer.columns, file.use('Orm\\Runtime\\Query\\Selection', 'Runtime'));
  return file.print(
    [
      '/**',
      ` * Finds and changes rows of "${docText(table.name)}".`,
      ` * Your own methods go into ${table.className}Query.`,
      ...(own === undefined
        ? [' *', ...selected.type, ' *', ` * @extends ${parent}<${printer.model}>`, ' *', ...selected.method]
        : []),
      ' */',
      `abstract class ${file.declares} extends ${parent}`,
      '{',
      ...body,
      '}',
    ],
    { owned: true },
  );
}

/** Columns that the runtime's ModelQuery tells apart, by the constant that lists their positions. */
const GROUPS: readonly (readonly [string, (column: QueryColumn) => boolean])[] = [
  ['TEXTS', ({ column }) => column.family === 'text'],
  ['PADDED', ({ storage }) => storage.form.kind === 'text' && storage.form.padded],
  ['RANGES', isRanged],
  ['JSON_TEXTS', ({ storage }) => storage.form.kind === 'json' && !storage.comparable],
  ['LARGE', ({ storage }) => storage.comparedByFunction],
];

/** What a column's values are to the database, where they are numbers. */
function numberKind({ storage }: QueryColumn): 'integer' | 'decimal' | 'float' | undefined {
  switch (storage.form.kind) {
    case 'integer':
    case 'index':
    case 'mask':
      return 'integer';
    case 'boolean':
      return storage.form.kept === 'integer' ? 'integer' : undefined;
    case 'float':
      return 'float';
    case 'decimal':
      return storage.collate === '' ? 'decimal' : undefined;
    default:
      return undefined;
  }
}

function constants({ file, model, classes, database, columns, table }: QueryPrinter): string[] {
  const lines = [
    `public const MODEL = ${model}::class;`,
    `public const MAP = ${file.use(classes.map)}::class;`,
    `public const DATABASE = ${phpString(database)};`,
  ];
  for (const [name, belongs] of GROUPS) {
    const positions = columns.filter(belongs).map(({ position }) => position);
    if (positions.length > 0) lines.push(`public const ${name} = [${positions.join(', ')}];`);
  }
  const collated = columns.filter(({ storage }) => storage.collate !== '');
  if (collated.length > 0) {
    const items = collated.map(({ position, storage }) => `${position} => ${phpString(storage.collate)}`);
    lines.push(`public const COLLATIONS = [${items.join(', ')}];`);
  }
  for (const [name, kindOf] of [
    ['NUMBERS', numberKind],
    ['KINDS', columnKind],
  ] as const) {
    const kinds = columns.flatMap((column) => {
      const kind = kindOf(column);
      return kind === undefined ? [] : [`${column.position} => '${kind}'`];
    });
    if (kinds.length > 0) lines.push(`public const ${name} = [${kinds.join(', ')}];`);
  }
  if (columns.some(({ column, storage }) => !column.lazyLoad && !storage.comparable)) {
    lines.push('public const COMPARABLE = false;');
  }
  const discriminator = columns.find(({ column }) => column === table.inheritance?.column);
  if (discriminator) lines.push(`public const CLASS_COLUMN = ${discriminator.position};`);
  return lines.map((line) => `    ${line}`);
}

/** The query of a class of single-table inheritance: finds rows of that class and of those that extend it. */
export function printInheritedQuery(context: TableContext, child: InheritanceClass): string {
  const { table, naming } = context;
  const classes = tableClasses({ ...table, className: child.className }, naming);
  // A class that is none of the table's has no query of its own.
  const sibling = table.inheritance?.classes.find(({ className }) => className === child.extends);
  const parentTable = sibling === undefined ? table : { ...table, className: sibling.className };
  const at = classes.baseQuery.lastIndexOf('\\');
  const file = new PhpFile(classes.baseQuery.slice(0, at), classes.baseQuery.slice(at + 1));
  const parent = file.use(tableClasses(parentTable, naming).query, 'Parent');
  const model = file.use(classes.model, 'Child');
  const connection = file.use('Orm\\Runtime\\Connection\\ConnectionWrapper', 'Runtime');
  const keys = descendants(table, child).map(({ key }) => phpString(key));
  const find = method(`public function findOne(?${connection} $con = null): ?${model}`, [
    '$found = parent::findOne($con);',
    '',
    `return $found instanceof ${model} ? $found : null;`,
  ]);
  return file.print(
    [
      '/**',
      ` * Finds and changes rows of the table "${docText(table.name)}" whose class is ${docText(child.className)}.`,
      ` * Your own methods go into ${child.className}Query.`,
      ' */',
      `abstract class ${file.declares} extends ${parent}`,
      '{',
      `    public const MODEL = ${model}::class;`,
      `    public const CLASS_KEYS = [${keys.join(', ')}];`,
      ...find,
      '}',
    ],
    { owned: true },
  );
}

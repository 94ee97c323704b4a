import { phpString } from '../../../languages/php/literal.js';
import type { ForeignKey } from '../../../model/model.js';
import { type ModelColumn, type ModelPrinter, method, valueOrNull } from '../model-printer.js';
import { constantOf } from './links.js';
import { parentProperty, relationParameter } from './names.js';

/** `getAuthor` and `setAuthor`: the object that a foreign key points at. */
export function manyToOne(printer: ModelPrinter, key: ForeignKey): { property: string; methods: string[] } {
  const { file, connection } = printer;
  const classes = printer.classesOf(key.foreignTable);
  const other = file.use(classes.model, 'Child');
  const property = parentProperty(key);
  const parameter = relationParameter(key.relationName);
  const conditions = [`$this->${property} === null`];
  for (const { local } of key.columns) {
    const column = columnOf(printer, local.name);
    if (column.nullable) conditions.push(`${isPlain(column) ? stored(column) : valueOrNull(column)} !== null`);
  }
  for (const { column, value } of key.constants) {
    const model = columnOf(printer, column.name);
    conditions.push(`$this->${model.property} === ${constantOf(model, value, file, printer.valueOf)}`);
  }
  const find = `${file.use(classes.query, 'Child')}::create()->${finder(printer, key)}`;
  const get = method(`public function get${key.relationName}(?${connection} $con = null): ?${other}`, [
    `if (${conditions.join(' && ')}) {`,
    `    $this->${property} = ${find};`,
    '    $this->linked = true;',
    // Which texts are equal only the database knows.
    ...(key.columns.some(({ local }) => local.family === 'text')
      ? [`    $this->noteEqualKeys(${phpString(key.relationName)});`]
      : []),
    '}',
    '',
    `return $this->${property};`,
  ]);
  const visibility = printer.table.readOnly ? 'protected' : 'public';
  const isGiven = printer.naming.requiredGetters === 'strict' && key.columns.every(({ local }) => local.notNull);
  const taken = isGiven ? other : `?${other}`;
  const set = method(`${visibility} function set${key.relationName}(${taken} $${parameter}): static`, [
    `return $this->linkParent(${phpString(key.relationName)}, $${parameter});`,
  ]);
  return { property: `    protected ?${other} $${property} = null;`, methods: [...get, ...set] };
}

function columnOf(printer: ModelPrinter, name: string): ModelColumn {
  const found = printer.columns.find(({ column }) => column.name === name);
  if (found === undefined) throw new Error(`table "${printer.table.name}" has no column "${name}"`);
  return found;
}

/** The value of a key column, through the getter where the property may hold another form of it. */
function stored(model: ModelColumn): string {
  return isPlain(model) ? `$this->${model.property}` : `$this->get${model.column.memberName}()`;
}

const isPlain = ({ value, deferred }: ModelColumn): boolean => value.read === undefined && deferred === undefined;

/** The connection that was asked for, or the one of the object. */
const NEAR = '$con ?? $this->readConnection()';

/** By primary key through the pool of objects, by other columns with a query. */
function finder(printer: ModelPrinter, key: ForeignKey): string {
  const { primaryKey } = key.foreignTable;
  const values = primaryKey.map((column) => key.columns.find(({ foreign }) => foreign === column)?.local.name);
  if (primaryKey.length === key.columns.length && values.every((name) => name !== undefined)) {
    const given = values.map((name) => stored(columnOf(printer, name)));
    return `findPk(${given.length === 1 ? given.join('') : `[${given.join(', ')}]`}, ${NEAR})`;
  }
  const filters = key.columns.map(
    ({ local, foreign }) => `filterBy${foreign.memberName}(${stored(columnOf(printer, local.name))})`,
  );
  return `${filters.join('->')}->findOne(${NEAR})`;
}

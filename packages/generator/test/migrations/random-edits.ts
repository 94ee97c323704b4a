import type { Random } from '../reverse/alters/random.js';
import { printXml, walk, type XmlNode, xmlNode } from '../support/xml-tree.js';

/**
 * A random schema after some edits that a person could make, none of which rows can stand in the way of. `first` is the first number in new
 * names.
 */
export function edited(
  random: Random,
  tree: XmlNode,
  count: number,
  possible: readonly Edit[] = EDITS,
  first = 0,
): { tree: XmlNode; text: string; edits: readonly string[] } {
  const copy = structuredClone(tree);
  const edits: string[] = [];
  for (let tries = 0; edits.length < count && tries < count * 20; tries++) {
    const tables = copy.children.filter(({ name }) => name === 'table');
    if (tables.length === 0) break;
    const table = random.of(tables);
    const done = random.of(possible)({ random, root: copy, tables, table, number: first + tries });
    if (done !== undefined) edits.push(done);
  }
  return { tree: copy, text: printXml(copy), edits };
}

interface Place {
  readonly random: Random;
  readonly root: XmlNode;
  readonly tables: readonly XmlNode[];
  readonly table: XmlNode;
  readonly number: number;
}

/** What was done, or nothing where it cannot be done here. */
type Edit = (place: Place) => string | undefined;

const columnsOf = (table: XmlNode): XmlNode[] => table.children.filter(({ name }) => name === 'column');
const nameOf = ({ attributes }: XmlNode): string => attributes['name'] ?? '';

/** Whether SQL, a key, an index or a behavior speaks of a column, as far as a test can see. */
function isUsed({ table, tables }: Place, column: XmlNode): boolean {
  const name = nameOf(column);
  const own = walk(table).filter(({ node }) => node !== column && node !== table && node.name !== 'column');
  const texts = [
    ...own.flatMap(({ node }) => Object.values(node.attributes)),
    ...columnsOf(table).flatMap(({ attributes }) => attributes['generatedExpr'] ?? []),
  ];
  return (
    column.attributes['primaryKey'] !== undefined ||
    column.attributes['inheritance'] !== undefined ||
    texts.some((text) => text.includes(name)) ||
    references(tables, table).some(({ node }) => node.attributes['foreign'] === name)
  );
}

/** The references of all keys that point at a table. */
function references(tables: readonly XmlNode[], table: XmlNode): { node: XmlNode }[] {
  return tables
    .flatMap(({ children }) => children)
    .filter(({ name, attributes }) => name === 'foreign-key' && attributes['foreignTable'] === nameOf(table))
    .flatMap(({ children }) => children.filter(({ name }) => name === 'reference').map((node) => ({ node })));
}

const isPlain = ({ attributes }: XmlNode, ...types: readonly string[]): boolean =>
  types.includes(attributes['type'] ?? '') &&
  attributes['domain'] === undefined &&
  attributes['sqlType'] === undefined &&
  attributes['generatedExpr'] === undefined;

const freeColumn = (place: Place, ...types: readonly string[]): XmlNode | undefined => {
  const found = columnsOf(place.table).filter((column) => isPlain(column, ...types) && !isUsed(place, column));
  return found.length === 0 ? undefined : place.random.of(found);
};

const addColumn: Edit = ({ random, table, number }) => {
  const [type, value] = random.of([
    ['INTEGER', '7'],
    ['VARCHAR', 'new'],
    ['BOOLEAN', 'true'],
    ['DATE', '2024-02-29'],
  ] as const);
  const name = `added_${number}`;
  const required = random.chance(50);
  const extra = required ? { required: 'true', defaultValue: value } : {};
  const at = table.children.findIndex((child) => child.name === 'column');
  table.children.splice(Math.max(at, 0), 0, xmlNode('column', { name, phpName: `Added${number}`, type, ...extra }));
  return `add column ${nameOf(table)}.${name}`;
};

const dropColumn: Edit = (place) => {
  const { table } = place;
  const column = freeColumn(place, 'INTEGER', 'VARCHAR', 'DATE', 'BOOLEAN', 'DOUBLE');
  if (column === undefined || columnsOf(table).length < 3) return undefined;
  // Rows would stand in the way of its return.
  if (column.attributes['required'] !== undefined) return undefined;
  table.children.splice(table.children.indexOf(column), 1);
  return `drop column ${nameOf(table)}.${nameOf(column)}`;
};

/** The names of the column in keys and indexes go along, as a person would do it. */
const renameColumn: Edit = ({ random, table, tables, number }) => {
  const column = random.of(columnsOf(table));
  const old = nameOf(column);
  const isInSql = walk(table).some(
    ({ node }) =>
      node.name === 'parameter' ||
      [node.attributes['expression'], node.attributes['generatedExpr'], node.attributes['where']].some((sql) =>
        sql?.includes(old),
      ),
  );
  if (isInSql || column.attributes['renamedFrom'] !== undefined || table.attributes['columnPrefix'] !== undefined) {
    return undefined;
  }
  const name = `renamed ${number}`;
  column.attributes['phpName'] ??= `Renamed${number}`;
  column.attributes['name'] = name;
  column.attributes['renamedFrom'] = old;
  for (const { node } of walk(table)) {
    if (/^(index|unique|primary-key)-column$/.test(node.name) && nameOf(node) === old) node.attributes['name'] = name;
    if (node.name === 'reference' && node.attributes['local'] === old) node.attributes['local'] = name;
  }
  for (const { node } of references(tables, table)) {
    if (node.attributes['foreign'] === old) node.attributes['foreign'] = name;
  }
  return `rename column ${nameOf(table)}.${old}`;
};

const renameTable: Edit = ({ table, tables, number }) => {
  const old = nameOf(table);
  if (table.attributes['renamedFrom'] !== undefined) return undefined;
  const name = `renamed_table_${number}`;
  table.attributes['name'] = name;
  table.attributes['renamedFrom'] = old;
  for (const { children } of tables) {
    for (const child of children) {
      if (child.name === 'foreign-key' && child.attributes['foreignTable'] === old) {
        child.attributes['foreignTable'] = name;
      }
    }
  }
  return `rename table ${old}`;
};

const widen: Edit = (place) => {
  const column = freeColumn(place, 'VARCHAR');
  if (column === undefined) return undefined;
  column.attributes['size'] = String(Number(column.attributes['size'] ?? 255) + 40);
  return `longer ${nameOf(place.table)}.${nameOf(column)}`;
};

const largerNumber: Edit = (place) => {
  const column = freeColumn(place, 'SMALLINT', 'INTEGER');
  if (column === undefined) return undefined;
  column.attributes['type'] = 'BIGINT';
  return `larger ${nameOf(place.table)}.${nameOf(column)}`;
};

const newDefault: Edit = (place) => {
  const column = freeColumn(place, 'INTEGER', 'BIGINT');
  if (column === undefined) return undefined;
  delete column.attributes['default'];
  delete column.attributes['defaultExpr'];
  column.attributes['defaultValue'] = String(place.number);
  return `default of ${nameOf(place.table)}.${nameOf(column)}`;
};

const optional: Edit = (place) => {
  const column = freeColumn(place, 'INTEGER', 'VARCHAR', 'DATE', 'BOOLEAN', 'DOUBLE', 'DECIMAL');
  if (column === undefined || [undefined, 'false'].includes(column.attributes['required'])) return undefined;
  // Said, so that the column is not dropped behind it: it was required, and rows would stand in the way of its return.
  column.attributes['required'] = 'false';
  return `optional ${nameOf(place.table)}.${nameOf(column)}`;
};

const description: Edit = ({ random, table, number }) => {
  const thing = random.chance(50) ? table : random.of(columnsOf(table));
  thing.attributes['description'] = `it's number ${number}`;
  return `description of ${nameOf(thing)}`;
};

const addIndex: Edit = ({ random, table, number }) => {
  const usable = columnsOf(table).filter((column) => isPlain(column, 'INTEGER', 'BIGINT', 'DATE', 'BOOLEAN'));
  if (usable.length === 0) return undefined;
  const column = nameOf(random.of(usable));
  const name = random.chance(50) ? `added index ${number}` : undefined;
  table.children.push(xmlNode('index', { name }, [xmlNode('index-column', { name: column })]));
  return `add index to ${nameOf(table)}.${column}`;
};

const dropIndex: Edit = ({ random, table }) => {
  const indexes = table.children.filter(({ name }) => name === 'index');
  if (indexes.length === 0) return undefined;
  const index = random.of(indexes);
  table.children.splice(table.children.indexOf(index), 1);
  return `drop an index of ${nameOf(table)}`;
};

const addTable: Edit = ({ root, number }) => {
  const id = xmlNode('column', { name: 'id', type: 'INTEGER', primaryKey: 'true', autoIncrement: 'true' });
  root.children.push(
    xmlNode('table', { name: `added_table_${number}`, phpName: `AddedTable${number}` }, [
      id,
      xmlNode('column', { name: 'label', type: 'VARCHAR', size: '40' }),
    ]),
  );
  return `add table added_table_${number}`;
};

const dropTable: Edit = ({ root, table, tables }) => {
  if (tables.length < 3 || references(tables, table).length > 0) return undefined;
  root.children.splice(root.children.indexOf(table), 1);
  return `drop table ${nameOf(table)}`;
};

const newAction: Edit = ({ random, table }) => {
  const keys = table.children.filter(({ name }) => name === 'foreign-key');
  if (keys.length === 0) return undefined;
  const key = random.of(keys);
  key.attributes['onDelete'] = random.of(['cascade', 'restrict', 'noaction']);
  return `onDelete of a key of ${nameOf(table)}`;
};

const EDITS: readonly Edit[] = [
  addColumn,
  dropColumn,
  renameColumn,
  renameColumn,
  renameTable,
  widen,
  largerNumber,
  newDefault,
  optional,
  description,
  addIndex,
  dropIndex,
  addTable,
  dropTable,
  newAction,
];

/** Those after which any other one can be undone: a column that may be NULL leaves NULLs in it when it is made again. */
export const LASTING_EDITS: readonly Edit[] = EDITS.filter((edit) => edit !== optional);

/** Those that neither drop anything nor change what a column can hold. */
export const GENTLE_EDITS: readonly Edit[] = [
  addColumn,
  renameColumn,
  renameColumn,
  renameTable,
  description,
  addIndex,
  addTable,
  newAction,
];

import { LARGE_TYPES } from '../../model/column-type.js';
import type { Column } from '../../model/model.js';
import type { BehaviorUse, TableExtension } from '../behavior.js';
import { HEADER_SUFFIX } from './list.js';
import { readParameters, type SortableParameters } from './parameters.js';

/** Adds what a list needs to its table, and refuses columns that cannot do what they are asked to. */
export function extendTable(table: TableExtension, use: BehaviorUse): void {
  const parameters = readParameters(use, (wrong) => table.report(wrong));
  if (!parameters.useScope && use.parameters.has('scope_column')) {
    table.report({
      message: 'scope columns are named, but "use_scope" is not "true"',
      help: 'add <parameter name="use_scope" value="true"/>, or remove scope_column',
      parameter: 'scope_column',
    });
  }
  const rank = table.addColumn({ name: parameters.rank, type: 'INTEGER', parameter: 'rank_column' });
  if (rank) checkRank(table, rank);
  const scope = scopeColumns(table, parameters, rank);
  if (rank === undefined || scope === undefined) return;
  table.exchange(rank.name);
  const columns = [...scope, rank].map(({ name }) => name);
  if (parameters.unique) table.addIndex({ columns, unique: true });
  else if (parameters.index) table.addIndex({ columns });
  if (parameters.header) addHeader(table);
}

function checkRank(table: TableExtension, rank: Column): void {
  const refuse = (message: string, help: string): void => {
    table.report({ message: `the rank column "${rank.name}" ${message}`, help, column: rank.name });
  };
  if (rank.family !== 'integer') {
    refuse(`is of type ${rank.type}, and a rank is a whole number`, 'make it INTEGER or BIGINT');
  } else if (rank.php.phpType !== undefined && !/^int(eger)?$/i.test(rank.php.phpType)) {
    refuse(`has phpType="${rank.php.phpType}", and a rank is an int`, 'remove phpType');
  }
  if (rank.primaryKey) {
    refuse('is part of the primary key, and ranks change with every move', 'take it out of the primary key');
  }
  if (rank.autoIncrement) refuse('is autoIncrement, and ranks are given by the list', 'remove autoIncrement');
  if (rank.default) {
    refuse('has a default, so that two rows could have one rank', 'remove the default: a new row gets the last rank');
  }
  if (rank.lazyLoad) refuse('is loaded lazily, and every operation needs it', 'remove lazyLoad');
  if (rank.notNull && !rank.primaryKey) {
    table.mention(
      'not-null',
      (count) =>
        `the rank column is required${count > 1 ? ` in ${count} lists` : ''}: removeFromList() throws there, because a row without a rank cannot be stored`,
      'remove required="true" from the rank column if rows may leave their list',
    );
  }
}

/** The columns of the scope; nothing if one could not be made. */
function scopeColumns(
  table: TableExtension,
  { scope }: SortableParameters,
  rank: Column | undefined,
): readonly Column[] | undefined {
  const columns: Column[] = [];
  let whole = true;
  for (const name of scope) {
    const column = table.addColumn({ name, type: 'INTEGER', parameter: 'scope_column' });
    if (column === undefined || column === rank || columns.includes(column)) {
      whole = false;
      if (column === undefined) continue;
      table.report({
        message: `the column "${column.name}" is ${column === rank ? 'the rank and also the scope' : 'twice in the scope'}`,
        help: 'remove it from scope_column',
        parameter: 'scope_column',
      });
      continue;
    }
    checkScope(table, column);
    columns.push(column);
  }
  return whole ? columns : undefined;
}

const REFUSED_FAMILIES: ReadonlySet<Column['family']> = new Set([
  'float',
  'set',
  'json',
  'array',
  'object',
  'geometry',
]);

function checkScope(table: TableExtension, scope: Column): void {
  const refuse = (message: string, help: string): void => {
    table.report({ message: `the scope column "${scope.name}" ${message}`, help, column: scope.name });
  };
  if (REFUSED_FAMILIES.has(scope.family) || LARGE_TYPES.has(scope.type)) {
    refuse(
      `is of type ${scope.type}, whose values cannot tell lists apart on every database`,
      scope.family === 'text'
        ? 'make it VARCHAR'
        : 'use an integer, a VARCHAR, a DECIMAL, a day or time, a BOOLEAN, an ENUM or a UUID',
    );
  }
  if (scope.lazyLoad) refuse('is loaded lazily, and every operation needs it', 'remove lazyLoad');
  if (scope.default?.kind === 'expression') {
    refuse(
      'has a default that the database works out, so the list of a new row is not known in time',
      'give it a defaultValue, or set the column before you save',
    );
  }
  if (scope.autoIncrement) {
    refuse('is an auto-increment column, so every row would be a list of its own', 'name another column');
  }
}

/** One row for each list: its key, and a number that grows with every operation. */
function addHeader(table: TableExtension): void {
  table.addTable({
    name: table.writtenName + HEADER_SUFFIX,
    internal: true,
    columns: [
      { name: 'list', type: 'VARCHAR', attributes: { size: '64', primaryKey: 'true', required: 'true' } },
      { name: 'version', type: 'BIGINT', attributes: { required: 'true' } },
    ],
    attributes: { description: `One row for each list of "${table.tableName}", written by every operation on it.` },
  });
}

import type { Table } from '../../model/model.js';
import { type StatementDialect, standardDialect } from '../dialect.js';
import { identifier } from './quoting.js';
import { sequenceName } from './shape.js';

const tableName = (table: Table): string => identifier(table.name);

/** RETURNING needs an output variable in Oracle, which PDO binds only with a size: the sequence is asked first. */
export const dialect: StatementDialect = standardDialect(identifier, {
  tableName,
  generatedKey: (table) => ({
    kind: 'query',
    sql: `SELECT ${identifier(sequenceName(table))}.NEXTVAL FROM DUAL`,
  }),
  insertDefaults: (table) => {
    const [first] = table.columns;
    return `INSERT INTO ${tableName(table)} (${identifier(first?.name ?? '')}) VALUES (DEFAULT)`;
  },
});

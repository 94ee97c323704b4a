import { COLUMN_TYPES, type ColumnTypeName } from '../../src/model/column-type.js';
import type { Database } from '../../src/model/model.js';
import { buildDatabase, type ColumnSpec, type TableSpec } from './model-builder.js';

/** A default value for every type that can have one. */
const VALUES: Partial<Record<ColumnTypeName, string>> = {
  CHAR: 'x',
  VARCHAR: "it's; -- ü 😀",
  LONGVARCHAR: 'long',
  CLOB: '',
  NUMERIC: '-1.50',
  DECIMAL: '.25',
  TINYINT: '-128',
  SMALLINT: '-32768',
  INTEGER: '2147483647',
  BIGINT: '-9223372036854775808',
  REAL: '1.5',
  FLOAT: '-2.5e10',
  DOUBLE: '1e-3',
  BINARY: 'abc',
  VARBINARY: 'ü',
  LONGVARBINARY: 'x',
  BLOB: '',
  DATE: '2024-02-29',
  TIME: '23:59',
  DATETIME: '2024-02-29 12:30:00.123',
  TIMESTAMP: '2024-02-29 00:00:00',
  BU_DATE: '2024-02-29',
  BU_TIMESTAMP: '2024-02-29 00:00:00',
  BOOLEAN: 'true',
  BOOLEAN_EMU: 'false',
  ARRAY: 'a, b',
  ENUM: "won't",
  SET: 'red, blue',
  JSON: '{"a":[1,"it\'s"]}',
  UUID: '0A1B2C3D-0000-4000-8000-00000000000F',
  UUID_BINARY: '0A1B2C3D-0000-4000-8000-00000000000F',
};

const SIZES: Partial<Record<ColumnTypeName, Partial<ColumnSpec>>> = {
  CHAR: { size: 3 },
  VARCHAR: { size: 100 },
  NUMERIC: { size: 10, scale: 2 },
  DECIMAL: { size: 38, scale: 10 },
  BINARY: { size: 8 },
  VARBINARY: { size: 200 },
  TIME: { size: 3 },
  DATETIME: { size: 0 },
  ENUM: { valueSet: ['new', "won't", '😀'] },
  SET: { valueSet: ['red', 'green', 'blue'] },
};

const TYPES = Object.keys(COLUMN_TYPES) as ColumnTypeName[];
const ID: ColumnSpec = { name: 'id', type: 'INTEGER', primaryKey: true, autoIncrement: true };

function typeTables(): TableSpec[] {
  const bare = (type: ColumnTypeName): ColumnSpec => ({
    name: `c_${type.toLowerCase()}`,
    type,
    ...(type === 'DECIMAL' || type === 'NUMERIC' ? { size: 12 } : {}),
    ...(type === 'ENUM' || type === 'SET' ? { valueSet: ['a', 'b'] } : {}),
  });
  const full = (type: ColumnTypeName): ColumnSpec => {
    const value = VALUES[type];
    return { ...bare(type), ...SIZES[type], notNull: true, ...(value === undefined ? {} : { value }) };
  };
  return [
    { name: 'type_bare', description: 'Every type, nothing else', columns: [ID, ...TYPES.map(bare)] },
    { name: 'type_full', columns: [ID, ...TYPES.map(full)] },
    {
      name: 'type_more',
      columns: [
        { name: 'id', type: 'BIGINT', primaryKey: true, autoIncrement: true },
        { name: 'position', type: 'ENUM', enumStorage: 'index', valueSet: ['low', 'high'], value: 'high' },
        { name: 'many', type: 'SET', valueSet: Array.from({ length: 63 }, (_, n) => `label${n}`), value: 'label62' },
        { name: 'price', type: 'DECIMAL', size: 8, scale: 2, expression: '0' },
        { name: 'made', type: 'TIMESTAMP', size: 6, notNull: true, expression: 'CURRENT_TIMESTAMP' },
        { name: 'own', type: 'VARCHAR', sqlType: 'CHAR(7)' },
      ],
    },
  ];
}

/** `onUpdate` and SET DEFAULT are not for every vendor: the caller says whether it has them. */
function keyTables(allActions: boolean): TableSpec[] {
  return [
    {
      name: 'country',
      description: "Where people live; it's short -- 100 %",
      columns: [
        { name: 'code', type: 'CHAR', size: 2, primaryKey: true, description: 'ISO 3166' },
        { name: 'name', type: 'VARCHAR', size: 80, notNull: true },
        { name: 'numeric_code', type: 'SMALLINT' },
      ],
      uniques: [{ columns: ['name'] }, { columns: ['numeric_code'] }],
    },
    {
      name: 'author',
      columns: [
        ID,
        { name: 'name', type: 'VARCHAR', size: 100, notNull: true },
        { name: 'email', type: 'VARCHAR', size: 255 },
        { name: 'country_code', type: 'CHAR', size: 2 },
        { name: 'birth_country', type: 'CHAR', size: 2, value: 'xx' },
        { name: 'mentor_id', type: 'INTEGER' },
      ],
      uniques: [{ columns: ['email'] }, { columns: ['name', 'country_code'] }],
      indexes: [{ columns: ['name'] }, { name: 'by country; drop', columns: ['country_code', 'name'] }],
      keys: [
        { to: 'country', on: { country_code: 'code' }, onDelete: 'SET NULL' },
        allActions
          ? { to: 'country', on: { birth_country: 'code' }, onUpdate: 'SET DEFAULT', onDelete: 'RESTRICT' }
          : { to: 'country', on: { birth_country: 'code' }, onUpdate: 'NO ACTION', onDelete: 'RESTRICT' },
        { to: 'author', on: { mentor_id: 'id' }, onDelete: 'NO ACTION' },
      ],
    },
    {
      name: 'edition',
      columns: [
        { name: 'author_id', type: 'INTEGER', primaryKey: true },
        { name: 'number', type: 'SMALLINT', primaryKey: true },
        { name: 'isbn', type: 'VARCHAR', size: 20 },
      ],
      uniques: [{ columns: ['isbn'] }],
      keys: [{ to: 'author', on: { author_id: 'id' }, onDelete: 'CASCADE' }],
    },
    {
      name: 'page',
      columns: [
        ID,
        { name: 'edition_author', type: 'INTEGER', notNull: true },
        { name: 'edition_number', type: 'SMALLINT', notNull: true },
        { name: 'edition_isbn', type: 'VARCHAR', size: 20 },
      ],
      keys: [
        {
          to: 'edition',
          on: { edition_author: 'author_id', edition_number: 'number' },
          onDelete: 'CASCADE',
          ...(allActions ? { onUpdate: 'CASCADE' as const } : {}),
        },
        { to: 'edition', on: { edition_isbn: 'isbn' } },
      ],
    },
    {
      name: 'department',
      columns: [ID, { name: 'boss_id', type: 'INTEGER' }],
      keys: [{ to: 'employee', on: { boss_id: 'id' } }],
    },
    {
      name: 'employee',
      columns: [ID, { name: 'department_id', type: 'INTEGER', notNull: true }],
      keys: [{ to: 'department', on: { department_id: 'id' }, onDelete: 'CASCADE' }],
    },
    {
      name: "odd ] name; -- it's",
      description: 'a; b\n/ c',
      columns: [
        { ...ID, name: 'select' },
        { name: "x ]]; DROP TABLE y; --'", type: 'VARCHAR', size: 10, value: '];', description: "'); --" },
        { name: 'kind IN (', type: 'ENUM', valueSet: ['a;b', "'", '/*'], value: "'" },
      ],
      uniques: [{ columns: ['kind IN ('] }],
    },
    { name: 'seen_elsewhere', skipSql: true, columns: [ID] },
  ];
}

/** Every type, key, action, index and default kind that the vendor has. */
export function everything(options: { allActions: boolean; more?: readonly TableSpec[] }): Database {
  return buildDatabase([...typeTables(), ...keyTables(options.allActions), ...(options.more ?? [])]);
}

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { pdoForm } from '../../../src/drivers/pdo.js';
import type { Adapter } from '../../../src/model/adapter.js';
import { COLUMN_TYPES, TYPE_ALIASES } from '../../../src/model/column-type.js';
import { columnStorage } from '../../../src/plan/storage.js';
import { DEFAULT_PLATFORM_OPTIONS, type Platform, type PlatformOptions } from '../../../src/platforms/platform.js';
import { enumClassName } from '../../../src/targets/php/enums.js';
import { phpValue } from '../../../src/targets/php/values/php-value.js';
import type { PhpValue } from '../../../src/targets/php/values/value.js';
import { compileSchema, loadPlatforms } from '../../support/compile-schema.js';

let platforms: ReadonlyMap<Adapter, Platform>;

beforeAll(async () => {
  platforms = await loadPlatforms();
});

interface Made {
  readonly value: PhpValue;
  readonly imports: ReadonlySet<string>;
  readonly comparable: boolean;
  readonly collate: string;
}

/** The value of a column `c` with the given attributes. */
function make(
  adapter: Adapter,
  attributes: string,
  options: { table?: string; platform?: Partial<PlatformOptions> } = {},
): Made {
  const platform = platforms.get(adapter);
  if (!platform) throw new Error(adapter);
  const { database, diagnostics } = compileSchema(
    `<database name="app" enumStorage="label"><table name="t"><column name="id" type="INTEGER" primaryKey="true"/>
      <column name="c" ${attributes}/>${options.table ?? ''}</table></database>`,
    platform,
  );
  const table = database?.tables[0];
  const column = table?.columns[1];
  if (!table || !column) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const storage = columnStorage(table, column, platform, { ...DEFAULT_PLATFORM_OPTIONS, ...options.platform });
  const imports = new Set<string>();
  const use = (name: string): string => {
    imports.add(name);
    return name.slice(name.lastIndexOf('\\') + 1);
  };
  const enumClass = enumClassName(table, column, { mapNamespace: 'Map', classPrefix: '', keyType: 'phpName' });
  const value = phpValue(column, storage, {
    name: 't.c',
    use,
    enumClass,
    pdo: pdoForm(platform.adapter, storage.sqlType),
  });
  return { value, imports, comparable: storage.comparable, collate: storage.collate };
}

const ADAPTERS: readonly Adapter[] = ['pgsql', 'mysql', 'sqlite', 'mssql', 'oracle'];

describe('the hot path of reading', () => {
  it.each(ADAPTERS)('is casts alone on %s, wherever the driver allows it', (adapter) => {
    for (const [type, cast] of [
      ['VARCHAR', 'string'],
      ['LONGVARCHAR', 'string'],
      ['INTEGER', 'int'],
      ['BIGINT', 'int'],
      ['BOOLEAN', 'bool'],
      ['DATE', 'string'],
      ['TIMESTAMP', 'string'],
      ['JSON', 'string'],
      ['ARRAY', 'string'],
    ]) {
      expect(make(adapter, `type="${type}"`).value.fromRow('$v')).toBe(`(${cast}) $v`);
    }
    expect(make(adapter, 'type="ENUM" valueSet="a, b"').value.fromRow('$v')).toBe('(string) $v');
    expect(make(adapter, 'type="SET" valueSet="a, b"').value.fromRow('$v')).toBe('(int) $v');
    const float = make(adapter, 'type="DOUBLE"').value.fromRow('$v');
    expect(float).toBe(adapter === 'pgsql' ? '((float) $v ?: Real::word($v))' : '(float) $v');
  });

  it('imports nothing before something is printed', () => {
    const { value, imports } = make('mysql', 'type="ENUM" valueSet="a, b"');
    expect([...imports]).toEqual([]);
    expect(value.returns).toBe('TC');
    expect([...imports]).toEqual(['Enum\\TC']);
  });
});

describe('what differs from vendor to vendor', () => {
  it.each([
    ['pgsql', 'UUID', '(string) $v', '$v', 'STR'],
    ['pgsql', 'UUID_BINARY', 'Uuid::ofBytes(Bytes::ofRow($v))', 'Uuid::bytes($v)', 'LOB'],
    ['mysql', 'UUID', 'Uuid::ofSwappedBytes((string) $v)', 'Uuid::swappedBytes($v)', 'LOB'],
    ['mysql', 'UUID_BINARY', 'Uuid::ofSwappedBytes((string) $v)', 'Uuid::swappedBytes($v)', 'LOB'],
    ['sqlite', 'UUID', 'Uuid::ofBytes((string) $v)', 'Uuid::bytes($v)', 'LOB'],
    ['mssql', 'UUID', '\\strtolower((string) $v)', '$v', 'STR'],
    ['mssql', 'UUID_BINARY', 'Uuid::ofBytes((string) $v)', 'Uuid::bytes($v)', 'LOB'],
    ['oracle', 'UUID', 'Uuid::ofHex((string) $v)', "\\str_replace('-', '', $v)", 'STR'],
    ['pgsql', 'BLOB', 'Bytes::ofRow($v)', '$v', 'LOB'],
    ['oracle', 'BLOB', 'Bytes::ofRow($v)', '$v', 'LOB'],
    ['mysql', 'BLOB', '(string) $v', '$v', 'LOB'],
    ['pgsql', 'BOOLEAN', '(bool) $v', '$v', 'BOOL'],
    ['mysql', 'BOOLEAN', '(bool) $v', '(int) $v', 'INT'],
    ['pgsql', 'CHAR', "\\rtrim((string) $v, ' ')", '$v', 'STR'],
    ['mysql', 'CHAR', '(string) $v', '$v', 'STR'],
    ['sqlite', 'DOUBLE', '(float) $v', 'Real::text($v)', 'STR'],
  ] as const)('%s %s', (adapter, type, fromRow, bind, pdoType) => {
    const { value } = make(adapter, `type="${type}"`);
    expect(value.fromRow('$v')).toBe(fromRow);
    expect(value.bind?.('$v') ?? '$v').toBe(bind);
    expect(value.pdoType).toBe(pdoType);
  });

  it('takes the order of bytes from the table, and the native type of MariaDB from the configuration', () => {
    const plain = '<vendor type="mysql"><parameter name="UuidSwapFlag" value="false"/></vendor>';
    expect(make('mysql', 'type="UUID"', { table: plain }).value.fromRow('$v')).toBe('Uuid::ofBytes((string) $v)');
    expect(make('mysql', 'type="UUID"', { platform: { mysqlUuid: 'native' } }).value.fromRow('$v')).toBe('(string) $v');
    expect(make('mysql', 'type="UUID" sqlType="CHAR(36)"').value.fromRow('$v')).toBe('(string) $v');
  });

  it('keeps decimals of SQLite as text from 16 digits on, compared by a collation', () => {
    const short = make('sqlite', 'type="DECIMAL" size="15" scale="3"');
    expect(short.value.fromRow('$v')).toBe("\\sprintf('%.3F', (float) $v)");
    expect(short.collate).toBe('');
    const long = make('sqlite', 'type="DECIMAL" size="16" scale="3"');
    expect(long.value.fromRow('$v')).toBe('(string) $v');
    expect(long.collate).toBe(' COLLATE orm_decimal');
    expect(make('pgsql', 'type="DECIMAL" size="16" scale="3"').collate).toBe('');
  });

  it('knows the size of a decimal from a verbatim type, or from the vendor', () => {
    const accept = (adapter: Adapter, attributes: string): string | undefined =>
      make(adapter, `type="DECIMAL" required="true" ${attributes}`).value.accept?.('$v');
    expect(accept('pgsql', 'sqlType="numeric(20, 4)"')).toBe("Decimal::of($v, 20, 4, 't.c')");
    expect(accept('pgsql', '')).toBe("Decimal::of($v, null, null, 't.c')");
    expect(accept('mysql', '')).toBe("Decimal::of($v, 10, 0, 't.c')");
    expect(accept('oracle', 'size="12"')).toBe("Decimal::of($v, 12, 0, 't.c')");
    expect(accept('sqlite', 'size="20" scale="2"')).toBe("Decimal::of($v, 20, 2, 't.c')");
    expect(accept('sqlite', 'size="20" scale="2" sqlType="VARCHAR(40)"')).toBe("Decimal::of($v, 20, 2, 't.c')");
  });

  it('knows the digits of a second, and whether the database shows zeros', () => {
    const accept = (adapter: Adapter, attributes: string): string | undefined =>
      make(adapter, `required="true" ${attributes}`).value.accept?.('$v');
    expect(accept('pgsql', 'type="TIMESTAMP"')).toBe("Temporal::dateTime($v, 6, true, 't.c')");
    expect(accept('mysql', 'type="DATETIME" size="3"')).toBe("Temporal::dateTime($v, 3, false, 't.c')");
    expect(accept('mysql', 'type="DATETIME" sqlType="DATETIME"')).toBe("Temporal::dateTime($v, 0, false, 't.c')");
    expect(accept('mssql', 'type="TIMESTAMP" sqlType="DATETIMEOFFSET(7)"')).toBe(
      "Temporal::zoned($v, 6, false, 't.c')",
    );
    expect(accept('pgsql', 'type="TIMESTAMP" sqlType="timestamptz(3)"')).toBe("Temporal::zoned($v, 3, true, 't.c')");
    expect(accept('pgsql', 'type="TIMESTAMP" sqlType="timestamp without time zone"')).toContain('::dateTime(');
    const time = make('oracle', 'type="TIME" size="0"').value;
    expect(time.fromRow('$v')).toBe('Temporal::ofInterval((string) $v)');
    expect(time.bind?.('$v')).toBe("('+00 ' . (\\is_string($v) ? $v : Temporal::time($v, 0, false, 't.c')))");
  });

  it('knows what cannot be compared', () => {
    expect(make('pgsql', 'type="JSON"').comparable).toBe(false);
    expect(make('pgsql', 'type="JSON" sqlType="JSONB"').comparable).toBe(true);
    expect(make('mysql', 'type="JSON"').comparable).toBe(false);
    expect(make('sqlite', 'type="JSON"').comparable).toBe(true);
    expect(make('oracle', 'type="CLOB"').comparable).toBe(false);
    expect(make('mssql', 'type="VARCHAR"').comparable).toBe(true);
  });

  it('binds booleans of a verbatim type as that type wants them', () => {
    expect(make('pgsql', 'type="BOOLEAN" sqlType="SMALLINT"').value.pdoType).toBe('INT');
  });
});

describe('phpType', () => {
  it('gives plain labels, digits, strings of bytes, and the class of an object', () => {
    expect(make('pgsql', 'type="ENUM" valueSet="a, b" phpType="string"').value.returns).toBe('string');
    expect(make('pgsql', 'type="SET" valueSet="a, b" phpType="string"').value.returnsDoc).toBe('list<string>');
    expect(make('mysql', 'type="BIGINT" phpType="string"').value.accepts).toBe('int|string');
    expect(make('mysql', 'type="BLOB"').value.returnsDoc).toBe('resource');
    expect(make('mysql', 'type="BLOB" phpType="string"').value.returns).toBe('string');
    const object = make('mysql', 'type="OBJECT" phpType="\\App\\Money"');
    expect(object.value.returns).toBe('Money');
    expect([...object.imports]).toEqual(['App\\Money']);
    expect(make('mysql', 'type="OBJECT"').value.returns).toBe('mixed');
  });
});

describe('docs/types.md', () => {
  const rows = readFileSync(new URL('../../../../../docs/types.md', import.meta.url), 'utf8')
    .split('\n## ', 1)
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | '));
  // What a type is with another word has a row of its own.
  const phpTypes = new Map(
    rows
      .filter(([types = '']) => !types.includes(' with '))
      .flatMap(([types = '', php = '']) => [...types.matchAll(/`([A-Z_]+)`/g)].map(([, type = '']) => [type, php])),
  );

  it.each(Object.keys(COLUMN_TYPES).filter((type) => !(type in TYPE_ALIASES)))('says what %s is', (type) => {
    const labels = type === 'ENUM' || type === 'SET' ? 'valueSet="a, b"' : '';
    const { value } = make('sqlite', `type="${type}" ${labels}`);
    const shown = (value.returnsDoc ?? value.returns ?? '').replace(/^TC$/, 'a generated enum');
    expect(phpTypes.get(type)).toContain(shown.replace('list<TC>', 'a list of a generated enum'));
  });

  it('says what arrays of PostgreSQL are', () => {
    const [, php = ''] = rows.find(([types]) => types === '| `ARRAY` with `elementType`') ?? [];
    for (const type of ['INTEGER', 'DECIMAL', 'DATE'] as const) {
      const { value } = make('pgsql', `type="ARRAY" elementType="${type}"`);
      const element = make('pgsql', `type="${type}"`).value.returns ?? '';
      expect(php.replaceAll('\\|', '|')).toContain((value.returnsDoc ?? 'no list').replace(element, 'T'));
    }
  });
});

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { pdoForm } from '../../../src/drivers/pdo.js';
import { phpString } from '../../../src/languages/php/literal.js';
import type { Adapter } from '../../../src/model/adapter.js';
import type { Database } from '../../../src/model/model.js';
import { columnStorage } from '../../../src/plan/storage.js';
import { DEFAULT_PLATFORM_OPTIONS, type Platform } from '../../../src/platforms/platform.js';
import { loadPlatform } from '../../../src/platforms/registry.js';
import { enumClassName, printEnum, tableEnums } from '../../../src/targets/php/enums.js';
import { phpValue } from '../../../src/targets/php/values/php-value.js';
import { compileSchema } from '../../support/compile-schema.js';
import { ENGINES, type Engine, missingEngine, openDatabase } from '../../support/engines.js';

const AUTOLOAD = join(import.meta.dirname, '../../../../runtime-php/vendor/autoload.php');
const SCRIPT = join(import.meta.dirname, 'support/round-trip.php');
const NAMING = { mapNamespace: 'Map', classPrefix: '', keyType: 'phpName' };
const MANY = Array.from({ length: 63 }, (_, i) => `l${i}`).join(', ');

/** One column of every type, and of every way a vendor keeps it. */
const schema = (adapter: Adapter): string => `<database name="app" enumStorage="label">
  <table name="round_trip">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="c_varchar" type="VARCHAR" size="255"/>
    <column name="c_text" type="LONGVARCHAR"/>
    <column name="c_clob" type="CLOB"/>
    <column name="c_char" type="CHAR" size="10"/>
    <column name="c_tinyint" type="TINYINT"/>
    <column name="c_smallint" type="SMALLINT"/>
    <column name="c_integer" type="INTEGER"/>
    <column name="c_bigint" type="BIGINT"/>
    <column name="c_digits" type="BIGINT" phpType="string"/>
    <column name="c_double" type="DOUBLE"/>
    <column name="c_real" type="REAL"/>
    <column name="c_float" type="FLOAT"/>
    <column name="c_decimal" type="DECIMAL" size="10" scale="2"/>
    <column name="c_fifteen" type="NUMERIC" size="15" scale="2"/>
    <column name="c_exact" type="DECIMAL" size="38" scale="10"/>
    <column name="c_whole" type="NUMERIC" size="20"/>
    <column name="c_boolean" type="BOOLEAN"/>
    <column name="c_date" type="DATE"/>
    <column name="c_time" type="TIME"/>
    <column name="c_time0" type="TIME" size="0"/>
    <column name="c_datetime" type="DATETIME"/>
    <column name="c_datetime3" type="DATETIME" size="3"/>
    <column name="c_datetime0" type="DATETIME" size="0"/>
    <column name="c_timestamp" type="TIMESTAMP"/>
    <column name="c_required" type="TIMESTAMP" required="true" defaultValue="2024-01-01"/>
    <column name="c_json" type="JSON"/>
    <column name="c_array" type="ARRAY"/>
    <column name="c_label" type="ENUM" valueSet="sci-fi, won't, back\\slash, über, 😀"/>
    <column name="c_index" type="ENUM" valueSet="first, second, third" enumStorage="index"/>
    <column name="c_plain_label" type="ENUM" valueSet="++, class, A" phpType="string"/>
    <column name="c_plain_index" type="ENUM" valueSet="++, class, A" phpType="string" enumStorage="index"/>
    <column name="c_set" type="SET" valueSet="one, two, three"/>
    <column name="c_many" type="SET" valueSet="${MANY}"/>
    <column name="c_plain_set" type="SET" valueSet="+, -" phpType="string"/>
    <column name="c_binary" type="BINARY" size="16"/>
    <column name="c_varbinary" type="VARBINARY" size="100"/>
    <column name="c_longvarbinary" type="LONGVARBINARY"/>
    <column name="c_blob" type="BLOB"/>
    <column name="c_blob_string" type="BLOB" phpType="string"/>
    <column name="c_object" type="OBJECT"/>
    <column name="c_point" type="OBJECT" phpType="\\Point"/>
    <column name="c_point_or_list" type="OBJECT" phpType="\\Point|\\ArrayObject"/>
    <column name="c_uuid" type="UUID"/>
    <column name="c_uuid_binary" type="UUID_BINARY"/>
    <column name="d_varchar" type="VARCHAR" defaultValue="it's \\ 😀"/>
    <column name="d_char" type="CHAR" size="5" defaultValue="ab "/>
    <column name="d_bigint" type="BIGINT" defaultValue="-9223372036854775808"/>
    <column name="d_digits" type="BIGINT" phpType="string" defaultValue="-5"/>
    <column name="d_double" type="DOUBLE" defaultValue="5"/>
    <column name="d_small" type="DOUBLE" defaultValue="-1.5e-7"/>
    <column name="d_decimal" type="DECIMAL" size="10" scale="2" defaultValue="+01.5"/>
    <column name="d_exact" type="DECIMAL" size="30" scale="5" defaultValue="-.5"/>
    <column name="d_boolean" type="BOOLEAN" defaultValue="yes"/>
    <column name="d_date" type="DATE" defaultValue="2024-02-29"/>
    <column name="d_time" type="TIME" defaultValue="12:30"/>
    <column name="d_time3" type="TIME" size="3" defaultValue="12:30:00.5"/>
    <column name="d_datetime" type="DATETIME" defaultValue="2024-02-29T12:30:01.250"/>
    <column name="d_timestamp" type="TIMESTAMP" size="0" defaultValue="2024-02-29"/>
    <column name="d_label" type="ENUM" valueSet="a-b, c" defaultValue="a-b"/>
    <column name="d_index" type="ENUM" valueSet="a-b, c" defaultValue="c" enumStorage="index"/>
    <column name="d_set" type="SET" valueSet="a, b, c" defaultValue="c, a"/>
    <column name="d_uuid" type="UUID" defaultValue="0A1B2C3D-4E5F-4000-8000-00000000000F"/>
    <column name="d_uuid_binary" type="UUID_BINARY" defaultValue="0A1B2C3D-4E5F-4000-8000-00000000000F"/>
    <column name="d_json" type="JSON" defaultValue='{"b": [1, 2.5], "a": {}}'/>
    <column name="d_array" type="ARRAY" defaultValue="a|b, c\\d"/>
    <column name="d_no_items" type="ARRAY" defaultValue=""/>
    <column name="d_bytes" type="VARBINARY" size="20" defaultValue="é'\\"/>
    ${ONLY[adapter] ?? ''}
  </table>
</database>`;

const ONLY: Partial<Record<Adapter, string>> = {
  pgsql: `<column name="c_unlimited" type="NUMERIC"/>
    <column name="c_zoned" type="TIMESTAMP" sqlType="TIMESTAMP WITH TIME ZONE"/>
    <column name="c_jsonb" type="JSON" sqlType="JSONB"/>
    <column name="c_geometry" type="GEOMETRY" sqlType="point"/>`,
  mysql: `<column name="c_unsigned" type="BIGINT" phpType="string">
      <vendor type="mysql"><parameter name="Unsigned" value="true"/></vendor>
    </column>
    <column name="c_geometry" type="GEOMETRY"/>`,
  sqlite: `<column name="c_unlimited" type="NUMERIC"/>
    <column name="c_geometry" type="GEOMETRY"/>`,
};

/** The columns as PHP: what generated classes do with a value, as functions. */
function columnsFile(database: Database, platform: Platform): string {
  const [table] = database.tables;
  if (!table) throw new Error('no table');
  const use = (name: string): string => `\\${name}`;
  const columns = table.columns.slice(1).map((column) => {
    const storage = columnStorage(table, column, platform, DEFAULT_PLATFORM_OPTIONS);
    const enumClass = enumClassName(table, column, NAMING);
    const value = phpValue(column, storage, {
      name: `${table.name}.${column.name}`,
      use,
      enumClass,
      pdo: pdoForm(platform.adapter, storage.sqlType),
    });
    const type = value.accepts === undefined || value.accepts === 'mixed' ? '' : `${value.accepts} `;
    const stored = value.stored;
    return `        ${phpString(column.name)} => [
            'quoted' => ${phpString(column.name)},
            'pdo' => \\PDO::PARAM_${value.pdoType},
            'comparable' => ${storage.comparable},
            'collate' => ${phpString(storage.collate)},
            'memoize' => ${value.memoize ?? false},
            'fromRow' => static fn($row): ${stored} => ${value.fromRow('$row')},
            'read' => static function (${stored} $stored)${value.returns === undefined ? '' : `: ${value.returns}`} {
                return ${value.memoize ? `!\\is_string($stored) ? $stored : ` : ''}${value.read?.('$stored') ?? '$stored'};
            },
            'accept' => static fn(${type}$value): ${stored}${column.notNull ? '' : '|null'} => ${value.accept?.('$value') ?? '$value'},
            'differs' => static fn(${stored}|null $current, ${stored}|null $next): bool => ${value.differs?.('$current', '$next') ?? '$current !== $next'},
            'bind' => static fn(${stored} $stored) => ${value.bind?.('$stored') ?? '$stored'},
            ${value.default === undefined ? '' : `'default' => ${value.default},`}
        ],`;
  });
  const enums = tableEnums(table, NAMING).map((each) => printEnum(table, each).replace(/^[\s\S]*?(?=enum )/, ''));
  return `<?php

declare(strict_types=1);

namespace Enum {
${enums.join('\n')}
}

namespace {
return [
    'table' => ${phpString(table.name)},
    'ddl' => ${phpString(platform.ddl(database, DEFAULT_PLATFORM_OPTIONS))},
    'columns' => [
${columns.join('\n')}
    ],
];
}
`;
}

const run = promisify(execFile);

async function roundTrip(engine: Engine, zone: string): Promise<{ tried: number; problems: string[] }> {
  const database = await openDatabase(engine);
  const folder = mkdtempSync(join(tmpdir(), 'orm-round-trip-'));
  try {
    const platform = await loadPlatform(database.adapter);
    const compiled = compileSchema(schema(database.adapter), platform);
    if (!compiled.database) throw new Error(compiled.diagnostics.map(({ message }) => message).join('\n'));
    const file = join(folder, 'columns.php');
    writeFileSync(file, columnsFile(compiled.database, platform));
    const { connection } = database;
    const dsn = database.adapter === 'mysql' ? `${connection.dsn};charset=utf8mb4` : connection.dsn;
    const settings = { ...connection, dsn, adapter: database.adapter, zone };
    const { stdout } = await run(
      'php',
      ['-d', 'error_reporting=-1', SCRIPT, AUTOLOAD, file, JSON.stringify(settings)],
      {
        maxBuffer: 1 << 24,
      },
    );
    try {
      return JSON.parse(stdout) as { tried: number; problems: string[] };
    } catch {
      throw new Error(stdout.slice(0, 4000));
    }
  } finally {
    rmSync(folder, { recursive: true });
    await database.drop();
  }
}

/** Zones with other changes of the clock than the engines, which mostly live in UTC. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Kathmandu'];

describe.each(ENGINES)('values on %s', (engine) => {
  it.skipIf(missingEngine(engine)).each(ZONES)('are read as they were set, in %s', async (zone) => {
    const { tried, problems } = await roundTrip(engine, zone);
    expect(problems).toEqual([]);
    expect(tried).toBeGreaterThan(500);
  });
});

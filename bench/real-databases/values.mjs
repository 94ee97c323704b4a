// Values for one row of every table, by the types of the catalog.

import { ask } from './engines.mjs';

const PGSQL = `SELECT quote_ident(n.nspname) AS "schema", c.relname AS "table", a.attname AS "column",
    a.attnotnull OR t.typnotnull AS required, d.oid IS NOT NULL OR a.attidentity <> '' OR t.typdefault IS NOT NULL AS given,
    a.attgenerated <> '' OR a.attidentity = 'a' AS generated,
    format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END) AS type,
    (SELECT json_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid) AS labels
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relkind IN ('r', 'p', 'f') AND a.attnum > 0 AND NOT a.attisdropped AND n.nspname NOT IN ('pg_catalog', 'information_schema')`;
const MYSQL = `SELECT '' AS "schema", TABLE_NAME AS "table", COLUMN_NAME AS "column", IS_NULLABLE = 'NO' AS required,
    COLUMN_DEFAULT IS NOT NULL OR EXTRA LIKE '%auto_increment%' AS given, GENERATION_EXPRESSION <> '' AS "generated",
    COLUMN_TYPE AS type, NULL AS labels, SRID AS srid
  FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()`;
const SQLITE = `SELECT '' AS "schema", m.name AS "table", c.name AS "column", c."notnull" AS required,
    c.dflt_value IS NOT NULL OR (c.pk > 0 AND upper(c.type) = 'INTEGER') AS given, c.hidden > 1 AS generated, c.type AS type, NULL AS labels
  FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table'`;
const COLUMNS = { pgsql: PGSQL, mysql: MYSQL.replaceAll('"', '`'), sqlite: SQLITE };

const CHECKS = {
  pgsql: `SELECT conname AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE contype = 'c'`,
  mysql: `SELECT CONSTRAINT_NAME AS name, CHECK_CLAUSE AS text FROM information_schema.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = DATABASE()`,
};

/** Tables by name with the schema in front where there is one; values to try for each column, and the text of each check by name. */
export function rowsFor(database) {
  const srid = database.adapter === 'mysql' && hasSrid(database) ? 'COALESCE(SRS_ID, 0)' : '0';
  const [columns, checks = []] = ask(database, [
    COLUMNS[database.adapter].replace('SRID', srid),
    ...(CHECKS[database.adapter] === undefined ? [] : [CHECKS[database.adapter]]),
  ]);
  const tables = {};
  for (const row of columns) {
    const is = (text) => text === 't' || text === '1';
    const labels = row.labels === null ? labelsIn(row.type) : JSON.parse(row.labels);
    const column = {
      required: is(row.required),
      given: is(row.given),
      generated: is(row.generated),
      values:
        labels === undefined
          ? (geometryOf(row) ?? valuesOf(row.type.toLowerCase()))
          : [labels.find((label) => label !== '') ?? ''],
    };
    for (const name of [row.table, `${row.schema}.${row.table}`]) {
      tables[name] ??= {};
      tables[name][row.column] = column;
    }
  }
  return { tables, checks: Object.fromEntries(checks.map(({ name, text }) => [name, text])) };
}

const hasSrid = (database) =>
  ask(database, [
    `SELECT 1 FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'information_schema' AND TABLE_NAME = 'COLUMNS' AND COLUMN_NAME = 'SRS_ID'`,
  ])[0].length > 0;

/** A point as MySQL keeps it: the system of its coordinates, then WKB. The rows script takes the digits for bytes. */
function geometryOf({ type, srid }) {
  if (srid === undefined || !/^(geometry|point)\b/i.test(type)) return undefined;
  const system = Buffer.alloc(4);
  system.writeUInt32LE(Number(srid));
  return [`hex:${system.toString('hex')}0101000000000000000000f03f0000000000000040`];
}

function labelsIn(type) {
  if (!/^(enum|set)\(/i.test(type)) return undefined;
  return [...type.matchAll(/'((?:[^']|'')*)'/g)].map((match) => match[1].replaceAll("''", "'"));
}

const random = (below) => Math.floor(Math.random() * below);

/** The first that a setter takes is used: the classes may want another form than the database. */
function valuesOf(type) {
  const size = Number(/\((\d+)/.exec(type)?.[1] ?? 8);
  const word = random(0xffffff).toString(16).padStart(6, 'a');
  if (type.endsWith('[]')) return ['{}', []];
  if (/^(bool|tinyint\(1\))/.test(type)) return [true, 1];
  if (/^(year)/.test(type)) return [2024];
  if (/int|serial|^oid|number/.test(type) && !/interval|point|range/.test(type)) return [1 + random(100), '1'];
  if (/^(numeric|decimal|double|float|real|money)/.test(type)) return [1, '1', 1.0];
  if (/^(timestamp|datetime)/.test(type)) return ['2024-05-06 07:08:09', '20240506070809'];
  if (/^date/.test(type)) return ['2024-05-06'];
  if (/^interval/.test(type)) return ['1 day'];
  if (/^time/.test(type)) return ['07:08:09'];
  if (/^uuid/.test(type)) return [crypto.randomUUID()];
  if (/^(json|jsonb)/.test(type)) return ['{}', {}];
  if (/^(inet|cidr)/.test(type)) return ['10.0.0.1'];
  if (/^inet6/.test(type)) return ['::1'];
  if (/^inet4/.test(type)) return ['10.0.0.1'];
  if (/^macaddr8/.test(type)) return ['08:00:2b:01:02:03:04:05'];
  if (/^macaddr/.test(type)) return ['08:00:2b:01:02:03'];
  if (/^(bit varying|varbit)/.test(type)) return ['1'];
  if (/^bit/.test(type)) return ['1'.padStart(/\((\d+)/.test(type) ? size : 1, '0'), 1, true];
  if (/range/.test(type)) return ['empty'];
  if (/hstore/.test(type)) return ['a=>1'];
  if (/ltree/.test(type)) return ['a.b'];
  if (/xml/.test(type)) return ['<a/>'];
  if (/^point/.test(type)) return ['(1,2)'];
  if (/^line/.test(type)) return ['{1,2,3}'];
  if (/^(lseg|box|path|polygon)/.test(type)) return ['((1,2),(3,4))'];
  if (/^circle/.test(type)) return ['<(1,2),3>'];
  if (/cube/.test(type)) return ['(1,2)'];
  if (/(char|binary)/.test(type)) return [word.slice(0, /\(/.test(type) ? size : 1), word];
  return [word];
}

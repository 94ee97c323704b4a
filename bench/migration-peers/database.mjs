// The databases of the comparison: made, copied, filled, read. Nothing here is a tool's or ours but the two drivers.

import { createRequire } from 'node:module';
import { engineUrl } from '../../scripts/engines/locate.mjs';

const require = createRequire(new URL('../../packages/generator/package.json', import.meta.url));
const [pg, mysql] = ['pg', 'mysql2/promise'].map((driver) => require(driver));

const ROWS = 300;

export const adapterOf = (engine) => (engine.startsWith('pgsql') ? 'pgsql' : 'mysql');

/** A session; values come as text. */
export async function connect(engine, database) {
  const url = new URL(engineUrl(engine));
  if (database !== undefined) url.pathname = database;
  if (adapterOf(engine) === 'pgsql') {
    const client = new pg.Client(url.href);
    client.on('error', () => {}); // a database that is dropped ends its sessions
    await client.connect();
    return { query: async (sql) => (await client.query(sql)).rows, close: () => client.end() };
  }
  const client = await mysql.createConnection({ uri: url.href, dateStrings: true });
  return { query: async (sql) => (await client.query(sql))[0], close: () => client.end() };
}

export async function within(engine, database, work) {
  const session = await connect(engine, database);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

export async function dropDatabase(engine, name) {
  const force = adapterOf(engine) === 'pgsql' ? ' WITH (FORCE)' : '';
  await within(engine, undefined, (session) => session.query(`DROP DATABASE IF EXISTS ${name}${force}`));
}

export async function createDatabase(engine, name) {
  await dropDatabase(engine, name);
  const utf8 = adapterOf(engine) === 'mysql' ? ' CHARACTER SET utf8mb4' : '';
  await within(engine, undefined, (session) => session.query(`CREATE DATABASE ${name}${utf8}`));
}

/** A second database with the same tables and rows, the tables of the tool among them. */
export async function copyDatabase(engine, from, to) {
  await dropDatabase(engine, to);
  if (adapterOf(engine) === 'pgsql') {
    await within(engine, undefined, (session) => session.query(`CREATE DATABASE ${to} TEMPLATE ${from}`));
    return;
  }
  await createDatabase(engine, to);
  await within(engine, to, async (session) => {
    await session.query('SET FOREIGN_KEY_CHECKS = 0');
    const tables = await session.query(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${from}'`,
    );
    for (const { name } of tables) {
      const [made] = await session.query(`SHOW CREATE TABLE ${from}.\`${name}\``);
      await session.query(made['Create Table']);
      await session.query(`INSERT INTO \`${name}\` SELECT * FROM ${from}.\`${name}\``);
    }
  });
}

const text = (value) => `'${value.replaceAll("'", "''")}'`;
const two = (number) => String(number).padStart(2, '0');
const day = (row) => `202${row % 5}-${two(1 + (row % 12))}-${two(1 + (row % 28))}`;

/** What a row has in a column, as SQL. `storesPosition`: the tool stores an ENUM as a number. */
function cellOf(column, row, storesPosition) {
  if (column.isAuto) return String(row);
  if (column.isSparse && row % 7 === 0) return 'NULL';
  switch (column.type) {
    case 'int':
      return String(column.refersTo ? 1 + ((row * 7) % ROWS) : (row * 3) % 1000);
    case 'varchar':
      return text(`${column.name.slice(0, 5)} ${row}`);
    case 'text':
      return text(`A note about ${row}. `.repeat(20));
    case 'bool':
      return row % 3 === 0 ? 'TRUE' : 'FALSE';
    case 'decimal':
      return `${row}.${two(row % 100)}`;
    case 'float':
      return `${row}.25`;
    case 'date':
      return text(day(row));
    case 'timestamp':
      return text(`${day(row)} 1${row % 10}:00:0${row % 9}`);
    case 'enum': {
      const used = column.labels.filter((each) => !column.unused?.includes(each));
      const label = used[row % used.length];
      return storesPosition ? String(column.labels.indexOf(label)) : text(label);
    }
    default:
      throw new Error(`no value for a column of type ${column.type}`);
  }
}

/** A few hundred rows in every table; the same for every tool. */
export async function fill(engine, database, model, { storesPosition }) {
  await within(engine, database, async (session) => {
    for (const table of model.tables) {
      const names = table.columns.map((each) => each.name).join(', ');
      const rows = Array.from({ length: ROWS }, (_, at) => {
        const row = at + 1;
        // A pair of an order and a product is there once.
        const values = table.columns.map((each) =>
          each.name === 'order_id' ? String(row) : cellOf(each, row, storesPosition),
        );
        return `(${values.join(', ')})`;
      });
      await session.query(`INSERT INTO ${table.name} (${names}) VALUES ${rows.join(', ')}`);
    }
  });
}

/** Many rows in `product`, made by the server. */
export async function fillMany(engine, database, count, { storesPosition }) {
  const isPg = adapterOf(engine) === 'pgsql';
  const kind = storesPosition ? '1' : "'film'";
  await within(engine, database, async (session) => {
    const names = Array.from({ length: 50 }, (_, at) => `(${at + 1}, 'category ${at + 1}')`);
    await session.query(`INSERT INTO category (id, name) VALUES ${names.join(', ')}`);
    const title = (number) => (isPg ? `'title ' || ${number}` : `CONCAT('title ', ${number})`);
    const columns = 'id, category_id, title, pages, stock, kind, hits';
    await session.query(`INSERT INTO product (${columns}) VALUES (1, 1, 'title 1', 1, 1, ${kind}, 0)`);
    for (let done = 1; done < count; done *= 2) {
      await session.query(
        `INSERT INTO product (${columns}) SELECT id + ${done}, 1 + (id % 50), ${title(`(id + ${done})`)}, id % 900, id % 70, kind, 0 FROM product WHERE id <= ${count - done}`,
      );
    }
    await session.query(isPg ? 'ANALYZE product' : 'ANALYZE TABLE product');
  });
}

/** Everything in the tables, as text: table → its columns and rows in the order of their ids. */
export async function readRows(engine, database, names) {
  const isPg = adapterOf(engine) === 'pgsql';
  return within(engine, database, async (session) => {
    const found = new Map();
    for (const name of names) {
      const columns = (
        await session.query(
          `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${name}' AND table_schema = ${isPg ? "'public'" : `'${database}'`}`,
        )
      ).map((each) => each.name);
      if (columns.length === 0) continue;
      const list = columns.map((each) => (isPg ? `"${each}"::text` : `CAST(\`${each}\` AS CHAR) AS \`${each}\``));
      found.set(name, { columns, rows: await session.query(`SELECT ${list.join(', ')} FROM ${name} ORDER BY id`) });
    }
    return found;
  });
}

const CATALOG = {
  pgsql: {
    columns: `SELECT table_name, column_name, is_nullable, data_type AS type, character_maximum_length AS length, numeric_precision AS precision,
      numeric_scale AS scale, column_default AS preset, col_description((quote_ident(table_name))::regclass, ordinal_position) AS comment
      FROM information_schema.columns WHERE table_schema = 'public'`,
    indexes: `SELECT t.relname AS table_name, i.relname AS name, x.indisunique AS is_unique,
      (SELECT string_agg(a.attname, ',' ORDER BY k.at) FROM unnest(x.indkey) WITH ORDINALITY AS k (num, at)
        JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.num) AS columns
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
      WHERE t.relnamespace = 'public'::regnamespace`,
    keys: `SELECT t.relname AS table_name, a.attname AS column_name,
      CASE c.confdeltype WHEN 'c' THEN 'cascade' WHEN 'n' THEN 'set null' ELSE 'other' END AS action
      FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
      WHERE c.contype = 'f'`,
    checks: "SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE contype = 'c'",
  },
  mysql: {
    columns: `SELECT table_name AS table_name, column_name AS column_name, is_nullable AS is_nullable, data_type AS type,
      character_maximum_length AS length, numeric_precision AS \`precision\`, numeric_scale AS scale, column_default AS preset,
      column_comment AS comment FROM information_schema.columns WHERE table_schema = DATABASE()`,
    indexes: `SELECT table_name AS table_name, index_name AS name, non_unique = 0 AS is_unique,
      GROUP_CONCAT(column_name ORDER BY seq_in_index) AS columns FROM information_schema.statistics WHERE table_schema = DATABASE()
      GROUP BY table_name, index_name, non_unique`,
    keys: `SELECT k.table_name AS table_name, k.column_name AS column_name, LOWER(r.delete_rule) AS action
      FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r
      ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name AND r.table_name = k.table_name
      WHERE k.table_schema = DATABASE() AND k.referenced_table_name IS NOT NULL`,
    checks:
      'SELECT check_clause AS text FROM information_schema.check_constraints WHERE constraint_schema = DATABASE()',
  },
};

const number = (value) => (value === null ? undefined : Number(value));

/** What the server itself says of the tables. */
export async function readCatalog(engine, database) {
  const queries = CATALOG[adapterOf(engine)];
  return within(engine, database, async (session) => {
    const columns = new Map(
      (await session.query(queries.columns)).map((each) => [
        `${each.table_name}.${each.column_name}`,
        {
          isNullable: each.is_nullable === 'YES',
          type: each.type,
          length: number(each.length),
          precision: number(each.precision),
          scale: number(each.scale),
          default: each.preset === null || each.preset === 'NULL' ? '' : each.preset,
          comment: each.comment ?? '',
        },
      ]),
    );
    const indexes = (await session.query(queries.indexes)).map((each) => ({
      table: each.table_name,
      name: each.name,
      isUnique: Boolean(Number(each.is_unique)),
      columns: (each.columns ?? '').split(','),
    }));
    const foreignKeys = (await session.query(queries.keys)).map((each) => ({
      table: each.table_name,
      column: each.column_name,
      onDelete: each.action,
    }));
    const checks = (await session.query(queries.checks)).map((each) => each.text);
    return { columns, indexes, foreignKeys, checks };
  });
}

const labelSql = (value) => (typeof value === 'number' ? String(value) : text(value));

/** Whether a row has this label. */
export async function hasLabel(engine, database, value) {
  return within(engine, database, async (session) => {
    const cast = adapterOf(engine) === 'pgsql' && typeof value === 'string' ? 'kind::text' : 'kind';
    return (await session.query(`SELECT id FROM product WHERE ${cast} = ${labelSql(value)}`)).length > 0;
  });
}

/** Whether a row can have this label; nothing stays changed. */
export async function takesLabel(engine, database, value) {
  return within(engine, database, async (session) => {
    await session.query('BEGIN');
    try {
      await session.query(`UPDATE product SET kind = ${labelSql(value)} WHERE id = 1`);
      return true;
    } catch {
      return false;
    } finally {
      await session.query('ROLLBACK');
    }
  });
}

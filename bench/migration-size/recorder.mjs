// Preloaded into a run of the command (`node --import`): writes every statement that it sends, with the number of rows that came back, into
// the file that ORM_RECORD names.

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const load = createRequire(new URL('../../packages/generator/package.json', import.meta.url));
const sent = [];

function recordPg({ Client }) {
  const { query } = Client.prototype;
  Client.prototype.query = async function recorded(given) {
    const entry = { sql: given.text ?? given, values: given.values ?? [] };
    sent.push(entry);
    const result = await query.call(this, given);
    entry.rows = result.rows?.length ?? 0;
    return result;
  };
}

function recordMysql({ PromiseConnection }) {
  for (const way of ['query', 'execute']) {
    const original = PromiseConnection.prototype[way];
    PromiseConnection.prototype[way] = async function recorded(sql, values) {
      const entry = { sql, values: values ?? [] };
      sent.push(entry);
      const result = await original.call(this, sql, values);
      entry.rows = Array.isArray(result[0]) ? result[0].length : 0;
      return result;
    };
  }
}

recordPg(load('pg'));
recordMysql(load('mysql2/promise'));
process.on('exit', () => writeFileSync(process.env.ORM_RECORD, JSON.stringify(sent)));

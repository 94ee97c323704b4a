// The statements of a run (recorder.mjs) once more, with the driver and nothing else.
//   node bench/migration-size/bare.mjs <statements.json> <URL>

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const load = createRequire(new URL('../../packages/generator/package.json', import.meta.url));
const [file, url] = process.argv.slice(2);
const sent = JSON.parse(readFileSync(file, 'utf8'));

if (url.startsWith('postgres:')) {
  const client = new (load('pg').Client)(url);
  await client.connect();
  for (const { sql, values } of sent) await client.query({ text: sql, values, rowMode: 'array' });
  await client.end();
} else {
  const connection = await load('mysql2/promise').createConnection({ uri: url, rowsAsArray: true });
  for (const { sql, values } of sent) await connection[values.length > 0 ? 'execute' : 'query'](sql, values);
  await connection.end();
}

// The floor that sql:build is measured against: parses the same XML with saxes and writes the same bytes, no thought.
//   node bare-sql-build.mjs SCHEMA SQL OUT
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { SaxesParser } from 'saxes';

const [schema, sql, out] = process.argv.slice(2);
let elements = 0;
const parser = new SaxesParser();
parser.on('opentag', () => elements++);
parser.write(readFileSync(schema, 'utf8')).close();
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, readFileSync(sql));
if (elements === 0) throw new Error('nothing was parsed');

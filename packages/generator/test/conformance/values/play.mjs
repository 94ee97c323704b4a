// Plays steps of the values (conformance/README.md) with the compiled classes of a project: reads them from the standard
// input and writes what came of each.

import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const [, , folder] = process.argv;
const load = (file) => import(pathToFileURL(`${folder}/built/src/models/${file}.js`).href);
const { orm } = await load('config');
const models = await load('index');

const decoded = (kind, value) => {
  switch (kind) {
    case 'integer':
    case 'float':
    case 'single':
      return Number(value);
    case 'bigint':
      return BigInt(value);
    case 'bytes':
      return Buffer.from(value, 'hex');
    case 'instant':
      return new Date(value);
    case 'json':
      return JSON.parse(value);
    case 'documents':
      return JSON.parse(value).map((each) => JSON.parse(each));
    default:
      return value;
  }
};

const bits = (value) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes.toString('hex');
};

const withMicroseconds = (value) => {
  const [time, fraction = ''] = value.split('.');
  return `${time}.${fraction.padEnd(6, '0')}`;
};

const encoded = (kind, value) => {
  switch (kind) {
    case 'integer':
    case 'bigint':
      return String(value);
    case 'float':
    case 'single':
      return Number.isNaN(value) ? '7ff8000000000000' : bits(value);
    case 'bytes':
      return Buffer.from(value).toString('hex');
    case 'time':
    case 'moment':
      return withMicroseconds(value);
    case 'instant':
      return value.toISOString();
    case 'json':
      return JSON.stringify(value);
    case 'documents':
      return JSON.stringify(value.map((each) => JSON.stringify(each)));
    default:
      return value;
  }
};

const className = (table) => table.replaceAll(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());

async function play({ do: deed, table, kind, id, value }) {
  const name = className(table);
  if (deed === 'write') {
    await models[name].create({ id, value: decoded(kind, value) });
    return { done: true };
  }
  const found = await models[`${name}Query`].create().findPk(id);
  if (deed === 'read') return { value: encoded(kind, found.value), ...(found.isModified() ? { modified: true } : {}) };
  found.other = id;
  await found.save();
  return { done: true };
}

const answers = [];
for (const step of JSON.parse(await text(process.stdin))) {
  answers.push(
    await play(step).catch((error) =>
      error.name === 'InvalidValueError' ? { refused: true } : { error: `${error.name}: ${error.message}` },
    ),
  );
}
process.stdout.write(JSON.stringify(answers));
await orm.close();

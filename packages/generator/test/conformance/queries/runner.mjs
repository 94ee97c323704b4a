// Plays the scenarios of conformance/queries that come as JSON; prints what it executed and found. Runs in the folder of a project
// whose classes were compiled: node runner.mjs FOLDER

import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const load = (path) => import(pathToFileURL(join(process.argv[2] ?? '', path)).href);
const { orm } = await load('built/config.js');
const models = await load('built/index.js');
const { load: loadRelations, sql } = await load('node_modules/@ormgen/runtime/dist/index.js');

/** Methods that run something take the connection behind their arguments. */
const RUNS =
  /^(?:find|findOne|findPk|findPks|requireOne|requirePk|count|exists|paginate|update|delete|deleteAll|find(?:One)?By.+|requireOneBy.+)$/;

const className = (table) => table.replaceAll(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());
const propertyName = (column) => column.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Methods whose first parameter is an alias; chains write null for no alias. */
const JOINS = /^(?:left|inner)?[jJ]oin|^with.+Query$/;

/** A connection that notes every statement with its values. */
function journaling(con, journal) {
  return new Proxy(con, {
    get(target, name) {
      const member = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...given) => {
        if (name === 'run')
          journal.push([given[0].sql, given[0].values.map((value) => (value === null ? null : String(value)))]);
        return member.apply(target, given);
      };
    },
  });
}

async function argument(table, value, con) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (value.columns !== undefined) {
    const entries = Object.entries(value.columns).map(([column, each]) => [
      propertyName(column),
      typeof each === 'object' && each !== null ? sql(each.sql, ...each.values) : each,
    ]);
    return Object.fromEntries(entries);
  }
  if (value.query !== undefined) return play(queryOf(table), table, value.query, con);
  if (value.conditions !== undefined) return (query) => asked(query, value.conditions);
  const of = value.of ?? table;
  if (value.object !== undefined) return queryOf(of).findPk(...value.object);
  if (value.objects !== undefined) return Promise.all(value.objects.map((key) => queryOf(of).findPk(...key)));
  return value;
}

const queryOf = (table) => models[`${className(table)}Query`].create();

/** What is asked of the query of a relation; nothing in it has to be waited for. */
function asked(query, chain) {
  return chain.reduce((target, [method, ...given]) => {
    const args = given.map((value) => (value?.conditions ? (inner) => asked(inner, value.conditions) : value));
    return target[method](...args);
  }, query);
}

/** Nobody has asked for an order of related objects. */
const inOrder = (related) => (Array.isArray(related) ? [...related].sort((one, other) => one.id - other.id) : related);

async function play(query, table, chain, con) {
  let target = query;
  for (const [method, ...given] of chain) {
    const args = [];
    for (const value of given) {
      args.push(value === null && JOINS.test(method) ? undefined : await argument(table, value, con));
    }
    if (method === 'iterate') {
      const found = [];
      for await (const row of target.iterate(con, args[0])) found.push(row);
      target = found;
    } else if (method === 'load') {
      const { property } = target[0].$table.relations.find(({ name }) => name === args[0]);
      target = await loadRelations(target, [property], con);
    } else if (method === 'related') {
      const property = args[0].charAt(3).toLowerCase() + args[0].slice(4);
      target = target.map((object) => [object, inOrder(object[property])]);
    } else if (method === 'select') target = target.select(...args.map(propertyName));
    // A query is no promise, but what it finds may be one.
    else target = await target[method](...args, ...(RUNS.test(method) ? [con] : []));
  }
  return target;
}

function shown(value) {
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (value.$table !== undefined) {
    const { key, columns } = value.$table;
    const values = (key.length === 0 ? [...columns.keys()] : key).map((position) => value[columns[position].property]);
    return key.length === 1 ? values[0] : values;
  }
  if ('results' in value) {
    const { total, results, page, lastPage } = value;
    return { total, results: shown(results), page, lastPage };
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [columnName(name), each]));
}

const columnName = (property) => property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const answers = [];
for (const { table, chain, after } of JSON.parse(await text(process.stdin))) {
  const transaction = await orm.connection().begin();
  const journal = [];
  const answer = {};
  try {
    answer.result = shown(await play(queryOf(table), table, chain, journaling(transaction, journal)));
  } catch (error) {
    if (!error.name.endsWith('Error') || error.name === 'TypeError') throw error;
    answer.raised = error.name.replace(/Error$/, '');
  }
  answer.statements = journal;
  if (after !== undefined) answer.after = shown(await play(queryOf(table), table, after, transaction));
  await transaction.rollback();
  answers.push(answer);
}
console.log(JSON.stringify(answers));
await orm.close();

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contributionsOf } from '../../../src/behaviors/contributions.js';
import { BEHAVIORS } from '../../../src/behaviors/registry.js';
import { METHOD_PREFIXES, TAKEN_METHODS } from '../../../src/targets/php/check/methods.js';
import { build, table } from '../../schema/support/build.js';

const RUNTIME = join(import.meta.dirname, '../../../../runtime-php/src');
const SORTABLE = join(RUNTIME, 'Sortable');

/** Methods of a trait of the runtime, and of those it uses. */
function methodsOf(trait: string, folder = 'Sortable'): readonly string[] {
  const text = readFileSync(join(RUNTIME, folder, `${trait}.php`), 'utf8');
  const imported = new Map(
    [...text.matchAll(/^use Orm\\Runtime\\(\w+)\\(\w+);$/gm)].map(([, from, name]) => [name, from]),
  );
  const used = [...text.matchAll(/^ {4}use (\w+);$/gm)].flatMap(([, name = '']) => methodsOf(name, imported.get(name)));
  return [...used, ...[...text.matchAll(/^ {4}[\w ]*function (\w+)/gm)].map(([, name = '']) => name)];
}

const list = (attributes = ''): string =>
  `<table name="task" ${attributes}><column name="id" type="INTEGER" primaryKey="true"/><behavior name="sortable"><parameter name="use_scope" value="true"/></behavior></table>`;

it('knows every method of the traits that a column or a relation could replace', async () => {
  const { table: find } = await build(list(), { behaviors: BEHAVIORS });
  const described = contributionsOf(find('task')).methods.map(({ name }) => name);
  const methods = methodsOf('SortableObject').filter((name) =>
    METHOD_PREFIXES.some((prefix) => name.startsWith(prefix) && /^[A-Z]/.test(name.slice(prefix.length))),
  );
  expect(methods).toContain('isFirst');
  expect(methods.filter((name) => !described.includes(name) && !TAKEN_METHODS.includes(name))).toEqual([]);
});

it.each(['', 'readOnly="true"'])('describes methods that the traits have, %s', async (attributes) => {
  const { table: find } = await build(list(attributes), { behaviors: BEHAVIORS });
  const { methods, parts } = contributionsOf(find('task'));
  const trait = parts[0]?.model?.split('.').at(-1) ?? '';
  const known = methodsOf(trait);
  const onModel = methods.filter(({ on }) => on === 'model');
  for (const { name, body } of onModel) {
    if (body.does === 'inherit') expect(known, name).toContain(name);
    if (body.does === 'call') expect(known, name).toContain(body.operation);
  }
  const query = methodsOf('SortableQuery');
  for (const { name, body, on } of methods)
    if (on === 'query' && body.does === 'call') expect(query, name).toContain(body.operation);
  expect(readdirSync(SORTABLE)).toContain('Sortable.php');
  expect(onModel.some(({ name }) => name === 'moveUp')).toBe(attributes === '');
});

it('has no list of its own to forget in a table without a behavior', async () => {
  const { table: find } = await build(table('plain'), { behaviors: BEHAVIORS });
  expect(contributionsOf(find('plain'))).toEqual({ methods: [], parts: [] });
});

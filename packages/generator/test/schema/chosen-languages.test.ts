import { expect, it } from 'vitest';
import type { NameRules } from '../../src/model/name-rules.js';
import { PHP_NAMES } from '../../src/targets/php/check/name-rules.js';
import { key, table, tryBuild } from './support/build.js';

/** Everything that PHP has something against, and nobody else. */
const SCHEMA = [
  table('class'),
  table('9_lives'),
  table('shelf', '', 'namespace="no namespace" baseClass="no class" interface="Some.Interface"'),
  table('book', '', 'phpName="Copy"'),
  table('copy', '<column name="primary_key" type="INTEGER"/>'),
  table('page', '<column name="ord" phpName="Order" type="INTEGER"/>'),
  table(
    'line',
    `${key('page_id', 'page', 'phpName="to page" refPhpName="of page"')}<column name="order" type="INTEGER"/>`,
  ),
  table(
    'word',
    '<column name="kind" type="INTEGER" inheritance="single"><inheritance key="1" class="Some-Word" extends="list"/></column>',
  ),
  table('note', '<column name="tags" type="ARRAY" phpSingularName="a tag" phpType="no type"/>'),
].join('\n');

const codes = async (schema: string, names: readonly NameRules[]): Promise<readonly string[]> =>
  (await tryBuild(schema, { names })).diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);

it('PHP is asked what it can name where it was chosen', async () => {
  const found = await codes(SCHEMA, [PHP_NAMES]);
  expect(new Set(found)).toEqual(
    new Set(['schema/reserved-word', 'schema/php-name', 'schema/namespace', 'schema/class-twice', 'schema/taken-name']),
  );
  expect(found).toHaveLength(13);
});

it('and not asked where it was not', async () => {
  const { diagnostics, database } = await tryBuild(SCHEMA, { names: [] });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(database?.tables.map(({ className }) => className)).toContain('Class');
});

it('names that nobody can see are refused whatever was chosen', async () => {
  const schema = [
    table('a', '', 'phpName="A&#x200b;"'),
    table('b', '<column name="c" phpName="C&#x200b;" type="INTEGER"/>'),
    table('d', key('a_id', 'a', 'phpName="A&#x202e;" refPhpName="D&#x202e;"')),
  ].join('\n');
  expect(new Set(await codes(schema, []))).toEqual(new Set(['schema/code-name']));
  expect(new Set(await codes(schema, [PHP_NAMES]))).toEqual(new Set(['schema/php-name']));
});

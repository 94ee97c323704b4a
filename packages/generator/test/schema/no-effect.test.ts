import { expect, it } from 'vitest';
import type { ElementSpec } from '../../src/schema/attribute-spec.js';
import { WITHOUT_EFFECT } from '../../src/schema/build/no-effect.js';
import { VOCABULARY } from '../../src/schema/vocabulary.js';
import { tryBuild } from './support/build.js';

/** Its warning comes from the check for PHP, which names the column. */
const SAID_ELSEWHERE = ['column typeHint'];

it('every attribute that is documented to have no effect draws a note, and no other', () => {
  const documented = Object.entries<ElementSpec>(VOCABULARY).flatMap(([element, { attributes }]) =>
    Object.entries(attributes).flatMap(([name, { doc }]) =>
      /^No effect|not used/.test(doc) ? [`${element} ${name}`] : [],
    ),
  );
  const noted = Object.entries(WITHOUT_EFFECT).flatMap(([element, attributes]) =>
    Object.keys(attributes).map((name) => `${element} ${name}`),
  );
  expect([...noted, ...SAID_ELSEWHERE].sort()).toEqual(documented.sort());
});

it('a note is no error, and the schema builds', async () => {
  const { diagnostics, database } = await tryBuild(
    '<table name="book" alias="b" package="x" defaultStringFormat="XML"><column name="id" type="INTEGER" primaryKey="true"/></table>',
  );
  expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual(
    Array(3).fill('note schema/no-effect'),
  );
  expect(database?.tables).toHaveLength(1);
});

import { describe, expect, it } from 'vitest';
import type { Table } from '../../src/model/model.js';
import { build, key, reference, relations, table } from './support/build.js';

const crossings = (owner: Table): string[] =>
  owner.crossReferences.map(
    ({ relationName, relationNamePlural, crossTable, targets }) =>
      `${relationName}/${relationNamePlural} through ${crossTable.name} to ${targets.map(({ foreignTable }) => foreignTable.name).join('+')}`,
  );

const crossTable = (name: string, ...targets: string[]): string =>
  `<table name="${name}" isCrossRef="true">${targets
    .map(
      (target) => `<column name="${target}_id" type="INTEGER" primaryKey="true"/>${reference(`${target}_id`, target)}`,
    )
    .join('')}</table>`;

describe('relations', () => {
  it('are known on both ends, as one object', async () => {
    const { table: find } = await build(table('author') + table('book', key('author_id', 'author')));
    const [foreignKey] = find('book').foreignKeys;
    expect(find('author').referrers[0]).toBe(foreignKey);
    expect(foreignKey?.foreignTable).toBe(find('author'));
    expect(foreignKey?.columns[0]?.local).toBe(find('book').columns[1]);
  });

  it('are one-to-one over a primary key or a unique', async () => {
    const unique = '<unique><unique-column name="owner"/></unique>';
    const { table: find } = await build(
      table('person') +
        table('profile', reference('id', 'person')) +
        table('passport', key('owner', 'person') + unique),
    );
    expect(relations(find('person')).from).toEqual(['Profile', 'Passport']);
    expect(find('person').referrers.map(({ oneToOne }) => oneToOne)).toEqual([true, true]);
  });

  it('are not one-to-one over a part of the primary key', async () => {
    const body = '<column name="n" type="INTEGER" primaryKey="true"/>';
    const { table: find } = await build(table('author') + table('page', body + reference('id', 'author')));
    expect(find('page').foreignKeys[0]?.oneToOne).toBe(false);
  });

  it('without a constraint are relations all the same', async () => {
    const body = `<column name="kind" type="VARCHAR"/><column name="of" type="INTEGER"/>
      <foreign-key foreignTable="author" phpName="Of"><reference local="of" foreign="id"/><reference local="kind" value="a"/></foreign-key>`;
    const renamed = body.replaceAll('"of"', '"of_id"');
    const { table: find } = await build(table('author') + table('note', renamed));
    expect(find('note').foreignKeys[0]).toMatchObject({ constraint: false, relationName: 'Of', oneToOne: false });
    expect(relations(find('author')).from).toEqual(['Notes']);
  });
});

describe('cross-references', () => {
  it('of two keys join both ends', async () => {
    const { table: find } = await build(table('author') + table('book') + crossTable('wrote', 'author', 'book'));
    expect(crossings(find('author'))).toEqual(['Book/Books through wrote to book']);
    expect(crossings(find('book'))).toEqual(['Author/Authors through wrote to author']);
  });

  it('of three keys lead to the other two', async () => {
    const { table: find } = await build(
      table('team') + table('user') + table('event') + crossTable('job', 'team', 'user', 'event'),
    );
    expect(crossings(find('user'))).toEqual(['TeamEvent/TeamEvents through job to team+event']);
    expect(crossings(find('team'))).toEqual(['UserEvent/UserEvents through job to user+event']);
  });

  it('get the prefix Cross where a relation has the name already', async () => {
    const body = table('author') + table('book', key('author_id', 'author')) + crossTable('wrote', 'author', 'book');
    const { table: find } = await build(body);
    expect(crossings(find('author'))).toEqual(['CrossBook/CrossBooks through wrote to book']);
    expect(crossings(find('book'))).toEqual(['CrossAuthor/CrossAuthors through wrote to author']);
  });
});

describe('the model', () => {
  it('is frozen throughout, relations too', async () => {
    const { database, table: find } = await build(table('author') + table('book', key('author_id', 'author')));
    for (const part of [database, database.tables, find('book'), find('book').columns, find('book').columns[0]]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
    expect(Object.isFrozen(find('author').referrers)).toBe(true);
    expect(Object.isFrozen(find('book').foreignKeys[0]?.columns[0])).toBe(true);
  });

  it('keeps tables and columns in the order of the schema', async () => {
    const { database } = await build(table('z', key('a_id', 'a')) + table('a'));
    expect(database.tables.map(({ name }) => name)).toEqual(['z', 'a']);
  });

  it('has the types that old names stand for', async () => {
    const body = ['BU_DATE', 'BU_TIMESTAMP', 'BOOLEAN_EMU'].map((type, i) => `<column name="c${i}" type="${type}"/>`);
    const { table: find } = await build(table('t', body.join('')));
    expect(find('t').columns.map(({ type }) => type)).toEqual(['INTEGER', 'DATE', 'TIMESTAMP', 'BOOLEAN']);
  });

  it('resolves sizes and defaults', async () => {
    const body =
      '<column name="a" type="TIMESTAMP"/><column name="b" type="BOOLEAN" default="YES"/><column name="c" type="INTEGER" defaultValue="+07"/>';
    const { table: find } = await build(table('t', body));
    const [, a, b, c] = find('t').columns;
    expect(a?.size).toBe(6);
    expect(b?.default).toEqual({ kind: 'value', value: 'true' });
    expect(c?.default).toEqual({ kind: 'value', value: '7' });
  });
});

import { describe, expect, it } from 'vitest';
import { build, key, reference, relations, table } from './support/build.js';

/** The names of relations are those Propel gives, so that code written against its classes still reads. */
describe('names of relations', () => {
  it('are those of the other table', async () => {
    const { table: find } = await build(table('author') + table('blog_post', key('author_id', 'author')));
    expect(relations(find('blog_post'))).toEqual({ to: ['Author'], from: [] });
    expect(relations(find('author'))).toEqual({ to: [], from: ['BlogPosts'] });
  });

  it('can be given', async () => {
    const { table: find } = await build(
      table('author') + table('book', key('author_id', 'author', 'phpName="Writer" refPhpName="Work"')),
    );
    expect(relations(find('book')).to).toEqual(['Writer']);
    expect(relations(find('author')).from).toEqual(['Works']);
  });

  it('name the local columns where several keys lead to one table', async () => {
    const { table: find } = await build(
      table('author') + table('book', key('author_id', 'author') + key('editor_id', 'author')),
    );
    expect(relations(find('book')).to).toEqual(['AuthorRelatedByAuthorId', 'AuthorRelatedByEditorId']);
    expect(relations(find('author')).from).toEqual(['BookRelatedByAuthorIds', 'BookRelatedByEditorIds']);
  });

  it('of a given key leave the others ambiguous', async () => {
    const { table: find } = await build(
      table('author') + table('book', key('author_id', 'author', 'phpName="Writer"') + key('editor_id', 'author')),
    );
    expect(relations(find('book')).to).toEqual(['Writer', 'AuthorRelatedByEditorId']);
  });

  it('name the columns where two tables refer to each other', async () => {
    const { table: find } = await build(
      table('author', key('favourite_id', 'book')) + table('book', key('author_id', 'author')),
    );
    expect(relations(find('author'))).toEqual({ to: ['BookRelatedByFavouriteId'], from: ['BookRelatedByAuthorIds'] });
    expect(relations(find('book'))).toEqual({ to: ['AuthorRelatedByAuthorId'], from: ['AuthorRelatedByFavouriteIds'] });
  });

  it('of a table that refers to itself have the local columns one way and the foreign ones the other', async () => {
    const { table: find } = await build(table('category', key('parent_id', 'category')));
    expect(relations(find('category'))).toEqual({ to: ['CategoryRelatedByParentId'], from: ['CategoryRelatedByIds'] });
  });

  it('of a table that refers to itself twice are numbered on the way back', async () => {
    const { table: find } = await build(table('person', key('mother_id', 'person') + key('father_id', 'person')));
    expect(relations(find('person'))).toEqual({
      to: ['PersonRelatedByMotherId', 'PersonRelatedByFatherId'],
      from: ['PersonRelatedById0s', 'PersonRelatedById1s'],
    });
  });

  it('join the columns of a composite key', async () => {
    const place =
      '<table name="place"><column name="x" type="INTEGER" primaryKey="true"/><column name="y" type="INTEGER" primaryKey="true"/></table>';
    const way = (x: string, y: string): string =>
      `<column name="${x}" type="INTEGER"/><column name="${y}" type="INTEGER"/><foreign-key foreignTable="place"><reference local="${x}" foreign="x"/><reference local="${y}" foreign="y"/></foreign-key>`;
    const { table: find } = await build(place + table('road', way('from_x', 'from_y') + way('to_x', 'to_y')));
    expect(relations(find('road')).to).toEqual(['PlaceRelatedByFromXFromY', 'PlaceRelatedByToXToY']);
  });

  it.each([
    ['category', 'Categories'],
    ['box', 'Boxes'],
    ['child', 'Children'],
    ['person', 'People'],
    ['sheep', 'Sheep'],
    ['series', 'Series'],
    ['news', 'News'],
    ['analysis', 'Analyses'],
    ['bonus', 'Bonuses'],
    ['tooth', 'Teeth'],
    ['leaf', 'Leaves'],
  ])('are English plurals: %s', async (name, plural) => {
    const { table: find } = await build(table('owner') + table(name, key('owner_id', 'owner')));
    expect(relations(find('owner')).from).toEqual([plural]);
  });

  it('are singular where there can be one only', async () => {
    const { table: find } = await build(table('person') + table('passport', reference('id', 'person')));
    expect(relations(find('person')).from).toEqual(['Passport']);
  });
});

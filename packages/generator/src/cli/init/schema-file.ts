import {
  element,
  type SchemaComment,
  type SchemaElement,
  type SchemaFile,
  type SchemaNode,
} from '../../schema/format/node.js';

/** What every schema that `init` writes has in its root element. */
export interface SchemaHead {
  readonly name: string;
  /** Empty for none. */
  readonly namespace: string;
  /** The XSD, relative to the file. */
  readonly xsd: string;
}

const GAP: SchemaNode = { kind: 'gap' };
const comment = (text: string): SchemaComment => ({ kind: 'comment', text: ` ${text} ` });

/** The attributes of `<database>`; the last two are for editors. */
export function headAttributes({ name, namespace, xsd }: SchemaHead): Readonly<Record<string, string | undefined>> {
  return {
    name,
    defaultIdMethod: 'native',
    namespace: namespace === '' ? undefined : namespace,
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:noNamespaceSchemaLocation': xsd,
  };
}

function file(head: SchemaHead, children: readonly SchemaNode[]): SchemaFile {
  return { before: [], root: element('database', headAttributes(head), children), after: [] };
}

const id = element('column', { name: 'id', type: 'INTEGER', required: true, primaryKey: true, autoIncrement: true });

const text = (name: string, size: number, more: Readonly<Record<string, boolean>> = {}): SchemaElement =>
  element('column', { name, type: 'VARCHAR', size, required: true, ...more });

const foreignKey = (table: string, onDelete: string): SchemaElement =>
  element('foreign-key', { foreignTable: table, onDelete }, [
    element('reference', { local: `${table}_id`, foreign: 'id' }),
  ]);

const parameter = (name: string, value: string): SchemaElement => element('parameter', { name, value });

/** A small bookstore that shows what most schemas need: keys, relations, a unique, and a list that users can reorder. */
export function sampleSchema(head: SchemaHead, isForPhp: boolean): SchemaFile {
  return file(head, [
    comment('A sample to change as you like: an editor that reads the XSD above completes and checks it'),
    element('table', { name: 'publisher' }, [id, text('name', 128, { primaryString: true })]),
    GAP,
    element('table', { name: 'author' }, [
      id,
      text('first_name', 128),
      text('last_name', 128, { primaryString: true }),
    ]),
    GAP,
    element('table', { name: 'book' }, [
      id,
      text('title', 255, { primaryString: true }),
      element('column', { name: 'isbn', type: 'VARCHAR', size: 24, required: true }),
      element('column', { name: 'price', type: 'DECIMAL', size: 8, scale: 2 }),
      element('column', { name: 'author_id', type: 'INTEGER', required: true }),
      element('column', { name: 'publisher_id', type: 'INTEGER' }),
      comment(
        `${isForPhp ? '$book->getAuthor(), $author->getBooks()' : 'book.getAuthor(), author.getBooks()'}; the books of an author go with the author`,
      ),
      foreignKey('author', 'cascade'),
      foreignKey('publisher', 'setnull'),
      element('unique', {}, [element('unique-column', { name: 'isbn' })]),
    ]),
    GAP,
    element('table', { name: 'chapter' }, [
      id,
      text('title', 255, { primaryString: true }),
      element('column', { name: 'book_id', type: 'INTEGER', required: true }),
      foreignKey('book', 'cascade'),
      comment(
        `The chapters of a book are a list in order: ${
          isForPhp ? '$chapter->moveUp(), $chapter->moveToRank(3)' : 'chapter.moveUp(), chapter.moveToRank(3)'
        }`,
      ),
      element('behavior', { name: 'sortable' }, [
        parameter('use_scope', 'true'),
        parameter('scope_column', 'book_id'),
        parameter('index', 'true'),
      ]),
    ]),
  ]);
}

/** A schema for somebody who knows what comes into it. */
export function emptySchema(head: SchemaHead): SchemaFile {
  return file(head, [
    comment('Tables come here. An editor that reads the XSD above completes them; this is how one begins:'),
    {
      kind: 'comment',
      text: `\n  <table name="author">\n    <column name="id" type="INTEGER" required="true" primaryKey="true" autoIncrement="true"/>\n    <column name="name" type="VARCHAR" size="128" required="true"/>\n  </table>\n  `,
    },
  ]);
}

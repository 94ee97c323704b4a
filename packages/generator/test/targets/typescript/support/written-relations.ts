const ID = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>';
const NAME = '<column name="name" type="VARCHAR" size="40" required="true"/>';
const key = (table: string, local: string, more = ''): string =>
  `<foreign-key foreignTable="${table}" ${more}><reference local="${local}" foreign="id"/></foreign-key>`;
const sortable = (scope: string): string =>
  `<behavior name="sortable"><parameter name="use_scope" value="true"/><parameter name="scope_column" value="${scope}"/></behavior>`;

/** Relations of every kind, with lists among them. */
export const SCHEMA = `<database name="shop" defaultIdMethod="native">
  <table name="author">${ID}${NAME}</table>
  <table name="publisher">${ID}${NAME}</table>
  <table name="book">${ID}${NAME}
    <column name="author_id" type="INTEGER" required="true"/>
    <column name="publisher_id" type="INTEGER"/>
    ${key('author', 'author_id', 'onDelete="cascade"')}
    ${key('publisher', 'publisher_id', 'onDelete="setnull"')}
  </table>
  <table name="chapter">${ID}
    <column name="name" type="VARCHAR" size="5" required="true"/>
    <column name="book_id" type="INTEGER" required="true"/>
    ${key('book', 'book_id', 'onDelete="cascade"')}
    ${sortable('book_id')}
  </table>
  <table name="note">${ID}${NAME}
    <column name="book_id" type="INTEGER"/>
    ${key('book', 'book_id', 'onDelete="setnull"')}
    ${sortable('book_id')}
  </table>
  <table name="contract">
    <column name="author_id" type="INTEGER" primaryKey="true"/>
    <column name="year" type="INTEGER" required="true"/>
    ${key('author', 'author_id', 'onDelete="cascade"')}
  </table>
  <table name="letter">${ID}
    <column name="sender_id" type="INTEGER" required="true"/>
    <column name="recipient_id" type="INTEGER" required="true"/>
    ${key('author', 'sender_id', 'phpName="Sender" refPhpName="SentLetter"')}
    ${key('author', 'recipient_id', 'phpName="Recipient" refPhpName="ReceivedLetter"')}
  </table>
  <table name="category">${ID}${NAME}
    <column name="parent_id" type="INTEGER"/>
    ${key('category', 'parent_id', 'phpName="Parent" refPhpName="Child"')}
  </table>
  <table name="tag">${ID}${NAME}</table>
  <table name="book_tag" isCrossRef="true">
    <column name="book_id" type="INTEGER" required="true" primaryKey="true"/>
    <column name="tag_id" type="INTEGER" required="true" primaryKey="true"/>
    ${key('book', 'book_id', 'onDelete="cascade"')}
    ${key('tag', 'tag_id', 'onDelete="cascade"')}
  </table>
  <table name="language">${ID}${NAME}</table>
  <table name="translator">${ID}${NAME}</table>
  <table name="translation" isCrossRef="true">
    <column name="book_id" type="INTEGER" required="true" primaryKey="true"/>
    <column name="language_id" type="INTEGER" required="true" primaryKey="true"/>
    <column name="translator_id" type="INTEGER" required="true" primaryKey="true"/>
    ${key('book', 'book_id', 'onDelete="cascade"')}
    ${key('language', 'language_id')}
    ${key('translator', 'translator_id')}
  </table>
</database>`;

/** Every kind of relation: to one, to itself, to many, one to one, lists, by a constant, through a table in between. */
export const RELATED_SCHEMA = `<database name="shop" defaultIdMethod="native">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="50" required="true"/>
    <column name="mentor_id" type="INTEGER"/>
    <foreign-key foreignTable="author" phpName="Mentor" refPhpName="Pupil">
      <reference local="mentor_id" foreign="id"/>
    </foreign-key>
  </table>
  <table name="profile">
    <column name="author_id" type="INTEGER" primaryKey="true"/>
    <column name="motto" type="VARCHAR" size="50"/>
    <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="50" required="true"/>
    <column name="author_id" type="INTEGER" required="true"/>
    <column name="editor_id" type="INTEGER"/>
    <column name="chapters" type="INTEGER"/>
    <foreign-key foreignTable="author" phpName="Author" refPhpName="Book">
      <reference local="author_id" foreign="id"/>
    </foreign-key>
    <foreign-key foreignTable="author" phpName="Editor" refPhpName="EditedBook">
      <reference local="editor_id" foreign="id"/>
    </foreign-key>
  </table>
  <table name="chapter">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="heading" type="VARCHAR" size="50" required="true"/>
    <column name="book_id" type="INTEGER" required="true"/>
    <foreign-key foreignTable="book"><reference local="book_id" foreign="id"/></foreign-key>
    <behavior name="sortable">
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="book_id"/>
      <parameter name="index" value="true"/>
    </behavior>
  </table>
  <table name="tag">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="word" type="VARCHAR" size="20" required="true"/>
  </table>
  <table name="book_tag" isCrossRef="true">
    <column name="book_id" type="INTEGER" primaryKey="true"/>
    <column name="tag_id" type="INTEGER" primaryKey="true"/>
    <foreign-key foreignTable="book"><reference local="book_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="tag"><reference local="tag_id" foreign="id"/></foreign-key>
  </table>
  <table name="remark">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="about" type="VARCHAR" size="10" required="true"/>
    <column name="about_id" type="INTEGER" required="true"/>
    <foreign-key foreignTable="book" phpName="Book" refPhpName="Remark">
      <reference local="about" value="book"/>
      <reference local="about_id" foreign="id"/>
    </foreign-key>
  </table>
</database>`;

/**
 * Words that other tools, and databases themselves, use where a schema has its own: what to write instead. Only what
 * a search for the nearest spelling would not find.
 */
export const TYPE_HINTS: Readonly<Record<string, string>> = {
  bit: 'write type="BOOLEAN", or type="INTEGER" for a number of bits',
  bool: 'write type="BOOLEAN"',
  booleanchar: 'write type="BOOLEAN"',
  booleanint: 'write type="BOOLEAN"',
  bytea: 'write type="BLOB"',
  currency: 'write type="DECIMAL" with size and scale',
  distinct:
    'it is the name of a kind of type. Name the type of the vendor with sqlType, and the nearest one here with type',
  guid: 'write type="UUID"',
  int: 'write type="INTEGER"',
  int2: 'write type="SMALLINT"',
  int4: 'write type="INTEGER"',
  int8: 'write type="BIGINT"',
  jsonb: 'write type="JSON" sqlType="jsonb"',
  long: 'write type="BIGINT"',
  longblob: 'write type="LONGVARBINARY"',
  longtext: 'write type="CLOB"',
  mediumblob: 'write type="VARBINARY"',
  mediumint: 'write type="INTEGER"',
  mediumtext: 'write type="CLOB"',
  money: 'write type="DECIMAL" with size and scale',
  null: 'a column has a type even if all its values are NULL: choose one',
  number: 'write type="DECIMAL" with size and scale, or type="INTEGER"',
  nvarchar: 'write type="VARCHAR": text is Unicode everywhere',
  other: 'name the type of the vendor with sqlType, and the nearest one here with type',
  ref: 'name the type of the vendor with sqlType, and the nearest one here with type',
  serial: 'write type="INTEGER" autoIncrement="true"',
  bigserial: 'write type="BIGINT" autoIncrement="true"',
  string: 'write type="VARCHAR", or type="LONGVARCHAR" for long text',
  struct: 'name the type of the vendor with sqlType, and the nearest one here with type',
  text: 'write type="LONGVARCHAR", or type="CLOB" for very long text',
  timestamptz: 'write type="TIMESTAMP" sqlType="timestamptz"',
  tinytext: 'write type="VARCHAR" size="255"',
  xml: 'write type="CLOB", or name the type of the vendor with sqlType',
  year: 'write type="SMALLINT"',
};

export const ID_METHOD_HINTS: Readonly<Record<string, string>> = {
  autoincrement: 'write "native": the database numbers the rows in its own way',
  identity: 'write "native": the database numbers the rows in its own way',
  sequence: 'write "native", and name the sequence with <id-method-parameter value="…"/>',
  null: 'write "none": the application gives the keys',
};

/** Attributes of a column that other tools have. */
export const COLUMN_HINTS: Readonly<Record<string, string>> = {
  length: 'write size="…"',
  nullable: 'columns take NULL unless they say required="true"',
  notNull: 'write required="true"',
  null: 'columns take NULL unless they say required="true"',
  comment: 'write description="…"',
  precision: 'write size for all digits and scale for those after the point',
  unsigned: 'write <vendor type="mysql"><parameter name="Unsigned" value="true"/></vendor> in the column',
  values: 'write valueSet="first, second"',
  unique: 'write <unique><unique-column name="…"/></unique> in the table',
  index: 'write <index><index-column name="…"/></index> in the table',
};

/** The attribute here that an attribute of another tool stands for, as far as there is one. */
export const COLUMN_MEANINGS: Readonly<Record<string, string>> = {
  length: 'size',
  nullable: 'required',
  notNull: 'required',
  null: 'required',
  comment: 'description',
  precision: 'size',
  values: 'valueSet',
};

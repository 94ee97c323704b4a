import type { ExecutedAdapter } from '../../support/engines.js';
import type { Random } from './random.js';

/** What a plain column of the base can be: how the schema says it, and the SQL of each vendor, written here and not by us. */
export interface PlainType {
  readonly xml: string;
  readonly sql: Readonly<Record<ExecutedAdapter, string>>;
  /** Values that can be its default: as the schema writes them, and as SQL. */
  readonly defaults: readonly (readonly [xml: string, sql: string])[];
}

const same = (sql: string): PlainType['sql'] => ({ pgsql: sql, mysql: sql, sqlite: sql });

export const PLAIN_TYPES: readonly PlainType[] = [
  {
    xml: 'type="INTEGER"',
    sql: same('INTEGER'),
    defaults: [
      ['7', '7'],
      ['-12', '-12'],
      ['0', '0'],
    ],
  },
  {
    xml: 'type="BIGINT"',
    sql: same('BIGINT'),
    defaults: [
      ['5000000000', '5000000000'],
      ['1', '1'],
    ],
  },
  { xml: 'type="SMALLINT"', sql: same('SMALLINT'), defaults: [['3', '3']] },
  {
    xml: 'type="VARCHAR" size="40"',
    sql: same('VARCHAR(40)'),
    defaults: [
      ['plain', "'plain'"],
      ["it's", "'it''s'"],
    ],
  },
  { xml: 'type="VARCHAR" size="77"', sql: same('VARCHAR(77)'), defaults: [['seven', "'seven'"]] },
  { xml: 'type="CHAR" size="4"', sql: same('CHAR(4)'), defaults: [['abcd', "'abcd'"]] },
  {
    xml: 'type="DECIMAL" size="10" scale="2"',
    sql: same('DECIMAL(10,2)'),
    defaults: [
      ['1.50', '1.50'],
      ['22.25', '22.25'],
    ],
  },
  { xml: 'type="DECIMAL" size="12" scale="4"', sql: same('DECIMAL(12,4)'), defaults: [['0.0001', '0.0001']] },
  {
    xml: 'type="DOUBLE"',
    sql: { pgsql: 'DOUBLE PRECISION', mysql: 'DOUBLE', sqlite: 'DOUBLE' },
    defaults: [['1.5', '1.5']],
  },
  { xml: 'type="DATE"', sql: same('DATE'), defaults: [['2026-01-31', "'2026-01-31'"]] },
  { xml: 'type="LONGVARCHAR"', sql: { pgsql: 'TEXT', mysql: 'TEXT', sqlite: 'TEXT' }, defaults: [] },
];

export interface PlainColumn {
  readonly name: string;
  readonly type: PlainType;
  readonly required: boolean;
  readonly default: PlainType['defaults'][number] | undefined;
  readonly comment: string | undefined;
}

export interface BaseTable {
  readonly name: string;
  readonly columns: readonly PlainColumn[];
  readonly onDelete: 'CASCADE' | 'SET NULL' | 'NO ACTION';
  readonly comment: string | undefined;
}

/** A database that has every word of the vocabulary which the vendor knows; the names of its parts are fixed. */
export interface Base {
  readonly tables: readonly BaseTable[];
  readonly labels: readonly string[];
  readonly xml: string;
}

const COMMENTS = ['What it holds', "The owner's own", 'Zahlen, größer als 0'];
const LABELS = ['red', 'green', 'blue', 'dark grey', "painter's"];

export function randomBase(random: Random, adapter: ExecutedAdapter, isMariaDb: boolean): Base {
  const tables = ['ta', 'tb', 'tc'].map((name): BaseTable => {
    const columns = Array.from({ length: 4 + random.below(3) }, (_, position): PlainColumn => {
      const type = random.of(PLAIN_TYPES);
      return {
        name: `c${position}`,
        type,
        required: random.chance(50),
        default: type.defaults.length > 0 && random.chance(40) ? random.of(type.defaults) : undefined,
        comment: random.chance(30) ? random.of(COMMENTS) : undefined,
      };
    });
    return {
      name,
      columns,
      onDelete: random.of(['CASCADE', 'SET NULL', 'NO ACTION']),
      comment: random.chance(60) ? random.of(COMMENTS) : undefined,
    };
  });
  const labels = LABELS.slice(0, 2 + random.below(3));
  return { tables, labels, xml: schemaXml(tables, labels, adapter, isMariaDb) };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${escaped(value)}"`;

const ACTION_WORDS = { CASCADE: 'cascade', 'SET NULL': 'setnull', 'NO ACTION': undefined } as const;

function schemaXml(
  tables: readonly BaseTable[],
  labels: readonly string[],
  adapter: ExecutedAdapter,
  isMariaDb: boolean,
): string {
  const onPgsql = adapter === 'pgsql';
  const onMysql = adapter === 'mysql';
  const valueSet = escaped(labels.join(', '));
  const types = onPgsql
    ? `  <enum-type name="mood" valueSet="${valueSet}"/>
  <domain-type name="positive" type="INTEGER" defaultExpr="1"><check name="positive_check" expression="VALUE &gt; 0"/></domain-type>
`
    : '';
  const own = (table: BaseTable): string => {
    const at = (name: string): string => `${table.name}_${name}`;
    const plain = table.columns
      .map(
        ({ name, type, required, default: given, comment }) =>
          `    <column name="${name}" ${type.xml}${required ? ' required="true"' : ''}${attribute('defaultValue', given?.[0])}${attribute('description', comment)}/>`,
      )
      .join('\n');
    const reference =
      table.name === 'ta'
        ? ''
        : `    <foreign-key foreignTable="ta" name="${at('fk')}"${attribute('onDelete', ACTION_WORDS[table.onDelete])}><reference local="owner" foreign="id"/></foreign-key>\n`;
    return `  <table name="${table.name}"${attribute('description', table.comment)}>
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="owner" type="INTEGER"/>
    <column name="n" type="INTEGER" required="true"/>
    <column name="m" type="INTEGER"/>
    <column name="s" type="VARCHAR" size="60" required="true"/>
    <column name="e" type="ENUM" valueSet="${valueSet}"/>
    <column name="g" type="INTEGER" generatedExpr="n * 2" generated="stored"/>
${onPgsql ? '    <column name="o" nativeType="mood" type="ENUM" enumStorage="native"/>\n    <column name="p" nativeType="positive"/>\n    <column name="a" type="ARRAY" elementType="INTEGER"/>\n' : ''}${plain}
    <check name="${at('check')}" expression="n &gt; 0"/>
    <index name="${at('plain')}"><index-column name="m"/></index>
    <index name="${at('desc')}"><index-column name="n" order="desc"/><index-column name="m"/></index>
${onMysql ? '' : `    <index name="${at('where')}" where="m &gt; 5"><index-column name="s"/></index>\n    <unique name="${at('some')}" where="n &gt; 10"><unique-column name="s"/><unique-column name="m"/></unique>\n`}${isMariaDb ? '' : `    <index name="${at('expr')}"><index-column expression="lower(s)"/></index>\n`}${onPgsql ? `    <index name="${at('incl')}"><index-column name="s"/><include-column name="n"/></index>\n    <index name="${at('gin')}" using="gin"><index-column name="a"/></index>\n    <index name="${at('ops')}"><index-column name="s" opclass="varchar_pattern_ops"/></index>\n    <unique name="${at('nulls')}" nullsNotDistinct="true"><unique-column name="m"/><unique-column name="n"/></unique>\n` : ''}${onMysql ? `    <index name="${at('text')}" using="fulltext"><index-column name="s"/></index>\n` : ''}    <unique name="${at('unique')}"><unique-column name="n"/><unique-column name="s"/></unique>
${reference}  </table>
`;
  };
  return `<database name="app">
${types}${tables.map(own).join('')}  <table name="pair">
    <column name="x" type="INTEGER" required="true" primaryKey="true"/>
    <column name="y" type="INTEGER" required="true" primaryKey="true"/>
    <primary-key name="pair_key"><primary-key-column name="y"/><primary-key-column name="x"/></primary-key>
  </table>
  <table name="seen" viewSql="SELECT id, n FROM ta WHERE n &gt; 3">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="n" type="INTEGER"/>
  </table>
</database>
`;
}

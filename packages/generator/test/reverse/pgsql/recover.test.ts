import { describe, expect, it } from 'vitest';
import type { CatalogColumn } from '../../../src/platforms/catalog.js';
import { canonicalDefault } from '../../../src/platforms/pgsql/default-text.js';
import { checkedLabels } from '../../../src/platforms/pgsql/label-check.js';
import { recover } from '../../../src/platforms/pgsql/recover.js';
import { canonicalType, shortType } from '../../../src/platforms/pgsql/type-text.js';

const column = (type: string, more: Partial<CatalogColumn> = {}): CatalogColumn => ({
  name: 'c',
  type,
  nullable: true,
  default: undefined,
  autoIncrement: undefined,
  generated: undefined,
  comment: undefined,
  vendor: new Map(),
  items: [],
  ...more,
});

describe('types', () => {
  it.each([
    ['VARCHAR(40)', 'character varying(40)'],
    ['VARCHAR', 'character varying'],
    ['CHAR', 'character(1)'],
    ['bpchar', 'bpchar'],
    ['NUMERIC(10, 2)', 'numeric(10,2)'],
    ['DECIMAL(10)', 'numeric(10,0)'],
    ['TIMESTAMP(6)', 'timestamp without time zone'],
    ['TIMESTAMP(3)', 'timestamp(3) without time zone'],
    ['timestamptz(0)', 'timestamp(0) with time zone'],
    ['TIMESTAMP WITH TIME ZONE', 'timestamp with time zone'],
    ['timestamp(6) with time zone', 'timestamp with time zone'],
    ['time (2)', 'time(2) without time zone'],
    ['int4[]', 'integer[]'],
    ['varchar(5)[][]', 'character varying(5)[]'],
    ['bit', 'bit(1)'],
    ['varbit(8)', 'bit varying(8)'],
    ['interval day to second(3)', 'interval day to second(3)'],
    ['interval(6)', 'interval'],
    ['Double  Precision', 'double precision'],
    ['float', 'double precision'],
    ['float(20)', 'real'],
    ['float(25)', 'double precision'],
    ['float(24)[]', 'real[]'],
    ['geometry(Point,4326)', 'geometry(point,4326)'],
    ['"My Type"', '"My Type"'],
    ['"char"', '"char"'],
  ])('%s is %s', (written, expected) => {
    expect(canonicalType(written)).toBe(expected);
    expect(canonicalType(expected)).toBe(expected);
    expect(canonicalType(shortType(expected))).toBe(expected);
  });

  it.each([
    ['boolean', { type: 'BOOLEAN' }],
    ['smallint', { type: 'SMALLINT' }],
    ['integer', { type: 'INTEGER' }],
    ['bigint', { type: 'BIGINT' }],
    ['real', { type: 'REAL' }],
    ['double precision', { type: 'DOUBLE' }],
    ['numeric', { type: 'DECIMAL' }],
    ['numeric(10,0)', { type: 'DECIMAL', size: 10 }],
    ['numeric(10,2)', { type: 'DECIMAL', size: 10, scale: 2 }],
    ['numeric(3,5)', { type: 'DECIMAL', sqlType: 'numeric(3,5)' }],
    ['numeric(5,-2)', { type: 'DECIMAL', sqlType: 'numeric(5,-2)' }],
    ['character(1)', { type: 'CHAR' }],
    ['character(8)', { type: 'CHAR', size: 8 }],
    ['bpchar', { type: 'CHAR', sqlType: 'bpchar' }],
    ['character varying', { type: 'VARCHAR', size: undefined }],
    ['character varying(255)', { type: 'VARCHAR', size: 255 }],
    ['text', { type: 'LONGVARCHAR' }],
    ['bytea', { type: 'BLOB' }],
    ['date', { type: 'DATE' }],
    ['time without time zone', { type: 'TIME', size: undefined }],
    ['time(0) without time zone', { type: 'TIME', size: 0 }],
    ['time with time zone', { type: 'VARCHAR', sqlType: 'timetz' }],
    ['timestamp without time zone', { type: 'TIMESTAMP', size: undefined }],
    ['timestamp(3) without time zone', { type: 'TIMESTAMP', size: 3 }],
    ['timestamp with time zone', { type: 'TIMESTAMP', sqlType: 'timestamptz' }],
    ['timestamp(0) with time zone', { type: 'TIMESTAMP', sqlType: 'timestamptz(0)' }],
    ['interval', { type: 'VARCHAR', sqlType: 'interval' }],
    ['json', { type: 'JSON' }],
    ['jsonb', { type: 'JSON', sqlType: 'jsonb' }],
    ['uuid', { type: 'UUID' }],
    ['inet', { type: 'VARCHAR', sqlType: 'inet' }],
    ['money', { type: 'VARCHAR', sqlType: 'money' }],
    ['bit(8)', { type: 'VARCHAR', sqlType: 'bit(8)' }],
    ['"char"', { type: 'VARCHAR', sqlType: '"char"' }],
    ['oid', { type: 'BIGINT', sqlType: 'oid' }],
    ['int4range', { type: 'VARCHAR', sqlType: 'int4range' }],
    ['tsvector', { type: 'LONGVARCHAR', sqlType: 'tsvector' }],
    ['xml', { type: 'LONGVARCHAR', sqlType: 'xml' }],
    ['citext', { type: 'LONGVARCHAR', sqlType: 'citext' }],
    ['extras.hstore', { type: 'LONGVARCHAR', sqlType: 'extras.hstore' }],
    ['point', { type: 'GEOMETRY', sqlType: 'point' }],
    ['gis.geometry(Point,4326)', { type: 'GEOMETRY', sqlType: 'gis.geometry(point,4326)' }],
    ['character varying(20)[]', { type: 'ARRAY', elementType: 'VARCHAR', size: 20 }],
    ['inet[]', { type: 'ARRAY', elementType: 'VARCHAR', sqlType: 'inet[]' }],
    ['bytea[]', { type: 'LONGVARCHAR', sqlType: 'bytea[]' }],
  ])('%s becomes %o', (type, expected) => {
    expect(recover(column(type))).toEqual(expected);
  });

  it('takes a text that is kept to labels for an ENUM', () => {
    const labels = ['new', 'done'];
    expect(recover(column('character varying(4)', { labels }))).toEqual({ type: 'ENUM', valueSet: labels });
    expect(recover(column('character varying(20)', { labels }))).toEqual({
      type: 'ENUM',
      valueSet: labels,
      sqlType: 'varchar(20)',
    });
    expect(recover(column('text', { labels, default: "'done'" }))).toEqual({
      type: 'ENUM',
      valueSet: labels,
      sqlType: 'text',
      default: { kind: 'value', value: 'done' },
    });
  });
});

describe('defaults', () => {
  const value = (text: string): unknown => ({ kind: 'value', value: text });
  const expression = (sql: string): unknown => ({ kind: 'expression', sql });

  it.each([
    ['integer', '0', value('0')],
    ['integer', "'-1'::integer", value('-1')],
    ['bigint', "'-9223372036854775808'::bigint", value('-9223372036854775808')],
    ['bigint', '(5)::bigint', value('5')],
    ['integer', '(2 + 3)', expression('(2 + 3)')],
    ['numeric(12,3)', "'-1.500'::numeric", value('-1.500')],
    ['numeric(12,3)', '0.0001', expression('0.0001')],
    ['numeric(4,2)', '100', expression('100')],
    ['numeric(4,2)', '00.5000', value('00.5000')],
    ['numeric', '12345.6789', value('12345.6789')],
    ['numeric', "'NaN'::numeric", expression("'NaN'::numeric")],
    ['real', '1.5', value('1.5')],
    ['double precision', "'-25000000000'::numeric", value('-25000000000')],
    ['double precision', "'Infinity'::double precision", expression("'Infinity'::double precision")],
    ['double precision', "'1e+20'::double precision", expression("'1e+20'::double precision")],
    ['boolean', 'true', value('true')],
    ['boolean', '(1 > 2)', expression('(1 > 2)')],
    ['text', "''::text", value('')],
    ['text', "'it''s'::text", value("it's")],
    ['text', "'back\\slash'::text", value('back\\slash')],
    ['text', "('x'::text || 'y'::text)", expression("('x'::text || 'y'::text)")],
    ['text', "'2024-01-01'::date", expression("'2024-01-01'::date")],
    ['text', '5', expression('5')],
    ['character varying(4)', "'abcd'::character varying", value('abcd')],
    ['character varying(3)', "'abcd'::character varying", expression("'abcd'")],
    ['character varying(9)', "'Null'::character varying", expression("'Null'")],
    ['character varying(9)', "'abcdef'::character varying(3)", expression("'abcdef'::character varying(3)")],
    ['character(3)', "'a'::bpchar", value('a')],
    ['character varying(9)', 'NULL::character varying', undefined],
    ['integer', 'NULL::integer', undefined],
    ['date', "'2024-02-29'::date", value('2024-02-29')],
    ['date', 'CURRENT_DATE', expression('CURRENT_DATE')],
    ['date', "('now'::text)::date", expression("('now'::text)::date")],
    ['date', "'infinity'::date", expression("'infinity'")],
    ['time(3) without time zone', "'23:59:00'::time without time zone", value('23:59:00')],
    ['timestamp without time zone', "'2024-02-29 12:30:00'::timestamp without time zone", value('2024-02-29 12:30:00')],
    ['timestamp without time zone', "'2024-02-29'::date", expression("'2024-02-29'::date")],
    ['timestamp without time zone', 'now()', expression('now()')],
    [
      'timestamp with time zone',
      "'2024-02-29 12:30:00+00'::timestamp with time zone",
      expression("'2024-02-29 12:30:00+00'"),
    ],
    ['uuid', 'gen_random_uuid()', expression('gen_random_uuid()')],
    ['uuid', "'0a1b2c3d-4e5f-4000-8000-00000000000f'::uuid", value('0a1b2c3d-4e5f-4000-8000-00000000000f')],
    ['jsonb', "'{}'::jsonb", value('{}')],
    ['json', "'null'::json", expression("'null'")],
    ['bytea', "'\\x616263'::bytea", value('abc')],
    ['bytea', "'\\xff00'::bytea", expression("'\\xff00'::bytea")],
    ['integer[]', "'{}'::integer[]", expression("'{}'")],
    ['integer[]', 'ARRAY[1, 2]', expression('ARRAY[1, 2]')],
    ['character varying(20)[]', "'{}'::character varying[]", expression("'{}'")],
    ['bit(3)', '\'101\'::"bit"', value('101')],
    ['inet', "'::1'::inet", value('::1')],
    ['interval', "'1 day'::interval", value('1 day')],
    ['point', "'(0,0)'::point", expression("'(0,0)'")],
    ['oid', '(0)::oid', expression('(0)::oid')],
  ])('%s DEFAULT %s', (type, printed, expected) => {
    const sql = canonicalDefault(printed, [type], type);
    expect(recover(column(type, { default: sql })).default).toEqual(expected);
  });

  it('takes a value of an enum type for a text', () => {
    expect(canonicalDefault("'PG-13'::mpaa_rating", ['mpaa_rating'], 'character varying(5)')).toBe("'PG-13'");
    expect(canonicalDefault(`'a'::"My Type"`, ['"My Type"'], 'character varying(5)')).toBe("'a'");
    expect(canonicalDefault("'a'::stock.kind", ['stock.kind'], 'character varying(5)')).toBe("'a'");
    expect(canonicalDefault("'a'::other_type", ['mpaa_rating'], 'character varying(5)')).toBe("'a'::other_type");
  });
});

describe('labels of a check', () => {
  it.each([
    ["CHECK (((c)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[])))", ['a', 'b']],
    ["CHECK (((c)::text = ANY (ARRAY[('a'::character varying)::text, ('b'::character varying)::text])))", ['a', 'b']],
    ["CHECK ((c = ANY (ARRAY['a'::text, 'b'::text])))", ['a', 'b']],
    ["CHECK ((c = ANY (ARRAY['a'::bpchar, 'b'::bpchar])))", ['a', 'b']],
    ["CHECK (((c)::text = 'a'::text))", ['a']],
    ["CHECK ((c = 'it''s (one)'::text))", ["it's (one)"]],
    ["CHECK ((c = ANY (ARRAY['back\\slash'::text, '::text'::text])))", ['back\\slash', '::text']],
    // Not this column, not these words, or more than labels.
    ["CHECK ((d = ANY (ARRAY['a'::text, 'b'::text])))", undefined],
    ["CHECK ((lower(c) = ANY (ARRAY['a'::text, 'b'::text])))", undefined],
    ["CHECK ((c <> ALL (ARRAY['a'::text, 'b'::text])))", undefined],
    ["CHECK ((c = ANY (ARRAY['a'::text, lower('b'::text)])))", undefined],
    ['CHECK (((c)::integer = ANY (ARRAY[1, 2])))', undefined],
    ["CHECK (((c = ANY (ARRAY['a'::text, 'b'::text])) OR (c IS NULL)))", undefined],
    ["CHECK (((c = 'a'::text) AND (c = 'b'::text)))", undefined],
    ["CHECK ((c = ANY (ARRAY['a'::text, 'b'::text]))) NOT VALID", undefined],
    // What valueSet cannot hold.
    ["CHECK ((c = ANY (ARRAY['a,b'::text, 'c'::text])))", undefined],
    ["CHECK ((c = ANY (ARRAY[''::text, 'c'::text])))", undefined],
    ["CHECK ((c = ANY (ARRAY[' a'::text, 'c'::text])))", undefined],
    ["CHECK ((c = ANY (ARRAY['a'::text, 'A'::text])))", undefined],
  ])('%s', (definition, labels) => {
    expect(checkedLabels(definition, 'c')).toEqual(labels);
  });

  it('knows a label of two lines, and none that XML cannot hold', () => {
    expect(checkedLabels(`CHECK (((c)::text = 'two\nlines'::text))`, 'c')).toEqual(['two\nlines']);
    expect(checkedLabels(`CHECK (((c)::text = 'bell\u0007'::text))`, 'c')).toBeUndefined();
  });

  it('knows a column in quotes', () => {
    expect(checkedLabels(`CHECK ((("My ""c""")::text = 'a'::text))`, 'My "c"')).toEqual(['a']);
  });
});

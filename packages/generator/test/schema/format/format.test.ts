import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { Reporter } from '../../../src/diagnostics/diagnostic.js';
import { formatSchema } from '../../../src/schema/format/format.js';
import { element, type SchemaNode } from '../../../src/schema/format/node.js';
import { printSchema } from '../../../src/schema/format/print.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

function format(text: string): string {
  const reporter = new Reporter();
  const formatted = formatSchema({ path: 'schema.xml', text }, reporter);
  return formatted?.text ?? `not formatted: ${reporter.diagnostics.map(({ code }) => code).join()}`;
}

/** The formatted children of a database. */
const inside = (text: string): string =>
  format(`<database name="a">${text}</database>`)
    .replace(`${DECLARATION}<database name="a">`, '')
    .replace('</database>\n', '');

describe('the canonical layout', () => {
  test.each<[what: string, before: string, after: string]>([
    ['an element without children closes itself', '<table name="t"></table>', '\n  <table name="t"/>\n'],
    [
      'attributes are in the order of the reference, and those that do not exist behind them',
      '<table name="t"><column colour="red" required="true" valueSet="a, b" type="ENUM" name="c"/></table>',
      '\n  <table name="t">\n    <column name="c" type="ENUM" valueSet="a, b" required="true" colour="red"/>\n  </table>\n',
    ],
    [
      'elements that do not exist are laid out as well',
      '<tabel b="1" a="2"><x/></tabel>',
      '\n  <tabel b="1" a="2">\n    <x/>\n  </tabel>\n',
    ],
    [
      'an empty line stands around tables, above the comments that belong to them',
      '<domain name="d" type="DATE"/><domain name="e" type="DATE"/><!-- one --><!-- two -->\n<!-- of t -->\n<table name="t"/><table name="u"/><vendor type="mysql"/>',
      '\n  <domain name="d" type="DATE"/>\n  <domain name="e" type="DATE"/> <!-- one --> <!-- two -->\n\n  <!-- of t -->\n  <table name="t"/>\n\n  <table name="u"/>\n\n  <vendor type="mysql"/>\n',
    ],
    [
      'an empty line that is there already may stand behind a comment',
      '<table name="t"/>\n<!-- end of part one -->\n\n<table name="u"/>',
      '\n  <table name="t"/>\n  <!-- end of part one -->\n\n  <table name="u"/>\n',
    ],
    [
      'empty lines elsewhere are kept, as one, and not at the edges',
      '<table name="t">\n\n\n<column name="a"/>\n \n\t\n<column name="b"/>\n<column name="c"/>\n\n</table>',
      '\n  <table name="t">\n    <column name="a"/>\n\n    <column name="b"/>\n    <column name="c"/>\n  </table>\n',
    ],
    [
      'a comment behind an element stays on its line',
      '<table name="t"> <!-- what -->\n<column name="a"/>     <!-- why -->\n<!-- of b -->\n<column name="b"/><!-- b --> <!-- too -->\n</table>  <!-- end -->',
      '\n  <table name="t"> <!-- what -->\n    <column name="a"/> <!-- why -->\n    <!-- of b -->\n    <column name="b"/> <!-- b --> <!-- too -->\n  </table> <!-- end -->\n',
    ],
    [
      'a comment alone between two tags has its own line',
      '<table name="t"><!-- nothing yet --></table>',
      '\n  <table name="t">\n    <!-- nothing yet -->\n  </table>\n',
    ],
    [
      'the lines of a comment move together',
      '\n      <!-- first\n             deeper\n\n           back -->\n      <table name="t"/>',
      '\n  <!-- first\n         deeper\n\n       back -->\n  <table name="t"/>\n',
    ],
    [
      'the lines of a comment that stand left of it keep their shape',
      '\n      <!--\nleft\n  less left\n-->',
      '\n  <!--\n  left\n    less left\n  -->\n',
    ],
    ['a tab is one level', '\n\t<!--\n\t\tin\n\t\t\tside\n\t-->', '\n  <!--\n    in\n      side\n  -->\n'],
    [
      'the text of a comment in one line is not touched',
      '<!--tight--><!--   wide   -->',
      '\n  <!--tight--> <!--   wide   -->\n',
    ],
    [
      'values stay as they are written, references too',
      `<table description="a &amp; b&#160;c &#x2014; &gt; d\n   e" name='x'/>`,
      '\n  <table\n      name="x"\n      description="a &amp; b&#160;c &#x2014; &gt; d\n   e"/>\n',
    ],
    [
      'single quotes stay where they keep double ones readable',
      `<table name='say "hi"' phpName='A'/>`,
      `\n  <table name='say "hi"' phpName="A"/>\n`,
    ],
    [
      'instructions for other programs stay',
      '<?php-code\n  here ?><table name="t"/>',
      '\n  <?php-code\n  here ?>\n  <table name="t"/>\n',
    ],
    ['references between tags say nothing', '&#32;<table name="t"/>&#10;', '\n  <table name="t"/>\n'],
  ])('%s', (_, before, after) => {
    expect(inside(before)).toBe(after);
    expect(inside(after)).toBe(after);
  });

  it('puts a tag on one line up to 120 columns, and else an attribute on each', () => {
    // In a table, `    <column name="c" description="…"/>` is 37 columns and the description.
    const column = (length: number): string =>
      inside(`<table name="t"><column description="${'x'.repeat(length)}" name="c"/></table>`)
        .split('\n')
        .slice(2, -2)
        .join('\n');
    expect(column(83)).toBe(`    <column name="c" description="${'x'.repeat(83)}"/>`);
    expect(column(83)).toHaveLength(120);
    expect(column(84)).toBe(`    <column\n        name="c"\n        description="${'x'.repeat(84)}"/>`);
  });

  it('leaves a long tag with one attribute on its line', () => {
    const long = 'x'.repeat(200);
    expect(inside(`<table name="${long}"/>`)).toBe(`\n  <table name="${long}"/>\n`);
  });

  it('writes the declaration, LF and no byte-order mark, and ends with one line end', () => {
    expect(format('\ufeff<!-- a -->\r\n\r\n<database\r\n  name="a"/>\r\n\r\n')).toBe(
      `${DECLARATION}<!-- a -->\n\n<database name="a"/>\n`,
    );
    expect(format(`<?xml version='1.0' encoding='ISO-8859-1' standalone="yes"?><!-- a --><database name="a"/>`)).toBe(
      `${DECLARATION}<!-- a -->\n<database name="a"/>\n`,
    );
  });

  it('keeps XML 1.1, in which other characters may stand', () => {
    const text = '<?xml version="1.1" encoding="UTF-8"?>\n<database name="a" baseClass="&#1;"/>\n';
    expect(format(text)).toBe(text);
  });

  it('puts what tells editors about the XSD last', () => {
    expect(
      format(
        '<database xsi:noNamespaceSchemaLocation="node_modules/ormgen/schemas/schema.xsd" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" foo="" name="a"/>',
      ),
    ).toBe(
      `${DECLARATION}<database\n    name="a"\n    foo=""\n    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"\n    xsi:noNamespaceSchemaLocation="node_modules/ormgen/schemas/schema.xsd"/>\n`,
    );
  });

  it('keeps comments outside the root, with their empty lines', () => {
    const text = `${DECLARATION}<!-- licence -->\n\n<!-- about -->\n<database name="a"/> <!-- end -->\n\n<!-- really -->\n`;
    expect(format(text)).toBe(text);
  });

  test.each([
    ['', 'xml/syntax'],
    ['<database name="a">', 'xml/syntax'],
    ['<database name="a"><table></database>', 'xml/syntax'],
    ['<!DOCTYPE database><database name="a"/>', 'xml/doctype'],
    ['<database name="a">text</database>', 'schema/text'],
    ['<database name="a"><![CDATA[]]></database>', 'schema/text'],
    ['<project name="a"/>', 'schema/root'],
  ])('is not given to %j', (text, code) => {
    expect(format(text)).toBe(`not formatted: ${code}`);
  });
});

describe('what other commands print', () => {
  const gap: SchemaNode = { kind: 'gap' };
  const file = {
    before: [{ kind: 'comment', text: ' made from a database\nwith two lines ' } as const],
    root: element('database', { namespace: 'App', name: 'shop' }, [
      gap,
      { kind: 'comment', text: ' view "a--b": left out -' },
      element('table', { name: 'a', description: 'He said "no"' }, [
        element('column', { required: true, name: 'id', size: 3, phpName: undefined, type: 'INTEGER' }),
        element('column', { name: 'odd', defaultValue: '\'"<&>\t\n', description: 'x'.repeat(120) }),
        gap,
        gap,
        element('vendor', { type: 'mysql' }, [element('parameter', { name: 'Engine', value: 'MyISAM' })]),
        gap,
      ]),
      element('table', { name: 'b' }),
    ]),
    after: [],
  };

  it('is what the formatter makes of it', () => {
    const printed = printSchema(file);
    expect(format(printed)).toBe(printed);
    expect(printed).toBe(`${DECLARATION}<!-- made from a database
with two lines -->
<database name="shop" namespace="App">
  <!-- view "a- -b": left out - -->
  <table name="a" description='He said "no"'>
    <column name="id" type="INTEGER" size="3" required="true"/>
    <column
        name="odd"
        defaultValue="'&quot;&lt;&amp;>&#9;&#10;"
        description="${'x'.repeat(120)}"/>

    <vendor type="mysql">
      <parameter name="Engine" value="MyISAM"/>
    </vendor>
  </table>

  <table name="b"/>
</database>
`);
  });
});

describe('the schemas of the examples', () => {
  const examples = new URL('../../../../../examples', import.meta.url).pathname;
  test.each(readdirSync(examples))('%s is formatted', (name) => {
    const text = readFileSync(join(examples, name, 'schema.xml'), 'utf8');
    expect(format(text)).toBe(text);
  });
});

import { describe, expect, it } from 'vitest';
import { type Diagnostic, Reporter } from '../../src/diagnostics/diagnostic.js';
import { positionAt } from '../../src/diagnostics/source.js';
import { attributeSpan, type Element } from '../../src/schema/element.js';
import { parseFullXml, parseXml } from '../../src/schema/xml.js';

function parse(text: string): { root: Element | undefined; diagnostics: readonly Diagnostic[] } {
  const reporter = new Reporter();
  return { root: parseXml({ path: 'schema.xml', text }, reporter), diagnostics: reporter.diagnostics };
}

const marked = ({ span }: Diagnostic): string | undefined => span?.source.text.slice(span.start, span.end);

describe('XML', () => {
  it('becomes elements with the places of their tags', () => {
    const { root } = parse('<?xml version="1.0"?>\n<!-- x -->\n<database name="a">\n  <table name="b"/>\n</database>');
    expect(root?.name).toBe('database');
    expect(root?.children.map(({ name, offset }) => [name, offset])).toEqual([['table', 55]]);
  });

  it('may start with a byte-order mark', () => {
    const { root, diagnostics } = parse('\ufeff<database name="a"/>');
    expect(diagnostics).toEqual([]);
    expect(root?.attributes['name']).toBe('a');
    expect(root && positionAt(root.source, attributeSpan(root, 'name').start).line).toBe(1);
  });

  it('resolves the entities and character references of XML', () => {
    expect(parse('<a b="&lt;&amp;&gt;&quot;&apos;&#65;&#x1F600;"/>').root?.attributes['b']).toBe('<&>"\'A😀');
  });

  it('takes single quotes, spaces around =, and > in values', () => {
    expect(parse("<a b = 'x > y'\n\tc='\"'/>").root?.attributes).toMatchObject({ b: 'x > y', c: '"' });
  });

  it('is read alike by the fast reader and the full one', () => {
    const text =
      '<database name="a">\n\t<table name="b"><!-- c --><column name="d" type="INTEGER"/></table>\n</database>\n';
    const source = { path: 'schema.xml', text };
    expect(parseXml(source, new Reporter())).toEqual(parseFullXml(source, new Reporter()));
  });

  it('names the element that was left open, and not its parent', () => {
    const { diagnostics } = parse('<a>\n <indx>\n  <b/>\n </index>\n</a>');
    expect(
      diagnostics.map(({ message, related }) => [
        message,
        related && positionAt(related.span.source, related.span.start).line,
      ]),
    ).toEqual([['</index> does not close <indx>', 2]]);
  });

  it.each([
    ['<a><b></a>', '</a>'],
    ['<a', '<a'],
    ['<a>', 'a'],
    ['<a b="1" b="2"/>', 'b'],
    ['<a>text</a>', 'text'],
    ['<a><![CDATA[x]]></a>', '<![CDATA['],
    ['<!DOCTYPE a><a/>', '<!DOCTYPE'],
    ['<a b="&nbsp;"/>', '&nbsp;'],
    ['<a b="x & y"/>', '&'],
    ['<a b=c/>', 'c'],
    ['<a b/>', 'b'],
    ['<a/><b/>', 'b'],
    ['<a/>tail', 'tail'],
    ['<a><!-- x </a>', '<!--'],
    ['<a b="x" c="y/></a>', '"y'],
    ['<a b="x c="y"/>', '"x'],
    ['<a', '<a'],
  ])('shows the token of a mistake: %s', (text, token) => {
    const { root, diagnostics } = parse(text);
    expect(root).toBeUndefined();
    expect(diagnostics.map(marked)).toEqual([token]);
    expect(diagnostics[0]?.help).toBeDefined();
  });

  it('stops at the first mistake: what follows would be guesswork', () => {
    expect(parse('<a><b></a><c d=e></f>').diagnostics).toHaveLength(1);
  });

  it.each(['', ' \n', '<!-- nothing -->', 'plain text', '\u0000', '<', '>', '&', '<?xml?>', '</a>'])(
    'is refused and never thrown over: %j',
    (text) => {
      const { root, diagnostics } = parse(text);
      expect(root).toBeUndefined();
      expect(diagnostics).toHaveLength(1);
    },
  );
});

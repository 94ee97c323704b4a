import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Reporter } from '../../src/diagnostics/diagnostic.js';
import type { Element } from '../../src/schema/element.js';
import { parsePlainXml } from '../../src/schema/plain-xml.js';
import { parseFullXml } from '../../src/schema/xml.js';
import { numberOfRuns, randomSeed } from './random-runs.js';

/** What both readers must agree on. */
function tree(element: Element): unknown {
  const { name, attributes, offset, children } = element;
  return { name, attributes: { ...attributes }, offset, children: children.map(tree) };
}

function expectAgreement(text: string): boolean {
  const source = { path: 'schema.xml', text };
  const plain = parsePlainXml(source);
  if (plain === undefined) return false;
  const reporter = new Reporter();
  const full = parseFullXml(source, reporter);
  expect(reporter.diagnostics).toEqual([]);
  expect(full && tree(full)).toEqual(tree(plain));
  return true;
}

const EVERYTHING = readFileSync(new URL('../fixtures/everything/schema.xml', import.meta.url), 'utf8');

/** Bits of XML, well-formed and not, that meet each other in random order. */
const BITS = [
  '<a>',
  '</a>',
  '<a/>',
  '<b x="1"/>',
  '<b x="1" x="2"/>',
  "<b x='1'/>",
  '<b x="a>b"/>',
  '<b x="a<b"/>',
  '<b x="&amp;"/>',
  '<b x="a &lt; b &gt; c &quot;&apos;&#10;&#9;"/>',
  `<b x='a > "b"' y="it's > 1"/>`,
  "<b x='&quot;'/>",
  '<b x="&nbsp;"/>',
  '<b x="&#10"/>',
  '<b x="&"/>',
  "'",
  '<b  y="é" >',
  '</b>',
  '</b >',
  '<c\n  x="1"\n/>',
  '<c x="1"y="2"/>',
  '<c x/>',
  '<c x=1/>',
  '<c/ >',
  '<!-- c -->',
  '<!-- - -->',
  '<!-- -- -->',
  '<!--->',
  '<!-- é\n -->',
  '<!-- < & -->',
  ' ',
  '\n',
  '\r\n',
  '\t',
  'text',
  '<?xml version="1.0"?>',
  '<?pi?>',
  '<![CDATA[x]]>',
  '<!DOCTYPE a>',
  '\ufeff',
  '<_a/>',
  '<__proto__/>',
  '<a __proto__="1"/>',
  '<a:b xmlns:a="u"/>',
  '<a x="\u0001"/>',
  '<a x="\ud83d\ude00"/>',
  '<a x="\ufffe"/>',
  '<a x="\t"/>',
  '<a x="\u0085"/>',
  '<',
  '>',
  '/',
  '"',
];

describe('the reader of plain XML', () => {
  it('takes a real schema and reads it as the full parser does', () => {
    expect(expectAgreement('<a><b x="1"/><b x="1"/><!-- c --></a>\n')).toBe(true);
    expectAgreement(EVERYTHING);
  });

  it('takes expressions, in which quotes and comparisons stand', () => {
    expect(expectAgreement(`<a><b x="a > 1 AND b &lt; 'c'"/><b x='"a" >= 2'/><b x="&quot;a'&#10;"/></a>`)).toBe(true);
  });

  it('reads what it takes as the full parser does', () => {
    const seed = randomSeed();
    const runs = numberOfRuns(2000);
    let taken = 0;
    console.log(`plain XML: ${runs} random texts with seed ${seed}`);
    const text = fc.oneof(
      fc.array(fc.constantFrom(...BITS), { maxLength: 12 }).map((bits) => `<a>${bits.join('')}</a>`),
      fc.array(fc.constantFrom(...BITS), { maxLength: 8 }).map((bits) => bits.join('')),
      // A real schema with something cut out or put in.
      fc
        .tuple(fc.nat(EVERYTHING.length), fc.nat(20), fc.constantFrom('', ...BITS))
        .map(([at, cut, bit]) => EVERYTHING.slice(0, at) + bit + EVERYTHING.slice(at + cut)),
    );
    fc.assert(
      fc.property(text, (sample) => {
        if (expectAgreement(sample)) taken++;
      }),
      { seed, numRuns: runs },
    );
    expect(taken).toBeGreaterThan(runs / 50);
  });
});

import { Graphviz } from '@hpcc-js/wasm-graphviz';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { sketch } from '../../../src/targets/diagram/boxes.js';
import { dotDiagram } from '../../../src/targets/diagram/dot.js';
import { graphvizLayout } from '../../../src/targets/diagram/graphviz.js';
import { layeredLayout } from '../../../src/targets/diagram/layered.js';
import { mermaidDiagram } from '../../../src/targets/diagram/mermaid.js';
import { svgDiagram } from '../../../src/targets/diagram/svg.js';
import type { DatabaseView } from '../../../src/targets/diagram/view.js';
import { hostileView } from './support/hostile.js';
import { readMermaid } from './support/mermaid-check.js';
import { bookshop, chain, company } from './support/views.js';

const graphviz = await Graphviz.load();
// The types of the package do not know all formats of Graphviz.
const JSON0 = 'json0' as 'json';
const layout = graphvizLayout((dot) => graphviz.layout(dot, JSON0, 'dot'));

/** The titles of an SVG, which has to be well-formed. */
function titlesOf(svg: string): string[] {
  const titles: string[] = [];
  let text: string | undefined;
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    if (name === 'title') text = '';
  });
  parser.on('text', (part) => {
    if (text !== undefined) text += part;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'title' && text !== undefined) titles.push(text);
    text = undefined;
  });
  parser.write(svg).close();
  return titles;
}

const oneLine = (text: string): string => text.replaceAll(/[\t\r\n\u2028\u2029]/g, ' ');
const ids = ({ tables }: DatabaseView): string[] => tables.map(({ id }) => id);

describe('golden', () => {
  test('mermaid', async () => {
    await expect(mermaidDiagram([await bookshop()])).toMatchFileSnapshot('golden/bookshop.mmd');
  });

  test('dot', async () => {
    await expect(dotDiagram([await bookshop()])).toMatchFileSnapshot('golden/bookshop.dot');
  });

  test('svg, laid out by ourselves', async () => {
    await expect(svgDiagram([await bookshop()], layeredLayout)).toMatchFileSnapshot('golden/bookshop.svg');
  });
});

describe('two databases with a table of the same name', () => {
  test('are told apart', async () => {
    const shop = await bookshop();
    const both = [
      { ...shop, name: 'a' },
      { ...(await bookshop()), name: 'b' },
    ];
    const { entities, relations } = readMermaid(mermaidDiagram(both));
    expect([...entities.keys()]).toEqual([...ids(shop).map((id) => `a.${id}`), ...ids(shop).map((id) => `b.${id}`)]);
    expect(relations.at(-1)).toEqual({ parent: 'b.tag', child: 'b.book_tag', label: 'tag_id' });
    expect(graphviz.layout(dotDiagram(both), JSON0, 'dot').match(/"_gvid"/g)).toHaveLength(2 * (5 + 5));
  });
});

describe('hostile names', () => {
  test('survive in mermaid', () => {
    fc.assert(
      fc.property(hostileView, (view) => {
        const { entities, relations } = readMermaid(mermaidDiagram([view]));
        expect([...entities.keys()]).toEqual(ids(view));
        for (const table of view.tables) {
          for (const [index, column] of table.columns.entries()) {
            const attribute = entities.get(table.id)?.[index];
            const shown = attribute?.comment ?? '';
            expect(
              attribute?.name === column.name || shown === column.name || shown.startsWith(`${column.name}: `),
            ).toBe(true);
          }
        }
        expect(relations).toHaveLength(2 * view.tables.length);
      }),
    );
  });

  test('survive in dot, and Graphviz takes it', () => {
    fc.assert(
      fc.property(hostileView, (view) => {
        const svg = graphviz.layout(dotDiagram([view]), 'svg', 'dot');
        const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => unescaped(text));
        for (const id of ids(view)) expect(texts).toContain(oneLine(id).replaceAll('\u00a0', ' '));
        expect(svg.match(/class="node"/g)).toHaveLength(view.tables.length);
        expect(svg.match(/class="edge"/g)).toHaveLength(2 * view.tables.length);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['Graphviz', layout],
    ['ourselves', layeredLayout],
  ])('survive in svg, laid out by %s', (_, part) => {
    fc.assert(
      fc.property(hostileView, (view) => {
        const titles = titlesOf(svgDiagram([view], part)).map((title) => title.replaceAll('\r\n', '\n'));
        for (const id of ids(view)) expect(titles).toContain(id.replaceAll('\r\n', '\n'));
      }),
      { numRuns: 60 },
    );
  });
});

function unescaped(text: string): string {
  return text
    .replaceAll(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, hex === '' ? 10 : 16)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('\u00a0', ' ');
}

describe('a large model', () => {
  test.each([
    ['Graphviz', layout],
    ['ourselves', layeredLayout],
  ])('has no box on another, laid out by %s', async (_, part) => {
    const svg = svgDiagram([await company(200)], part);
    const boxes = [...svg.matchAll(/<rect class="d-box" x="([\d.]+)" y="([\d.]+)" width="(\d+)" height="(\d+)"/g)].map(
      (match) => match.slice(1).map(Number) as [number, number, number, number],
    );
    expect(boxes).toHaveLength(200);
    const overlapping = boxes.flatMap(([x, y, w, h], index) =>
      boxes.slice(index + 1).filter(([a, b, c, d]) => x < a + c && a < x + w && y < b + d && b < y + h),
    );
    expect(overlapping).toEqual([]);
    expect(svgDiagram([await company(200)], part)).toBe(svg);
  });

  test('that is a long chain with long lines is laid out by ourselves: Graphviz does not end', async () => {
    const [long, short] = [sketch(await chain(700)), sketch(await chain(20))];
    expect(layout(long)).toEqual(layeredLayout(long));
    expect(layout(short)).not.toEqual(layeredLayout(short));
  });
});

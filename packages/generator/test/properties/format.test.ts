import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Reporter } from '../../src/diagnostics/diagnostic.js';
import type { Platform } from '../../src/platforms/platform.js';
import { formatSchema } from '../../src/schema/format/format.js';
import { compileSchema, loadPlatforms } from '../support/compile-schema.js';
import { numberOfRuns, randomSeed } from './random-runs.js';
import { randomSchema } from './random-schema.js';
import { scrambledXml } from './scrambled-xml.js';
import { tapes } from './tape.js';

let platform: Platform;

beforeAll(async () => {
  const found = (await loadPlatforms()).get('pgsql');
  if (!found) throw new Error('no platform');
  platform = found;
});

function format(text: string): string {
  const reporter = new Reporter();
  const formatted = formatSchema({ path: 'schema.xml', text }, reporter);
  if (!formatted) throw new Error(`${reporter.diagnostics[0]?.message ?? ''}: ${JSON.stringify(text)}`);
  return formatted.text;
}

/** Comments of a text by their words: their lines may be indented anew. */
const commentsIn = (text: string): string[] =>
  [...text.matchAll(/<!--(.*?)-->/gs)].map(([, found = '']) => words(found));
const words = (comment: string): string => comment.replaceAll(/\s*\n\s*/g, '\n').replaceAll(/[ \t]+$/gm, '');

/** The layout that is ours: no comments, instructions and values. */
const tagsOnly = (text: string): string => text.replaceAll(/<!--.*?-->|<\?.*?\?>|"[^"]*"|'[^']*'/gs, '#');

/** The model without the places it was read from, and the words of diagnostics without theirs. */
function meaning(text: string): unknown {
  const { database, diagnostics, sql } = compileSchema(text, platform);
  const places = new Set(['origin', 'source', 'offset', 'span']);
  const model: unknown = database && JSON.parse(JSON.stringify(database, withoutCycles(places)));
  return {
    model,
    sql,
    diagnostics: diagnostics.map(({ severity, code, message }) => `${severity} ${code} ${message}`).sort(),
  };
}

/** Tables refer to each other: each object is written out once. */
function withoutCycles(left: ReadonlySet<string>): (key: string, value: unknown) => unknown {
  const seen = new Map<object, number>();
  return (key, value) => {
    if (left.has(key)) return undefined;
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Map) return [...(value as ReadonlyMap<unknown, unknown>)];
    if (value instanceof Set) return [...(value as ReadonlySet<unknown>)];
    // Whether two columns share what they have is nothing that a schema says.
    if (Object.values(value).every((part) => typeof part !== 'object')) return value;
    const known = seen.get(value);
    if (known !== undefined) return `#${String(known)}`;
    seen.set(value, seen.size);
    return value;
  };
}

describe('formatting random schemas', () => {
  it('changes neither the model, nor diagnostics, nor comments, and once is enough', () => {
    const seed = randomSeed();
    const runs = numberOfRuns(400);
    console.log(`formatted schemas: ${runs} with seed ${seed}`);
    let models = 0;
    let remarks = 0;
    fc.assert(
      fc.property(tapes, (tape) => {
        const { tree } = randomSchema(tape);
        tree.name = 'database';
        const { text, comments } = scrambledXml(tape, tree);
        const formatted = format(text);
        expect(format(formatted)).toBe(formatted);
        expect(commentsIn(formatted)).toEqual(comments.map(words));
        expect(formatted).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/);
        expect(formatted).toMatch(/>\n$/);
        expect(formatted).not.toMatch(/\r|\ufeff/);
        expect(tagsOnly(formatted)).not.toMatch(/\n\n\n|[ \t]\n/);
        const before = meaning(text);
        expect(meaning(formatted)).toEqual(before);
        if ((before as { model?: unknown }).model !== undefined) models++;
        remarks += comments.length;
      }),
      { seed, numRuns: runs },
    );
    // Else the property says little.
    expect(models).toBeGreaterThan(runs / 10);
    expect(remarks).toBeGreaterThan(runs / 2);
  });
});

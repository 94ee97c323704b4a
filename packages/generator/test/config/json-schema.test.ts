import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configSchema } from '../../src/config/json-schema.js';
import { keyReference } from '../../src/config/key-reference.js';
import { KEYS } from '../../src/config/keys.js';

const packageFolder = join(import.meta.dirname, '../..');
const schemaFile = join(packageFolder, 'schemas/orm-config.schema.json');
const docsFile = join(packageFolder, '../../docs/configuration.md');
const update = process.env['UPDATE_GOLDEN'] === '1';

describe('what is made from the key table', () => {
  it('is the JSON Schema that editors use', () => {
    const text = `${JSON.stringify(configSchema(), undefined, 2)}\n`;
    if (update) writeFileSync(schemaFile, text);
    expect(readFileSync(schemaFile, 'utf8')).toBe(text);
  });

  it('is the reference in the documentation', () => {
    const docs = readFileSync(docsFile, 'utf8');
    const marks = /(<!-- keys: [^>]*-->\n)([\s\S]*?)(<!-- end of keys -->)/;
    const text = docs.replace(marks, (_, start: string, __, end: string) => `${start}\n${keyReference()}\n${end}`);
    expect(docs).toMatch(marks);
    if (update) writeFileSync(docsFile, text);
    expect(readFileSync(docsFile, 'utf8')).toBe(text);
  });

  it('has each key once, with a sentence', () => {
    expect(new Set(KEYS.map((key) => key.path)).size).toBe(KEYS.length);
    for (const { path, doc, replacedBy } of KEYS) {
      expect(doc, path).toMatch(/^[A-Z].*\.$/);
      if (replacedBy !== undefined) expect(replacedBy, path).toMatch(/^[A-Z].*\.$/);
    }
  });
});

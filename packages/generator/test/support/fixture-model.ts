import { readFileSync } from 'node:fs';
import type { Database } from '../../src/model/model.js';
import type { Platform } from '../../src/platforms/platform.js';
import { compileSchema } from './compile-schema.js';

/** The model of `fixtures/everything/schema.xml` for a vendor; it must have no errors there. */
export function everythingFixture(platform: Platform): Database {
  const file = new URL('../fixtures/everything/schema.xml', import.meta.url);
  const text = readFileSync(file, 'utf8').replace('<database name="everything"', '<database name="app"');
  const { database, diagnostics } = compileSchema(text, platform);
  if (!database) throw new Error(diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n'));
  return database;
}

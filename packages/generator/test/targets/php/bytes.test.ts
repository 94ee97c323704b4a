import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ADAPTERS, type Adapter } from '../../../src/model/adapter.js';
import { configuration, project } from '../../cli/support/project.js';
import { everythingFiles } from '../../support/everything.js';
import { orm } from '../../support/orm-in-process.js';

const GOLDEN = fileURLToPath(new URL('golden/bytes.json', import.meta.url));
const CONFORMANCE = fileURLToPath(new URL('../../../../../conformance/conformance-schema.xml', import.meta.url));
const UPDATE = process.env['UPDATE_GOLDEN'] === '1';

/** A fingerprint of each PHP file, by its path, for each schema and vendor. */
type Fingerprints = Readonly<Record<string, Readonly<Record<string, string>>>>;

const known = (): Fingerprints => JSON.parse(readFileSync(GOLDEN, 'utf8')) as Fingerprints;

const SCHEMAS: Readonly<Record<string, (adapter: Adapter) => Readonly<Record<string, string>>>> = {
  everything: everythingFiles,
  conformance: () => ({ 'conformance-schema.xml': readFileSync(CONFORMANCE, 'utf8') }),
};

async function built(schema: string, adapter: Adapter): Promise<Readonly<Record<string, string>>> {
  const folder = project({
    ...SCHEMAS[schema]?.(adapter),
    'orm.json': configuration({ [schema]: { adapter } }),
  });
  expect(await orm(folder, 'model:build')).toMatchObject({ code: 0 });
  const classes = join(folder, 'generated-classes');
  const names = readdirSync(classes, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.php'));
  return Object.fromEntries(
    names.sort().map((name) => {
      const text = readFileSync(join(classes, name), 'utf8');
      return [name, createHash('sha256').update(text).digest('hex').slice(0, 16)];
    }),
  );
}

/** While code moves to where other languages can use it, no byte of what PHP projects get may change. */
describe.each(Object.keys(SCHEMAS))('the PHP files of the schema "%s"', (schema) => {
  it.each(ADAPTERS)('are the same to the byte for %s', async (adapter) => {
    const files = await built(schema, adapter);
    expect(Object.keys(files).length).toBeGreaterThan(20);
    if (UPDATE) writeFileSync(GOLDEN, `${JSON.stringify({ ...known(), [`${schema} ${adapter}`]: files }, null, 1)}\n`);
    expect(files).toEqual(known()[`${schema} ${adapter}`]);
  });
});

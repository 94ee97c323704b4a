import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandReference } from '../../src/cli/command-reference.js';
import { COMMANDS } from '../../src/cli/commands.js';
import { COMMON_OPTIONS } from '../../src/cli/descriptors/options.js';
import { playPage } from './support/page.js';

const DOCS = join(import.meta.dirname, '../../../../docs');
const PAGE = join(DOCS, 'commands.md');

test('docs/commands.md is made from the commands', () => {
  const page = readFileSync(PAGE, 'utf8');
  const made = commandReference(page, { commands: COMMANDS, common: COMMON_OPTIONS });
  if (process.env['UPDATE_GOLDEN']) writeFileSync(PAGE, made);
  else
    expect(page, 'UPDATE_GOLDEN=1 npx vitest run packages/generator/test/cli/docs.test.ts writes it anew').toBe(made);
});

test('docs/commands.md shows what the commands print', () => {
  expect(playPage(PAGE)).toBeGreaterThanOrEqual(7);
});

test('docs/doctor.md shows what it prints', () => {
  const same = (text: string): string =>
    text.replaceAll(/\d+\.\d+\.\d+/g, '1.2.3').replace(/sqlite: .*/, 'sqlite: the driver of this Node');
  expect(playPage(join(DOCS, 'doctor.md'), same)).toBe(2);
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { COMMON_OPTIONS } from '../../src/cli/descriptors/options.js';

const DOCS = readFileSync(new URL('../../../../docs/commands.md', import.meta.url), 'utf8');
const golden = (name: string): string => readFileSync(new URL(`golden/${name}.txt`, import.meta.url), 'utf8');

describe('docs/commands.md', () => {
  test.each(COMMANDS.map((command) => [command.name, command] as const))('knows all of %s', (_, command) => {
    for (const name of [command.name, ...command.aliases]) expect(DOCS).toContain(`\`${name}\``);
    for (const { flags } of [...command.options, ...COMMON_OPTIONS]) expect(DOCS).toContain(`\`${flags}\``);
  });

  test.each(['sql-insert/error-pgsql', 'arguments/unknown-command'])('shows the real output of %s', (name) => {
    expect(DOCS).toContain(golden(name));
  });
});

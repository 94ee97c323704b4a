import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { COMMON_OPTIONS } from '../../src/cli/descriptors/options.js';
import { commandHelp, programHelp } from '../../src/cli/help.js';

const widest = (lines: readonly string[]): number => Math.max(...lines.map((line) => line.length));

describe('help fits a terminal of 80 columns', () => {
  test('the program', () => {
    expect(widest(programHelp().split('\n'))).toBeLessThanOrEqual(80);
    for (const { name } of COMMANDS) expect(programHelp()).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  test.each(COMMANDS.map((command) => [command.name, command] as const))('%s', (_, command) => {
    const examples = new Set(command.examples.map(({ line }) => `  ${line}`));
    const lines = commandHelp(command).split('\n');
    expect(widest(lines.filter((line) => !examples.has(line)))).toBeLessThanOrEqual(80);
    expect(widest([...examples])).toBeLessThanOrEqual(100);
  });
});

describe('one voice', () => {
  test.each(COMMANDS.map((command) => [command.name, command] as const))('%s', (name, command) => {
    const { summary, description, examples, options, argument } = command;
    expect(summary, 'the third person, and no full stop').toMatch(/^[A-Z][a-z]+s\b.*[^.]$/);
    expect(summary.length, 'one line of the list of commands').toBeLessThanOrEqual(60);
    for (const text of description) expect(text, 'whole sentences').toMatch(/^(?:--)?[A-Za-z%].*[."]$/s);
    expect(examples.length, 'two examples at least').toBeGreaterThanOrEqual(2);
    for (const { line, meaning } of examples) {
      expect(line).toMatch(new RegExp(`\\borm ${name}\\b`));
      expect(meaning, 'a small letter, and no full stop').toMatch(/^[a-z0-9].*[^.]$/);
    }
    for (const option of [...options, ...(argument === undefined ? [] : [{ flags: '', ...argument }])]) {
      expect(option.description, 'a capital letter, and no full stop').toMatch(/^[A-Z"].*[^.]$|^[a-z]+, [a-z]/);
    }
  });

  test('the same option has the same kind of value, and the same words where it means the same', () => {
    const known = new Map(COMMON_OPTIONS.map(({ flags }) => [flags.split(' ')[0], flags]));
    for (const { options } of COMMANDS) {
      for (const { flags } of options) {
        const [flag = ''] = flags.split(' ');
        const takesValue = flags !== flag;
        const before = known.get(flag);
        if (before !== undefined) expect({ flag, takesValue }).toEqual({ flag, takesValue: before !== flag });
        known.set(flag, flags);
      }
    }
  });
});

import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { foreignCommandAdvice } from '../../src/cli/foreign-commands.js';
import { orm } from '../support/orm-in-process.js';
import { project } from './support/project.js';

const KNOWN: Readonly<Record<string, string>> = {
  'make:migration': 'orm migration:diff',
  'migrate:deploy': 'orm migration:diff',
  'db:pull': 'orm database:reverse',
  'db:push': 'orm sql:insert',
  generate: 'orm build:all',
  'graphviz:generate': 'orm schema:show',
  'test:prepare': 'orm sql:insert --connection',
};

test('commands of other tools are answered with what does the job', async () => {
  for (const [name, job] of Object.entries(KNOWN)) {
    const { code, stderr } = await orm(project({}), name);
    expect({ name, code }).toEqual({ name, code: 1 });
    expect(stderr).toContain(`error: unknown command "${name}"\n`);
    expect(stderr).toContain(`"${job}`);
  }
});

test('the answer names commands that there are, and hides none of ours', () => {
  const ours = new Set(COMMANDS.map(({ name }) => name));
  for (const name of Object.keys(KNOWN)) {
    const named = [...(foreignCommandAdvice(name) ?? '').matchAll(/"orm ([\w:]+)/g)].map(
      ([, command]) => command ?? '',
    );
    expect(named.filter((command) => !ours.has(command))).toEqual([]);
  }
  for (const { name, aliases } of COMMANDS) {
    for (const word of [name, ...aliases]) expect(foreignCommandAdvice(word)).toBeUndefined();
  }
});

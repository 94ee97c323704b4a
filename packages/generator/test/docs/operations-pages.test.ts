import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { COMMANDS } from '../../src/cli/commands.js';
import { orm } from '../cli/support/orm.js';
import { configuration, project } from '../cli/support/project.js';
import { codeBlocks } from '../package/readme.js';
import { DOCS } from './php-page.js';

const PAGES = [
  'ci.md',
  'migrations-in-ci.md',
  'docker.md',
  'testing.md',
  'versions.md',
  'windows.md',
  'faq.md',
  'tenants.md',
];
const SCHEMA = `<?xml version="1.0" encoding="UTF-8"?>
<database name="shop">
  <table name="customer">
    <column name="id" type="INTEGER" required="true" primaryKey="true" autoIncrement="true"/>
  </table>
</database>
`;

const CONFIGURATION = configuration({ shop: { adapter: 'sqlite', dsn: 'sqlite:shop.sq3' } });

/** Every `npx orm …` of a page, with its options. */
const commandsOf = (page: string): readonly (readonly string[])[] =>
  [...readFileSync(join(DOCS, page), 'utf8').matchAll(/npx orm ([^\n`"&]+)/g)].map(([, line = '']) =>
    line.trim().split(/\s+/),
  );

test.each(PAGES)('docs/%s has commands and options that exist', (page) => {
  for (const [name = '', ...options] of commandsOf(page)) {
    const command = COMMANDS.find((each) => each.name === name);
    expect(command, `orm ${name}`).toBeDefined();
    const known = (command?.options ?? []).map(({ flags }) => /--[\w-]+/.exec(flags)?.[0]);
    // Every command has them: they are not among its own.
    known.push('--json', '--quiet', '--no-color', '--help');
    for (const option of options.filter((each) => each.startsWith('--'))) expect(known).toContain(option);
  }
});

test.each(['ci.md', 'docker.md', 'migrations-in-ci.md'])('docs/%s has valid YAML', (page) => {
  const blocks = codeBlocks(`docs/${page}`).filter(({ language }) => language === 'yaml');
  expect(blocks.length).toBeGreaterThan(1);
  for (const { text } of blocks) {
    const document = parseDocument(text, { strict: true, uniqueKeys: true });
    expect(document.errors.concat(document.warnings)).toEqual([]);
  }
});

describe('docs/ci.md', () => {
  const checks = commandsOf('ci.md').slice(0, 3);

  test('its three commands pass in a project that is up to date, and fail as the page says', async () => {
    expect(checks.map(([name]) => name)).toEqual(['schema:check', 'schema:format', 'build:all']);
    const cwd = project({ 'orm.json': CONFIGURATION, 'schema.xml': SCHEMA });
    await orm(['build:all', '--quiet'], { cwd });
    for (const check of checks) expect((await orm([...check], { cwd })).code, check.join(' ')).toBe(0);
    const wrong = project({
      'orm.json': CONFIGURATION,
      'schema.xml': SCHEMA.replace('  <table', '<table').replace('INTEGER', 'INTEGR'),
    });
    const stale = project({ 'orm.json': CONFIGURATION, 'schema.xml': SCHEMA });
    const codes = [
      (await orm([...(checks[0] ?? [])], { cwd: wrong })).code,
      (await orm([...(checks[1] ?? [])], { cwd: wrong })).code,
      (await orm([...(checks[2] ?? [])], { cwd: stale })).code,
    ];
    expect(codes).toEqual([1, 2, 2]);
  });
});

describe('docs/docker.md', () => {
  const [dockerfile = ''] = codeBlocks('docs/docker.md').flatMap(({ language, text }) =>
    language === 'dockerfile' ? [text] : [],
  );
  const [settings = '', compose = ''] = codeBlocks('docs/docker.md').flatMap(({ language, text }) =>
    language === 'yaml' ? [text] : [],
  );

  test('has a Dockerfile of known instructions, whose stages exist before they are used', () => {
    const stages: string[] = [];
    const lines = dockerfile.replaceAll('\\\n', ' ').split('\n');
    for (const line of lines.filter((each) => each !== '' && !each.startsWith('#'))) {
      expect(line).toMatch(/^(FROM|WORKDIR|COPY|RUN|USER) \S/);
      const from = /--from=(\S+)/.exec(line)?.[1];
      if (from !== undefined) expect(stages).toContain(from);
      const stage = /^FROM \S+ AS (\w+)$/.exec(line)?.[1];
      if (stage !== undefined) stages.push(stage);
    }
    expect(stages).toEqual(['classes', 'vendor', 'app']);
    for (const [, target] of compose.matchAll(/target: (\w+)/g)) expect(stages).toContain(target);
    expect(dockerfile.split('FROM').at(-1)).not.toMatch(/\b(?:npm|npx|composer)\b/);
  });

  test('has a configuration that builds without a database, and without a value of its variables', async () => {
    const cwd = project({ 'orm.yaml': settings, 'schema.xml': SCHEMA });
    expect((await orm(['build:all', '--quiet'], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, 'generated-conf/config.php'), 'utf8')).toContain("env('DB_PASSWORD')");
  });
});

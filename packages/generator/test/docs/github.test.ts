import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { DOCS } from './php-page.js';

const ROOT = join(DOCS, '..');
const yamlIn = (folder: string): readonly string[] => readdirSync(join(ROOT, folder)).map((name) => join(folder, name));

function parsed(path: string): unknown {
  const document = parseDocument(readFileSync(join(ROOT, path), 'utf8'), { strict: true, uniqueKeys: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

interface Job {
  readonly 'runs-on': string;
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

describe.each(yamlIn('.github/workflows'))('%s', (path) => {
  const workflow = parsed(path) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  test('may read only, unless a job says otherwise, and its jobs exist', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const { needs } of Object.values(workflow.jobs))
      if (needs !== undefined) expect(Object.keys(workflow.jobs)).toContain(needs);
  });

  test('pins every action to a commit, with its version', () => {
    const source = readFileSync(join(ROOT, path), 'utf8');
    for (const { uses } of steps) {
      if (uses === undefined) continue;
      expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      expect(source).toMatch(new RegExp(`uses: ${uses} # v\\d+\\.\\d+\\.\\d+\\n`));
    }
  });

  test('runs scripts and names folders that exist', () => {
    const lines = steps.flatMap(({ run }) => (run ?? '').split('\n'));
    const named = lines.flatMap((line) => [...line.matchAll(/(?:^|\s)((?:\.ci|scripts|packages)\/[\w./-]+)/g)]);
    expect(named.length).toBeGreaterThan(0);
    for (const [, file = ''] of named) expect(existsSync(join(ROOT, file)), file).toBe(true);
    expect(() => accessSync(join(ROOT, '.ci/run'), constants.X_OK)).not.toThrow();
    for (const [, name = ''] of lines.join('\n').matchAll(/--workspace (\S+)/g))
      expect(readFileSync(join(ROOT, 'packages/generator/package.json'), 'utf8')).toContain(`"name": "${name}"`);
  });
});

describe.each(yamlIn('.github/ISSUE_TEMPLATE').filter((path) => !path.endsWith('config.yml')))('%s', (path) => {
  test('is a form that GitHub takes, and asks for what doctor says', () => {
    const form = parsed(path) as { name: string; description: string; body: readonly { type: string; id?: string }[] };
    expect(form.name).not.toBe('');
    expect(form.description).not.toBe('');
    const ids = form.body.flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { type } of form.body) expect(['markdown', 'textarea', 'input']).toContain(type);
    if (!path.endsWith('feature.yml')) expect(ids).toContain('doctor');
  });
});

describe('scripts/release-check.mjs', () => {
  const check = (...args: readonly string[]): { code: number | null; err: string } => {
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/release-check.mjs'), ...args], {
      encoding: 'utf8',
    });
    return { code: status, err: stderr };
  };
  const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/generator/package.json'), 'utf8')) as {
    version: string;
  };

  test('refuses a tag of another version, and says which one is right', () => {
    const { code, err } = check('v0.0.7');
    expect(code).toBe(1);
    expect(err).toContain(
      `error: the tag is v0.0.7, and packages/generator/package.json has ${version}: tag v${version}\n`,
    );
  });

  test('has nothing against the versions in the repository', () => {
    expect(check(`v${version}`).err).not.toMatch(/tag|Orm\.php/);
  });
});

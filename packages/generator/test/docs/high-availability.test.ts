import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orm } from '../cli/support/orm.js';
import { project } from '../cli/support/project.js';

const ROOT = join(import.meta.dirname, '../../../..');
const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const page = text('docs/high-availability.md');

/** The rows of a table as lists of cells, without its head. */
function rowsOf(markdown: string): readonly (readonly string[])[] {
  const lines = markdown.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) =>
    line
      .slice(1, -1)
      .split(' |')
      .map((cell) => cell.trim()),
  );
}

const section = (markdown: string, heading: string): string =>
  markdown.split(/^(?=## )/m).find((each) => each.startsWith(`## ${heading}\n`)) ?? '';

const measured = new Map(rowsOf(section(text('bench/RESULTS.md'), 'The lab')).map((row) => [row[0], row]));
const number = (value: string | undefined): string => Number(value).toLocaleString('en-US');

/** Which runs a row of the page tells of, and the figures that it must give then. */
function figuresOf(setup: string): { runs: readonly string[]; kept: string; longest: string } {
  const runs = [...setup.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
  const rows = runs.map((run) => measured.get(run) ?? []);
  const sum = (column: number): number => rows.reduce((total, row) => total + Number(row[column]), 0);
  const acknowledged = sum(1);
  const waits = rows.map((row) => Number.parseFloat(/, ([\d.]+) s$/.exec(row[8] ?? '')?.[1] ?? '0'));
  const kept = `${number(String(acknowledged - sum(2)))} of ${number(String(acknowledged))}`;
  return { runs, kept, longest: Math.max(...waits).toFixed(1) };
}

describe('docs/high-availability.md', () => {
  const promised = rowsOf(section(page, 'What is promised'));

  test('has a row for every run of the lab, and no other', () => {
    const runs = promised.flatMap(([setup = '']) => figuresOf(setup).runs);
    expect([...runs].sort()).toEqual([...measured.keys()].sort());
  });

  test.each(promised.map((row) => [row[0] ?? '', row] as const))(
    'gives the figures that were measured: %s',
    (setup, row) => {
      const { runs, kept, longest } = figuresOf(setup);
      expect(row[2]).toContain(kept);
      if (longest !== '0.0') expect(row[4]).toContain(`${longest} s`);
      for (const run of runs) expect(measured.get(run)?.[6]).toMatch(/^\d+ right$/);
    },
  );

  test('gives what the control has lost', () => {
    const [, acknowledged, lost] = measured.get('control') ?? [];
    expect(page).toContain(`${number(lost)} of ${number(acknowledged)} transactions`);
  });

  test('shows the proxy as it was run', () => {
    const proxies = text('bench/lab/proxies.mjs');
    const prompt = /const PROMPT = '([^']+)'/.exec(proxies)?.[1];
    expect(prompt).toContain('shutdown-sessions');
    expect(page).toContain(`  default-server ${String(prompt)}\n`);
    for (const line of [
      'timeout connect 2s',
      'timeout check 700ms',
      'option redispatch 1',
      'option httpchk GET /primary',
    ]) {
      expect(page).toContain(`  ${line}\n`);
      expect(proxies).toContain(line);
    }
  });

  test('has a configuration that works', async () => {
    const yaml = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    const cwd = project({ 'orm.yaml': yaml });
    const { code, stderr } = await orm(['config:convert'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(join(cwd, 'generated-conf/config.php'), 'utf8')).toContain('host=db1,db2;port=5432,5432;');
  });
});

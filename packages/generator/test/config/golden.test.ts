import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectionSettings } from '../../src/config/connection-settings.js';
import { loadConfig } from '../../src/config/load.js';
import type { Environment } from '../../src/config/template.js';
import { DiagnosticError, Reporter } from '../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../src/diagnostics/render.js';

/**
 * Each folder is a wrong configuration with the exact text a person sees. `case.json` may give the environment, the
 * value of --config-dir, and a connection to connect to (without it the configuration is only loaded).
 * `UPDATE_GOLDEN=1` writes the expected texts; read them before they are committed.
 */
interface Case {
  readonly env?: Environment;
  readonly configDir?: string;
  readonly connect?: string;
}

const folder = join(import.meta.dirname, 'golden');
const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory());

async function report(cwd: string, options: Case): Promise<string> {
  const reporter = new Reporter();
  try {
    const env = options.env ?? {};
    const config = await loadConfig({ cwd, configDir: options.configDir, env });
    const connection = config.connections.get(options.connect ?? '');
    if (connection) connectionSettings(connection, env, reporter);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    for (const diagnostic of error.diagnostics) reporter.add(diagnostic);
  }
  return renderDiagnostics(reporter.diagnostics).replaceAll(cwd, '<project>');
}

describe('wrong configurations', () => {
  it('are enough', () => expect(names.length).toBeGreaterThanOrEqual(40));

  it.each(names)('%s', async (name) => {
    const cwd = join(folder, name);
    const options = existsSync(join(cwd, 'case.json'))
      ? (JSON.parse(readFileSync(join(cwd, 'case.json'), 'utf8')) as Case)
      : {};
    const text = await report(cwd, options);
    const expected = join(cwd, 'expected.txt');
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(expected, text);
    expect(text).toMatch(/^(error|warning): /);
    expect(text).toBe(readFileSync(expected, 'utf8'));
    expect(text).not.toMatch(/hunter2/);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Config } from '../../src/config/config.js';
import { loadConfig } from '../../src/config/load.js';
import type { Environment } from '../../src/config/template.js';
import { type Diagnostic, DiagnosticError } from '../../src/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../src/diagnostics/render.js';

/** A project folder with these files, gone after the test. */
export function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'orm-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export function load(files: Readonly<Record<string, string>>, env: Environment = {}): Promise<Config> {
  return loadConfig({ cwd: project(files), env });
}

/** What loading reports, as text; empty when it works. */
export async function errorText(files: Readonly<Record<string, string>>, env: Environment = {}): Promise<string> {
  return renderDiagnostics(await diagnosticsOf(load(files, env)));
}

export async function diagnosticsOf(work: Promise<unknown>): Promise<readonly Diagnostic[]> {
  try {
    await work;
    return [];
  } catch (error) {
    if (error instanceof DiagnosticError) return error.diagnostics;
    throw error;
  }
}

/** Data without places, so that the same thing written in two formats compares equal. */
export function withoutPlaces(value: unknown): unknown {
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, withoutPlaces(item)]));
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !['span', 'spans', 'sources', 'root', 'file', 'paths'].includes(key))
      .map(([key, item]) => [key, withoutPlaces(item)]),
  );
}

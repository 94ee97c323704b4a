import { relative, resolve, sep } from 'node:path';
import type { Environment } from '../../config/template.js';
import type { Diagnostic, Severity } from '../../diagnostics/diagnostic.js';
import { printable } from '../../diagnostics/printable.js';
import { positionAt } from '../../diagnostics/source.js';

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', note: 'notice' };

/** A diagnostic as a workflow command of GitHub: it shows at the line of the file in a pull request. */
export function annotation(diagnostic: Diagnostic, cwd: string, env: Environment): string {
  const { severity, code, message, span, help } = diagnostic;
  const properties: (readonly [string, string])[] = [];
  if (span !== undefined) {
    const { line, column } = positionAt(span.source, span.start);
    properties.push(['file', fileOf(span.source.path, cwd, env)], ['line', String(line)], ['col', String(column)]);
  }
  properties.push(['title', code]);
  const list = properties.map(([name, value]) => `${name}=${escapedProperty(value)}`).join(',');
  const lines = [message, ...(help?.split('\n') ?? [])].map((line) => printable(line));
  return `::${COMMANDS[severity]} ${list}::${escapedData(lines.join('\n'))}`;
}

/** GitHub knows files by their paths in the repository, which may be above the project. */
function fileOf(path: string, cwd: string, { GITHUB_WORKSPACE: workspace }: Environment): string {
  const from = workspace === undefined || workspace === '' ? cwd : workspace;
  const own = relative(from, resolve(cwd, path)).split(sep).join('/');
  return own.startsWith('../') ? path : own;
}

const escapedData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapedProperty = (text: string): string => escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

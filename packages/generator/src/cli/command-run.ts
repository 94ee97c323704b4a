import type { Environment } from '../config/template.js';
import { type Diagnostic, DiagnosticError, Reporter } from '../diagnostics/diagnostic.js';
import { printable } from '../diagnostics/printable.js';
import type { Context, ExitCode, Inputs } from './command.js';
import { COMMANDS } from './commands.js';
import { diagnosticCount, diagnosticDocument, showDiagnostics } from './report.js';
import type { Terminal } from './terminal.js';

/** What a run of a command is given. */
export interface World {
  readonly cwd: string;
  readonly env: Environment;
  readonly terminal: Terminal;
  readonly inputs?: Inputs;
  /** One line for the document of `--json`, where one follows another. */
  readonly oneLine?: boolean;
}

/**
 * Runs a command and says how it ended; everything that is thrown is reported. Diagnostics, document and context are its
 * own, so that nothing of it is left for the next run in the same process.
 */
export async function runOnce(world: World, run: (context: Context) => Promise<ExitCode>): Promise<ExitCode> {
  const { cwd, env, terminal, inputs } = world;
  const reporter = new Reporter();
  const shown = new Set<Diagnostic>();
  const fields: Record<string, unknown> = {};
  const show = (diagnostics: readonly Diagnostic[]): void => {
    showDiagnostics(
      terminal,
      diagnostics.filter((d) => !shown.has(d)),
    );
    for (const diagnostic of diagnostics) shown.add(diagnostic);
  };
  const finish = (exitCode: ExitCode, diagnostics: readonly Diagnostic[]): ExitCode => {
    terminal.progress.done();
    show(diagnostics);
    const count = diagnosticCount(diagnostics);
    if (count !== '') terminal.warn(count);
    if (terminal.json) {
      const document = { ok: exitCode === 0, ...fields, diagnostics: diagnostics.map(diagnosticDocument) };
      terminal.write(`${JSON.stringify(document, null, world.oneLine === true ? undefined : 2)}\n`);
    }
    return exitCode;
  };
  try {
    const context: Context = {
      cwd,
      env,
      terminal,
      reporter,
      commands: COMMANDS,
      ...(inputs === undefined ? {} : { inputs }),
      showDiagnostics: () => show(reporter.diagnostics),
      document: (more) => void Object.assign(fields, more),
    };
    const exitCode = await run(context);
    return finish(reporter.hasErrors && exitCode === 0 ? 1 : exitCode, reporter.diagnostics);
  } catch (error) {
    return finish(1, [...new Set([...reporter.diagnostics, ...diagnosticsOf(error, env)])]);
  }
}

/** What was thrown, as diagnostics: ours as they are, the system's by their message, anything else as our bug. */
function diagnosticsOf(error: unknown, env: Environment): readonly Diagnostic[] {
  if (error instanceof DiagnosticError) return error.diagnostics;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && 'syscall' in error) {
    return [{ severity: 'error', code: 'system', message: printable(message) }];
  }
  const stack = env['ORM_DEBUG'] === '1' && error instanceof Error ? (error.stack ?? '') : '';
  const help = ['this is a bug in orm, please report it', stack === '' ? 'ORM_DEBUG=1 shows where it happened' : stack];
  return [{ severity: 'error', code: 'internal', message: printable(message), help: help.join('\n') }];
}

import { type Diagnostic, DiagnosticError, Reporter } from '../diagnostics/diagnostic.js';
import { printable } from '../diagnostics/printable.js';
import { earlyFlags, parseArguments } from './arguments.js';
import type { CommandDescriptor, CommandOptions, Context, ExitCode } from './command.js';
import { diagnosticCount, diagnosticDocument, showDiagnostics } from './report.js';
import { createTerminal } from './terminal.js';

/** Reads the command line and runs the command it names; everything that is thrown is reported. */
export async function runProgram(argv: readonly string[], process: NodeJS.Process): Promise<ExitCode> {
  const { stdin, stdout, stderr, env } = process;
  const terminal = createTerminal({ stdin, stdout, stderr, env, ...earlyFlags(argv) });
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
    if (count !== '') terminal.complain(count);
    if (terminal.json) {
      const document = { ok: exitCode === 0, ...fields, diagnostics: diagnostics.map(diagnosticDocument) };
      terminal.write(`${JSON.stringify(document, null, 2)}\n`);
    }
    return exitCode;
  };
  try {
    const request = parseArguments(argv);
    if (request.kind === 'print') {
      terminal.write(request.text);
      return 0;
    }
    const context: Context = {
      cwd: process.cwd(),
      env: process.env,
      terminal,
      reporter,
      showDiagnostics: () => show(reporter.diagnostics),
      document: (more) => void Object.assign(fields, more),
    };
    const exitCode = await runCommand(request.command, context, request.options);
    return finish(reporter.hasErrors && exitCode === 0 ? 1 : exitCode, reporter.diagnostics);
  } catch (error) {
    return finish(1, [...new Set([...reporter.diagnostics, ...diagnosticsOf(error, process.env)])]);
  }
}

async function runCommand(command: CommandDescriptor, context: Context, options: CommandOptions): Promise<ExitCode> {
  context.document({ command: command.name });
  const module = await command.load();
  return module.run(context, options);
}

/** What was thrown, as complaints: ours as they are, the system's by their message, anything else as our bug. */
function diagnosticsOf(error: unknown, env: NodeJS.ProcessEnv): readonly Diagnostic[] {
  if (error instanceof DiagnosticError) return error.diagnostics;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && 'syscall' in error) {
    return [{ severity: 'error', code: 'system', message: printable(message) }];
  }
  const stack = env['ORM_DEBUG'] === '1' && error instanceof Error ? (error.stack ?? '') : '';
  const help = ['this is a bug in orm, please report it', stack === '' ? 'ORM_DEBUG=1 shows where it happened' : stack];
  return [{ severity: 'error', code: 'internal', message: printable(message), help: help.join('\n') }];
}

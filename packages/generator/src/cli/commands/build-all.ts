import { type Diagnostic, DiagnosticError, Reporter } from '../../diagnostics/diagnostic.js';
import type { CommandDescriptor, CommandOptions, Context, ExitCode } from '../command.js';
import { configConvert } from '../descriptors/config-convert.js';
import { modelBuild } from '../descriptors/model-build.js';
import { sqlBuild } from '../descriptors/sql-build.js';

const STEPS: readonly CommandDescriptor[] = [sqlBuild, modelBuild, configConvert];

/** `orm build:all`: the commands that write files, one after the other. With `--check` all of them have their say. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const documents: Record<string, unknown> = {};
  context.document({ build: documents });
  const said = new Set<string>();
  let exitCode: ExitCode = 0;
  for (const command of STEPS) {
    const document: Record<string, unknown> = {};
    documents[command.name] = document;
    const module = await command.load();
    const reporter = new Reporter();
    // Each step reads the schema by itself: what one has said, the next need not say again.
    const pass = (diagnostics: readonly Diagnostic[]): void => {
      for (const diagnostic of diagnostics) {
        const words = wordsOf(diagnostic);
        if (!said.has(words)) context.reporter.add(diagnostic);
        said.add(words);
      }
    };
    const inner: Context = {
      ...context,
      reporter,
      showDiagnostics: () => {
        pass(reporter.diagnostics);
        context.showDiagnostics();
      },
      document: (fields) => void Object.assign(document, fields),
    };
    try {
      const code = await module.run(inner, options);
      exitCode = code === 0 ? exitCode : code;
      pass(reporter.diagnostics);
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      pass(error.diagnostics);
    }
    context.reporter.throwIfErrors();
  }
  return exitCode;
}

const wordsOf = ({ code, message, span }: Diagnostic): string =>
  JSON.stringify([code, message, span?.source.path, span?.start]);

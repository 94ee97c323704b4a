import { DiagnosticError, Reporter } from '../../diagnostics/diagnostic.js';
import type { FileResult } from '../../output/file-plan.js';
import type { CommandDescriptor, CommandOptions, Context } from '../command.js';
import { silentTerminal } from '../terminal.js';

/** What a build command would change, or why it cannot tell. Plain data: it may come from another thread. */
export type FileCheck =
  | { readonly folder: string; readonly files: readonly FileResult[] }
  | { readonly refused: string };

/** Asks a build command what it would change, as its `--check` finds it. */
export async function checkFiles(
  command: CommandDescriptor,
  context: Context,
  options: CommandOptions,
): Promise<FileCheck> {
  const document: Record<string, unknown> = {};
  const silent: Context = {
    ...context,
    terminal: { ...silentTerminal(context.terminal), progress: context.terminal.progress },
    reporter: new Reporter(),
    showDiagnostics: () => undefined,
    document: (fields) => void Object.assign(document, fields),
  };
  try {
    const module = await command.load();
    await module.run(silent, { ...options, check: true, json: false });
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { refused: error.message };
  }
  return { folder: document['folder'] as string, files: document['files'] as readonly FileResult[] };
}

import type { Environment } from '../../config/template.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { counted } from '../summary.js';
import type { Terminal } from '../terminal.js';

/** The commands of the first build, in the order of the work. */
export type BuildCommand = 'sql:build' | 'model:build' | 'config:convert' | 'sql:insert';

const LOADERS: Readonly<
  Record<BuildCommand, () => Promise<{ run: (context: Context, options: CommandOptions) => Promise<ExitCode> }>>
> = {
  'sql:build': () => import('../commands/sql-build.js'),
  'model:build': () => import('../commands/model-build.js'),
  'config:convert': () => import('../commands/config-convert.js'),
  'sql:insert': () => import('../commands/sql-insert.js'),
};

/**
 * Runs commands in this process, as if they had been typed one after the other. `env` also has a password that was only
 * typed. What they would print with `--json` is returned by their names.
 */
export async function runCommands(
  context: Context,
  options: CommandOptions,
  commands: readonly BuildCommand[],
  env: Environment,
): Promise<Readonly<Record<string, unknown>>> {
  const documents: Record<string, unknown> = {};
  // The folders of this command line are in the configuration now.
  const { schemaDir, sqlDir, ...own } = options;
  for (const command of commands) {
    const document: Record<string, unknown> = {};
    documents[command] = document;
    const { run } = await LOADERS[command]();
    const inner = { ...context, env, terminal: hushed(context.terminal), document: into(document) };
    await run(inner, { ...own, yes: false, force: false });
    context.terminal.result(`orm ${command.padEnd(WIDTH)} ${outcomeOf(command, document)}`);
  }
  return documents;
}

const into =
  (document: Record<string, unknown>): Context['document'] =>
  (fields) =>
    void Object.assign(document, fields);

const WIDTH = 'config:convert'.length;

/** A first build makes dozens of files: one line for each command says more than their names. */
const hushed = (terminal: Terminal): Terminal => ({ ...terminal, result: () => undefined, talk: () => undefined });

function outcomeOf(command: BuildCommand, document: Readonly<Record<string, unknown>>): string {
  const { folder, files, connections } = document;
  if (command !== 'sql:insert') return `${counted(lengthOf(files), 'file')} in ${String(folder)}/`;
  return `tables created on ${(connections as readonly { connection: string }[]).map(({ connection }) => connection).join(', ')}`;
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

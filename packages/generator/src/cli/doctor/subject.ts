import { statSync } from 'node:fs';
import type { Config, Connection } from '../../config/config.js';
import { type Diagnostic, DiagnosticError, failure, Reporter } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { suggestion } from '../../diagnostics/suggest.js';
import { loadProject, type Project } from '../../schema/project.js';
import type { TargetName } from '../../targets/target.js';
import type { CommandOptions, Context } from '../command.js';
import { projectConfig } from '../project-config.js';
import { checkFilesInThread, type FileChecks } from './file-thread.js';
import type { Finding } from './finding.js';
import { Patience } from './patience.js';
import { type TriedConnection, tryConnections } from './trial.js';

/** What was read of a project, or why it could not be. */
interface Outcome<T> {
  readonly value: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** What the checks look at. Read and connected once, for all of them. */
export interface Subject {
  readonly context: Context;
  readonly options: CommandOptions;
  /** The project folder; the working directory where there is no configuration. */
  readonly root: string;
  readonly config: Outcome<Config>;
  readonly project: Outcome<Project>;
  /** The connections to look at. */
  readonly connections: readonly Connection[];
  readonly patience: Patience;
  readonly tried: () => Promise<readonly TriedConnection[]>;
  /** The generated files of a large schema, which are printed in a thread of their own meanwhile. */
  readonly fileChecks: Promise<FileChecks> | undefined;
}

/** Printing the classes of about a hundred tables, which is what so many bytes describe, takes longer than starting a thread. */
const BYTES_FOR_A_THREAD = 150_000;

/** A part of the report. */
export interface Check {
  /** The heading it stands under. */
  readonly title: string;
  /** The language that it is about: other projects are not asked. */
  readonly target?: TargetName;
  readonly find: (subject: Subject) => Promise<readonly Finding[]>;
}

/** Reads the project as far as it can be read. */
export async function readSubject(context: Context, options: CommandOptions, seconds: number): Promise<Subject> {
  const config = await attempt(() => projectConfig(context, options));
  const connections = wanted(config.value, options.connection);
  let bytes = 0;
  let fileChecks: Promise<FileChecks> | undefined;
  const onFile = (path: string): void => {
    bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes >= BYTES_FOR_A_THREAD) fileChecks ??= startedCheck(context, options);
  };
  const project = await attempt(async (reporter) =>
    config.value === undefined
      ? undefined
      : loadProject(config.value, context.cwd, options.connection, reporter, { onFile }),
  );
  const root = config.value?.root ?? context.cwd;
  const patience = new Patience(seconds * 1000);
  let tried: Promise<readonly TriedConnection[]> | undefined;
  return {
    context,
    options,
    root,
    config,
    project,
    connections,
    patience,
    tried: () => (tried ??= tryConnections(connections, context.env, root, patience)),
    fileChecks,
  };
}

/** Nobody may ask for the outcome, such as where the schema turns out to be wrong. */
function startedCheck(context: Context, options: CommandOptions): Promise<FileChecks> {
  const checks = checkFilesInThread(context, options);
  checks.catch(() => undefined);
  return checks;
}

async function attempt<T>(read: (reporter: Reporter) => Promise<T | undefined>): Promise<Outcome<T>> {
  const reporter = new Reporter();
  try {
    return { value: await read(reporter), diagnostics: reporter.diagnostics };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { value: undefined, diagnostics: error.diagnostics };
  }
}

function wanted(config: Config | undefined, only: readonly string[]): readonly Connection[] {
  if (config === undefined) return [];
  const unknown = only.find((name) => !config.connections.has(name));
  if (unknown !== undefined) {
    throw failure({
      code: 'cli/unknown-connection',
      message: `there is no connection ${quoted(unknown)}`,
      help: suggestion(unknown, config.connections.keys()),
    });
  }
  return [...config.connections.values()].filter(({ name }) => only.length === 0 || only.includes(name));
}

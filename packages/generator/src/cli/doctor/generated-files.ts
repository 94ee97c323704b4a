import { DiagnosticError, Reporter } from '../../diagnostics/diagnostic.js';
import type { FileResult } from '../../output/file-plan.js';
import type { CommandDescriptor, CommandOptions, Context } from '../command.js';
import { configConvert } from '../descriptors/config-convert.js';
import { modelBuild } from '../descriptors/model-build.js';
import { sqlBuild } from '../descriptors/sql-build.js';
import { counted } from '../summary.js';
import { silentTerminal } from '../terminal.js';
import { type Finding, notChecked, ok, warning } from './finding.js';
import type { Check, Subject } from './subject.js';

/** What the build commands would change, found as their `--check` finds it. */
export const generatedFilesCheck: Check = { title: 'Generated files', find: fileFindings };

async function fileFindings(subject: Subject): Promise<readonly Finding[]> {
  const { config, project } = subject;
  if (config.value === undefined) return [];
  const findings: Finding[] = [];
  for (const command of [sqlBuild, modelBuild, configConvert]) {
    if (command !== configConvert && project.value === undefined) {
      findings.push(notChecked(`${command.name}, which needs a schema without errors`));
    } else findings.push(await commandFinding(command, subject));
  }
  return findings;
}

async function commandFinding(command: CommandDescriptor, { context, options, project }: Subject): Promise<Finding> {
  const line = `orm ${command.name}`;
  try {
    const { folder, files } = await checked(command, { ...context, loaded: project.value }, options);
    const changed = files.filter(({ status }) => status !== 'unchanged');
    if (changed.length === 0) return ok(`${folder}/ is up to date`);
    const never = changed.every(({ status }) => status === 'created') && changed.length === files.length;
    if (never) return warning(`${folder}/ was not built yet`, line);
    const [first] = changed;
    const which = changed.length === 1 ? (first?.path ?? '') : counted(changed.length, 'file');
    return warning(`${folder}/ is not up to date: ${which} would change`, line);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return notChecked(`${command.name}: ${error.message}`, line);
  }
}

interface Checked {
  readonly folder: string;
  readonly files: readonly FileResult[];
}

async function checked(command: CommandDescriptor, context: Context, options: CommandOptions): Promise<Checked> {
  const document: Record<string, unknown> = {};
  const silent: Context = {
    ...context,
    terminal: { ...silentTerminal(context.terminal), progress: context.terminal.progress },
    reporter: new Reporter(),
    showDiagnostics: () => undefined,
    document: (fields) => void Object.assign(document, fields),
  };
  const module = await command.load();
  await module.run(silent, { ...options, check: true, json: false });
  return document as unknown as Checked;
}

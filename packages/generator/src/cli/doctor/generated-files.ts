import type { CommandDescriptor } from '../command.js';
import { configConvert } from '../descriptors/config-convert.js';
import { modelBuild } from '../descriptors/model-build.js';
import { sqlBuild } from '../descriptors/sql-build.js';
import { counted } from '../summary.js';
import { checkFiles, type FileCheck } from './file-check.js';
import { type Finding, notChecked, ok, warning } from './finding.js';
import type { Check, Subject } from './subject.js';

/** What the build commands would change, found as their `--check` finds it. */
export const generatedFilesCheck: Check = { title: 'Generated files', find: fileFindings };

async function fileFindings(subject: Subject): Promise<readonly Finding[]> {
  const { config, context, options, project, fileChecks } = subject;
  if (config.value === undefined) return [];
  const findings: Finding[] = [];
  for (const command of [sqlBuild, modelBuild, configConvert]) {
    if (command !== configConvert && project.value === undefined) {
      findings.push(notChecked(`${command.name}, which needs a schema without errors`));
    } else {
      const printed = (await fileChecks)?.get(command.name);
      const check = printed ?? (await checkFiles(command, { ...context, loaded: project.value }, options));
      const found = commandFinding(command, check);
      // Classes and configuration may be in one folder.
      if (!findings.some(({ what }) => what === found.what && found.state === 'ok')) findings.push(found);
    }
  }
  return findings;
}

function commandFinding({ name }: CommandDescriptor, check: FileCheck): Finding {
  const line = `orm ${name}`;
  if ('refused' in check) return notChecked(`${name}: ${check.refused}`, line);
  const { folder, files } = check;
  const changed = files.filter(({ status }) => status !== 'unchanged');
  if (changed.length === 0) return ok(`${folder}/ is up to date`);
  const never = changed.every(({ status }) => status === 'created') && changed.length === files.length;
  if (never) return warning(`${folder}/ was not built yet`, line);
  const [first] = changed;
  const which = changed.length === 1 ? (first?.path ?? '') : counted(changed.length, 'file');
  return warning(`${folder}/ is not up to date: ${which} would change`, line);
}

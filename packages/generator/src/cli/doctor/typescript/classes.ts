import { Reporter } from '../../../diagnostics/diagnostic.js';
import { reportTo } from '../../../schema/model-diagnostics.js';
import { typescriptTarget } from '../../../targets/typescript/target.js';
import { findingsOf } from '../finding.js';
import type { Check } from '../subject.js';

/** What model:build warns of, such as two languages without one time zone. Its errors stand with the generated files. */
export const classesCheck: Check = {
  title: 'Project',
  target: 'typescript',
  async find({ config, project }) {
    if (config.value === undefined || project.value === undefined) return [];
    const reporter = new Reporter();
    const check = await typescriptTarget.check();
    check(project.value.models, config.value, reportTo(reporter));
    return findingsOf(
      reporter.diagnostics.filter(({ severity }) => severity === 'warning'),
      'schema:check',
    );
  },
};

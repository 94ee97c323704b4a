import type { Config } from '../config/config.js';
import type { Report } from '../model/model-diagnostic.js';
import { targetsOf } from './registry.js';
import type { CheckedModel } from './target.js';

/** What cannot become classes in one of the languages of a project. */
export async function classChecks(config: Config): Promise<(models: readonly CheckedModel[], report: Report) => void> {
  const checks = await Promise.all(targetsOf(config).map((target) => target.check()));
  return (models, report) => {
    for (const check of checks) check(models, config, report);
  };
}

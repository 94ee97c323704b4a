import type { Config } from '../config/config.js';
import type { Report } from '../model/model-diagnostic.js';
import type { NameRules } from '../model/name-rules.js';
import { targetsOf } from './registry.js';
import type { CheckedModel } from './target.js';

/** What the languages of a project ask of names. */
export const nameRules = (config: Config): Promise<readonly NameRules[]> =>
  Promise.all(targetsOf(config).map((target) => target.names()));

/** What cannot become classes in one of the languages of a project. */
export async function classChecks(config: Config): Promise<(models: readonly CheckedModel[], report: Report) => void> {
  const checks = await Promise.all(targetsOf(config).map((target) => target.check()));
  return (models, report) => {
    for (const check of checks) check(models, config, report);
  };
}

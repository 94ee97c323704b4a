import type { Report } from '../../../model/model-diagnostic.js';
import type { CheckedModel } from '../../target.js';
import type { ClassNaming } from '../classes.js';
import { checkPhp } from './check.js';
import { checkPdoNames } from './pdo-names.js';

/**
 * What cannot become classes, of all models whose classes go to one folder. Whoever builds SQL alone is not asked: two
 * databases may have tables of one name.
 */
export function checkClasses(models: readonly CheckedModel[], naming: ClassNaming, report: Report): void {
  checkPhp(
    models.map(({ database }) => database),
    naming,
    report,
  );
  for (const { database, platform } of models) checkPdoNames(database, platform.adapter, report);
}

import type { Report } from '../model/model-diagnostic.js';
import { checkPhp } from '../targets/php/check.js';
import { checkPdoNames } from '../targets/php/check-pdo-names.js';
import type { ClassNaming } from '../targets/php/classes.js';
import type { BuiltModel } from './models.js';

/**
 * What cannot become classes, of all models whose classes go to one folder. Whoever builds SQL alone is not asked: two
 * databases may have tables of one name.
 */
export function checkClasses(models: readonly BuiltModel[], naming: ClassNaming, report: Report): void {
  checkPhp(
    models.map(({ database }) => database),
    naming,
    report,
  );
  for (const { database, platform } of models) checkPdoNames(database, platform.adapter, report);
}

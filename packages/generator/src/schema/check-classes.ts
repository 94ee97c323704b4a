import type { Complain } from '../model/model-diagnostic.js';
import { checkPhp } from '../targets/php/check.js';
import { checkPdoNames } from '../targets/php/check-pdo-names.js';
import type { ClassNaming } from '../targets/php/classes.js';
import type { BuiltModel } from './models.js';

/**
 * What cannot become classes, of all models whose classes go to one folder. Every command that reads a schema asks for it:
 * a schema is right for all of them or for none.
 */
export function checkClasses(models: readonly BuiltModel[], naming: ClassNaming, complain: Complain): void {
  checkPhp(
    models.map(({ database }) => database),
    naming,
    complain,
  );
  for (const { database, platform } of models) checkPdoNames(database, platform.adapter, complain);
}

import type { Adapter } from '../../../model/adapter.js';
import type { Database } from '../../../model/model.js';
import type { Report } from '../../../model/model-diagnostic.js';
import type { ClassNaming } from '../classes.js';
import { checkPhp } from './check.js';
import { checkPdoNames } from './pdo-names.js';

/** A database and the vendor it is for. */
interface JudgedModel {
  readonly database: Database;
  readonly platform: { readonly adapter: Adapter };
}

/**
 * What cannot become classes, of all models whose classes go to one folder. Whoever builds SQL alone is not asked: two
 * databases may have tables of one name.
 */
export function checkClasses(models: readonly JudgedModel[], naming: ClassNaming, report: Report): void {
  checkPhp(
    models.map(({ database }) => database),
    naming,
    report,
  );
  for (const { database, platform } of models) checkPdoNames(database, platform.adapter, report);
}

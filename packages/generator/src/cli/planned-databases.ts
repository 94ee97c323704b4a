import type { Table } from '../model/model.js';
import { once } from '../plan/once.js';
import { planTable } from '../plan/table.js';
import type { Project } from '../schema/project.js';
import type { PlannedDatabase } from '../targets/target.js';

/** The databases of a project with what their classes run. `onTable` hears of a table when its statements are planned. */
export function plannedDatabases(
  { models, platformOptions }: Pick<Project, 'models' | 'platformOptions'>,
  onTable?: (table: Table) => void,
): readonly PlannedDatabase[] {
  return models.map(({ database, platform }) => ({
    database,
    statementsOf: once((table) => {
      onTable?.(table);
      return planTable(table, platform, platformOptions);
    }),
  }));
}

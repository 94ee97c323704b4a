import type { FilePlan, PlannedFile } from '../../output/file-plan.js';
import { carriesMark } from '../../output/mark.js';
import { MAP_FILE, mapInOrder, type SqlFolder } from '../../output/sql-plan.js';
import { inside } from '../../output/writer.js';
import { REST_MARK, type RestScripts } from '../../reverse/rest.js';

/** The files of what a schema cannot say, and with `isListed` the map in which `sql:insert` finds them. */
export function restPlan(
  folder: string,
  database: string,
  { before, after }: RestScripts,
  existing: Pick<SqlFolder, 'map'>,
  isListed: boolean,
): FilePlan {
  const files: PlannedFile[] = [];
  const removals: string[] = [];
  const names = { before: `${database}.rest.before.sql`, after: `${database}.rest.sql` };
  for (const [path, content] of [
    [names.before, before],
    [names.after, after],
  ] as const) {
    if (content !== undefined) files.push({ path, content, mark: REST_MARK });
    else if (carriesMark(inside(folder, path), REST_MARK)) removals.push(path);
  }
  const wasListed = removals.some((path) => existing.map?.includes(path) === true);
  if ((isListed && files.length > 0) || wasListed) {
    const order = [
      ...(before === undefined ? [] : [names.before]),
      `${database}.sql`,
      ...(after === undefined ? [] : [names.after]),
    ];
    files.push({ path: MAP_FILE, content: mapInOrder(existing.map, order, removals, database) });
  }
  return { folder, files, removals };
}

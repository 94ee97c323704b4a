import { quoted } from '../../diagnostics/printable.js';
import { type Context, originSpan } from './context.js';
import type { ColumnDraft, TableDraft } from './draft.js';

/**
 * Refuses names that are exchanged by `renamedFrom`. All of them are there before and after, so a migration could not tell a change
 * that is still to be made from one that was made long ago, and values would stay under the wrong names.
 */
export function checkRenamedFrom(context: Context, tables: readonly TableDraft[]): void {
  // In views and tables of others it has no effect.
  const own = tables.filter(({ skipSql }) => !skipSql);
  for (const schema of new Set(own.filter(isRenamed).map((table) => table.schema))) {
    for (const circle of circlesOf(own.filter((table) => table.schema === schema))) refuse(context, 'table', circle);
  }
  for (const { columns } of own) for (const circle of circlesOf(columns)) refuse(context, 'column', circle);
}

type Thing = TableDraft | ColumnDraft;

const isRenamed = ({ renamedFrom }: Thing): boolean => renamedFrom !== undefined;

/** Circles of `renamedFrom`, each from the thing that stands first in the schema on to what it was. */
function circlesOf(things: readonly Thing[]): readonly (readonly Thing[])[] {
  if (!things.some(isRenamed)) return [];
  const byName = new Map(things.map((thing) => [thing.name, thing]));
  const seen = new Set<Thing>();
  return things.flatMap((thing) => {
    const path: Thing[] = [];
    for (let at: Thing | undefined = thing; at !== undefined && !seen.has(at); at = byName.get(at.renamedFrom ?? '')) {
      seen.add(at);
      path.push(at);
    }
    const start = path.findIndex(({ name }) => name === path.at(-1)?.renamedFrom);
    return start < 0 ? [] : [path.slice(start)];
  });
}

function refuse({ reporter }: Context, what: 'table' | 'column', circle: readonly Thing[]): void {
  const [first, ...others] = circle;
  if (first === undefined) return;
  const last = quoted(circle.at(-1)?.name ?? '');
  const were = circle.map(({ name, renamedFrom = '' }) => `${quoted(name)} was ${quoted(renamedFrom)}`);
  const steps = [
    `${quoted(first.name)} becomes a name in between`,
    ...others.map(({ name }, at) => `${quoted(name)} becomes ${quoted(circle[at]?.name ?? '')}`),
    `the name in between becomes ${last}`,
  ];
  reporter.error({
    code: 'schema/renamed-from',
    message: `renamedFrom exchanges the names of ${what}s: ${were.join(', ')}`,
    span: originSpan(first.origin, 'renamedFrom'),
    help: `make a migration for each new name: ${steps.join(', then ')}\nif the migrations have exchanged them already, remove renamedFrom`,
  });
}

import { quoted } from '../../diagnostics/printable.js';
import type { KeyPart } from '../../model/model.js';
import type { Element } from '../element.js';
import { type Context, childrenNamed, fail, number } from './context.js';
import type { ColumnDraft } from './draft.js';
import { explicitName, findColumn } from './indexes.js';
import type { TableWork } from './table.js';

const CODE = 'schema/primary-key';

/** The primary key as the database keeps it: as `<primary-key>` says, or in the order of the columns. */
export function addPrimaryKey(context: Context, work: TableWork): void {
  const { table } = work;
  table.primaryKeyParts = table.primaryKey.map((column) => ({ column, size: undefined }));
  const [element, second] = childrenNamed(work.element, 'primary-key');
  if (second) {
    fail(context, second, undefined, CODE, 'a table has one <primary-key>', 'keep one of them', {
      message: 'the first one',
      origin: element ?? second,
    });
  }
  if (!element) return;
  if (table.primaryKey.length === 0) {
    if (work.gaps.has('columns')) return;
    fail(
      context,
      element,
      undefined,
      CODE,
      `table ${quoted(table.name)} has no primary key`,
      'set primaryKey="true" on its columns',
    );
    return;
  }
  table.primaryKeyName = explicitName(context, element);
  const children = childrenNamed(element, 'primary-key-column');
  if (children.length === 0 || context.flaws.has(element)) return;
  const parts = children.flatMap((child) => partOf(context, work, child));
  if (parts.length < children.length || context.doubts.hasGap(table.origin, 'columns')) return;
  const missing = table.primaryKey.filter((column) => !parts.some((part) => part.column === column));
  const repeated = children.find((_, i) => parts.findIndex(({ column }) => column === parts[i]?.column) < i);
  if (repeated) {
    fail(context, repeated, 'name', CODE, 'this column is in the primary key twice', 'keep one of them');
  } else if (missing.length > 0) {
    fail(
      context,
      element,
      undefined,
      CODE,
      `${missing.map(({ name }) => quoted(name)).join(' and ')} belongs to the primary key and is not listed here`,
      `add <primary-key-column name="${missing[0]?.name ?? ''}"/>, or list no columns at all`,
    );
  } else table.primaryKeyParts = parts;
}

function partOf(context: Context, work: TableWork, child: Element): KeyPart[] {
  if (context.flaws.has(child)) return [];
  const column: ColumnDraft | undefined = findColumn(context, work, child, 'name');
  if (!column) return [];
  if (column.primaryKey) return [{ column, size: number(child, 'size') }];
  if (context.doubts.isVague(column.origin)) return [];
  fail(
    context,
    child,
    'name',
    CODE,
    `column ${quoted(column.name)} does not belong to the primary key`,
    'set primaryKey="true" on the column, or remove it here',
    { message: 'the column', origin: column.origin, attribute: 'name' },
  );
  return [];
}

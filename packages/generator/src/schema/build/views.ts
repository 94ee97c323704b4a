import { type Element, elementSpan } from '../element.js';
import { type Context, childrenNamed, fail, flag } from './context.js';
import { hasSqlForSome } from './verbatim-sql.js';

/** True for a table that is a view, be it one of other vendors: that is no table of this one. */
export const isView = (element: Element): boolean =>
  element.attributes['viewSql'] !== undefined || hasSqlForSome(element, 'viewSql');

/** Reports what only a table can have. */
export function checkView(context: Context, element: Element): void {
  if (!isView(element)) return;
  const report = (at: Element, attribute: string | undefined, message: string, help: string): void =>
    fail(context, at, attribute, 'schema/view', message, help);
  for (const name of ['skipSql', 'readOnly']) {
    if (flag(element, name, true)) continue;
    report(element, name, `"${name}" cannot be false for a view`, `remove it: viewSql implies ${name}="true"`);
  }
  const isWritten = element.attributes['partitionBy'] !== undefined;
  if (isWritten || hasSqlForSome(element, 'partitionBy')) {
    const attribute = isWritten ? 'partitionBy' : undefined;
    report(element, attribute, 'a view cannot be partitioned', 'remove partitionBy, or remove viewSql');
  }
  for (const name of ['index', 'check']) {
    for (const child of childrenNamed(element, name)) {
      report(
        child,
        undefined,
        `a view cannot have ${name === 'index' ? 'an' : 'a'} <${name}>`,
        'move it to the table that the view reads',
      );
    }
  }
  for (const child of childrenNamed(element, 'unique')) {
    context.reporter.warning({
      code: 'schema/view-unique',
      message: 'a view cannot have a UNIQUE: this one only makes relations by its columns one-to-one',
      span: elementSpan(child),
      help: 'move it to the table that the view reads, or keep it if the SELECT makes sure of it',
    });
  }
}

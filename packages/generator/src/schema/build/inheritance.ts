import { quoted } from '../../diagnostics/printable.js';
import type { InheritanceClass } from '../../model/model.js';
import { type Context, childrenNamed, fail, value } from './context.js';
import { isPackage } from './packages.js';
import type { TableWork } from './table.js';

/** The classes of a table whose rows are of several classes, told apart by one column. */
export function addInheritance(context: Context, work: TableWork): void {
  for (const element of childrenNamed(work.element, 'column')) {
    if (element.children.length === 0 && element.attributes['inheritance'] === undefined) continue;
    const classes = childrenNamed(element, 'inheritance');
    const single = value(element, 'inheritance') === 'single';
    if (!single) {
      if (classes[0] && !context.flaws.isUnknown(element, 'inheritance')) {
        fail(
          context,
          classes[0],
          undefined,
          'schema/inheritance',
          'the column of this <inheritance> does not say inheritance="single"',
          'add inheritance="single" to the <column>',
        );
      }
      continue;
    }
    const column = work.columns.get((element.attributes['name'] ?? '').toLowerCase());
    if (work.table.inheritance) {
      fail(
        context,
        element,
        'inheritance',
        'schema/inheritance',
        `table ${quoted(work.table.name)} has a second inheritance column`,
        'one column says which class a row is',
        {
          message: 'the first one',
          origin: work.table.inheritance.column.origin,
        },
      );
      continue;
    }
    const keys = new Set<string>();
    const built: InheritanceClass[] = [];
    for (const child of classes) {
      const key = child.attributes['key'] ?? '';
      const name = child.attributes['class'] ?? '';
      if (keys.has(key)) {
        fail(
          context,
          child,
          'key',
          'schema/inheritance',
          `the key ${quoted(key)} is given to two classes`,
          'every class has its own key',
        );
      }
      keys.add(key);
      if (built.some((other) => other.className.toLowerCase() === name.toLowerCase())) {
        fail(
          context,
          child,
          'class',
          'schema/inheritance',
          `the class ${quoted(name)} is given two keys`,
          'every class has one key',
        );
      }
      const parent = value(child, 'extends');
      const folder = value(child, 'package');
      if (folder !== undefined) isPackage(context, child, folder);
      built.push({ key, className: name, package: folder, extends: parent, origin: child });
    }
    if (built.length === 0 && !context.flaws.mayLack(element, 'inheritance')) {
      fail(
        context,
        element,
        'inheritance',
        'schema/inheritance',
        'inheritance="single" needs <inheritance> elements in the column',
        'add <inheritance key="…" class="…"/> for each class',
      );
    }
    if (column) work.table.inheritance = { column, classes: built };
  }
}

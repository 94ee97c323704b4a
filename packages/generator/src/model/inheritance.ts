import type { InheritanceClass, Table } from './model.js';

/** The classes of a table beside its own. */
export const furtherClasses = ({ inheritance, className }: Table): readonly InheritanceClass[] =>
  (inheritance?.classes ?? []).filter((each) => each.className !== className);

/** A class and all that extend it. */
export function descendants({ inheritance }: Table, root: InheritanceClass): readonly InheritanceClass[] {
  const found = new Set<InheritanceClass>([root]);
  for (const each of found) {
    for (const child of inheritance?.classes ?? []) if (child.extends === each.className) found.add(child);
  }
  return [...found];
}

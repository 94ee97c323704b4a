import { isReservedTsName } from '../../languages/typescript/names.js';
import type { Column, Table } from '../../model/model.js';

/** The package that generated classes stand on. */
export const RUNTIME = '@ormgen/runtime';

/** `BookTag` → `book-tag`: the name of its files. */
export function fileName({ className }: Pick<Table, 'className'>): string {
  return className
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '-')
    .replaceAll('_', '-')
    .toLowerCase();
}

export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

export const propertyName = ({ memberName }: Column): string => lowerFirst(memberName);

/** The same for a parameter: words of the language are no names, and every method has one for the connection. */
export function parameterName(column: Column): string {
  const name = propertyName(column);
  return name === 'con' || isReservedTsName(name) ? `${name}Value` : name;
}

/** The constant with everything about a table that is known when its classes are built. */
export const tableConstant = ({ className }: Table): string => `${lowerFirst(className)}Table`;

/** The user's own class of a table, by its whole name: a table may have one that the runtime has, too. */
export const ownType = (table: Table, extension: string, suffix: '' | 'Query' = ''): string =>
  `import('../${fileName(table)}${extension}').${table.className}${suffix}`;

/** The type of the labels of an ENUM or SET column. */
export const labelType = ({ className }: Table, { memberName }: Column): string => className + memberName;

/** The constant with all of them. */
export const labelConstant = (table: Table, column: Column): string => `${lowerFirst(labelType(table, column))}Labels`;

import type { Column, Table } from '../../model/model.js';

/** The package that generated classes stand on. */
export const RUNTIME = '@ormgen/runtime';

/** `BookTag` → `book-tag`: the name of its files. */
export function fileName({ className }: Table): string {
  return className
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '-')
    .replaceAll('_', '-')
    .toLowerCase();
}

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

export const propertyName = ({ memberName }: Column): string => lowerFirst(memberName);

/** The constant with everything about a table that is known when its classes are built. */
export const tableConstant = ({ className }: Table): string => `${lowerFirst(className)}Table`;

/** The type of the labels of an ENUM column. */
export const labelType = ({ className }: Table, { memberName }: Column): string => className + memberName;

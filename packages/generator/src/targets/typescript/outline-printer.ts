import { furtherClasses } from '../../model/inheritance.js';
import type { OutlinePrinter } from '../target.js';
import { propertyName } from './names.js';

export const typescriptOutlinePrinter: OutlinePrinter = {
  outline: () => (_database, table) =>
    table.internal
      ? []
      : [
          { name: table.className, role: 'model', methods: [] },
          {
            name: `${table.className}Query`,
            role: 'query',
            methods: table.columns.map((column) => ({
              name: `filterBy${column.memberName}`,
              signature: `filterBy${column.memberName}(value): this`,
              of: propertyName(column),
            })),
          },
          ...furtherClasses(table).map(({ className }) => ({
            name: className,
            role: 'inherited' as const,
            methods: [],
          })),
        ],
};

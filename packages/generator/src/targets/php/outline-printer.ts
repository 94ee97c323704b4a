import type { OutlinePrinter } from '../target.js';
import { checkPhp } from './check/check.js';
import { classNaming } from './naming.js';
import { phpOutline } from './outline.js';

export const phpOutlinePrinter: OutlinePrinter = {
  outline(databases, config) {
    const naming = classNaming(config);
    const errors: string[] = [];
    checkPhp(
      databases.map(({ database }) => database),
      naming,
      ({ severity, code }) => {
        if (severity === 'error') errors.push(code);
      },
    );
    if (errors.length > 0) return undefined;
    const outlines = new Map(
      databases.map(({ database, statementsOf }) => [database, phpOutline(database.name, statementsOf, naming)]),
    );
    return (database, table) => outlines.get(database)?.(table) ?? [];
  },
};

import type { OutlinePrinter } from '../target.js';
import { checkPhp } from './check/check.js';
import { classNaming } from './naming.js';
import { phpOutline } from './outline.js';

export const phpOutlinePrinter: OutlinePrinter = {
  outline(databases, config) {
    const naming = classNaming(config);
    let isSound = true;
    checkPhp(
      databases.map(({ database }) => database),
      naming,
      ({ severity }) => {
        if (severity === 'error') isSound = false;
      },
    );
    if (!isSound) return undefined;
    const outlines = new Map(
      databases.map(({ database, statementsOf }) => [database, phpOutline(database.name, statementsOf, naming)]),
    );
    return (database, table) => outlines.get(database)?.(table) ?? [];
  },
};

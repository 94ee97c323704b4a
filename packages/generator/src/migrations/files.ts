import { applyChanges } from '../changes/apply.js';
import { type Change, inverse } from '../changes/change.js';
import { printable } from '../diagnostics/printable.js';
import type { Alteration } from '../platforms/alteration.js';
import type { Operation } from '../platforms/operation.js';
import type { Platform } from '../platforms/platform.js';
import type { DatabaseShape } from '../platforms/shape.js';
import { described } from './describe.js';
import { planChanges } from './plan.js';

/** A file of a migration, by its name in the folder. */
export interface MigrationFile {
  readonly name: string;
  readonly content: string;
}

export const FORMAT = 1;

/** The files of a migration that makes some changes. */
export function migrationFiles(
  name: string,
  before: DatabaseShape,
  changes: readonly Change[],
  platform: Pick<Platform, 'adapter' | 'title'>,
  alteration: Alteration,
): readonly MigrationFile[] {
  const script = (title: string, operations: readonly Operation[]): string => {
    const { first, last } = alteration.around?.(operations) ?? { first: [], last: [] };
    const parts = [
      title,
      ...first.map(alone),
      ...operations.flatMap((operation) => statements(operation, alteration)),
      ...last.map(alone),
    ];
    return `${parts.join('\n\n')}\n`;
  };
  const title = `${printable(name)} of "${printable(before.name)}" for ${platform.title}`;
  const after = applyChanges(before, changes);
  return [
    {
      name: 'up.sql',
      content: script(`-- Migration ${title}`, planChanges(before, changes, alteration.abilities)),
    },
    {
      name: 'down.sql',
      content: script(`-- Undoes migration ${title}`, planChanges(after, inverse(changes), alteration.abilities)),
    },
    {
      name: 'changes.json',
      content: `${JSON.stringify({ format: FORMAT, database: before.name, adapter: platform.adapter, changes }, null, 2)}\n`,
    },
  ];
}

const alone = (statement: string): string => `-- orm: alone\n${statement};`;

/** Every statement under the words that say what it does; several of one operation are counted. */
function statements(operation: Operation, { alter }: Alteration): string[] {
  const words = described(operation);
  const printed = alter(operation);
  return printed.map((statement, at) => {
    const count = printed.length > 1 ? ` (${at + 1} of ${printed.length})` : '';
    return [...words.map((line) => `-- orm: ${line}${count}`), `${statement};`].join('\n');
  });
}

import { blocks, notInTransaction } from './blocks.js';
import { breaksCode } from './breaks-code.js';
import { dependsOnRows } from './depends-on-rows.js';
import { erases } from './erases.js';
import { noDown, noStatements, unknownChange } from './folder.js';
import { ownStatements } from './own-statements.js';
import type { CheckedMigration, Finding, Rule } from './rule.js';
import { losesTrigger } from './triggers.js';

/** Rules about the changes of a migration, and what orm does for them. */
const CHANGE_RULES: readonly Rule[] = [
  erases,
  dependsOnRows,
  losesTrigger,
  breaksCode,
  blocks,
  notInTransaction,
  unknownChange,
  noStatements,
  noDown,
];

/** What rules find in a migration. Where a change says it already, the SQL that makes it says nothing new. */
export function findingsOf(migration: CheckedMigration): readonly Finding[] {
  const found = CHANGE_RULES.flatMap((rule) => rule(migration));
  const isSaid = (own: Finding): boolean =>
    found.some(({ rule, statement }) => rule === own.rule && statement === own.statement);
  return [...found, ...ownStatements(migration).filter((own) => !isSaid(own))];
}

import type { Alteration } from '../../platforms/alteration.js';
import type { DatabaseShape } from '../../platforms/shape.js';
import { said } from '../../platforms/shape.js';
import type { ScriptDialect } from '../../platforms/sql-tokens.js';
import type { Migration } from '../migration.js';
import { readAnnotated } from './annotated.js';
import { writtenForm } from './form.js';
import type { CheckedMigration, Trigger } from './rule.js';

/** What rules are asked about. */
interface Given {
  readonly migration: Migration;
  /** The texts of its files. */
  readonly up: string;
  readonly down: string;
  readonly before: DatabaseShape;
  readonly after: DatabaseShape;
  readonly triggers: readonly Trigger[];
}

/** A migration as rules see it. */
export function checkedMigration(given: Given, alteration: Alteration, dialect: ScriptDialect): CheckedMigration {
  const { before, after, triggers } = given;
  const { name, changes, fills, assumes, remakes, follows } = given.migration;
  const up = readAnnotated(given.up, dialect);
  return {
    name,
    changes,
    ...said({ fills, assumes, remakes, follows }),
    before,
    after,
    form: writtenForm(before, given.migration, alteration, up, dialect),
    up,
    down: readAnnotated(given.down, dialect),
    dialect,
    alteration,
    triggers,
  };
}

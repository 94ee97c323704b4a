import type { RuleName } from '../../config/keys/migration-rules.js';
import type { Alteration } from '../../platforms/alteration.js';
import type { DatabaseShape } from '../../platforms/shape.js';
import type { ScriptDialect } from '../../platforms/sql-tokens.js';
import type { Migration } from '../migration.js';
import type { AnnotatedScript, AnnotatedStatement } from './annotated.js';
import type { WrittenForm } from './form.js';

/** A migration as rules see it. */
export interface CheckedMigration extends Migration {
  /** What the database is before it, and after it. */
  readonly before: DatabaseShape;
  readonly after: DatabaseShape;
  readonly form: WrittenForm;
  readonly up: AnnotatedScript;
  readonly down: AnnotatedScript;
  readonly dialect: ScriptDialect;
  readonly alteration: Alteration;
  /** Triggers that the SQL of earlier migrations created. */
  readonly triggers: readonly Trigger[];
}

/** In lower case: names are compared so that too many fit rather than too few. */
export interface Trigger {
  readonly name: string;
  readonly table: string;
}

/** What a rule has found in a migration. */
export interface Finding {
  readonly rule: RuleName;
  /** One sentence without a full stop. */
  readonly message: string;
  /** How to go on, besides allowing it. */
  readonly help?: string;
  /** The statement of up.sql that does it; without one the whole migration is meant. */
  readonly statement?: AnnotatedStatement | undefined;
  /** A place in up.sql that is more exact than its statement. */
  readonly range?: { readonly start: number; readonly end: number };
}

/** A rule is a function in a list. What it finds may carry the names of several rules that look at the same thing. */
export type Rule = (migration: CheckedMigration) => readonly Finding[];

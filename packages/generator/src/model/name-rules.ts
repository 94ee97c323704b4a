import type { Shape } from './gate.js';
import type { Database, Table } from './model.js';
import type { Report } from './model-diagnostic.js';
import type { Origin } from './origin.js';

/** A column that is written but could not be built: its name is still its own. */
export interface WrittenColumn {
  readonly name: string;
  readonly memberName: string;
  readonly origin: Origin;
}

/** A model as far as it could be built: names are judged even when something else is wrong. */
export interface NamedModel {
  readonly database: Database;
  readonly unbuiltColumns: (table: Table) => readonly WrittenColumn[];
}

/**
 * What a language asks of the names in a model. Every run asks it of the languages that a project has chosen, so that no
 * SQL is written for tables that cannot have classes.
 */
export interface NameRules {
  readonly check: (model: NamedModel, report: Report) => void;
  /** The form of each text that is written into code as it stands. */
  readonly forms: Shape;
}

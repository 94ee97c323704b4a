import type { Table } from './model.js';
import type { Origin } from './origin.js';

/** A diagnostic about the model. Whoever has the sources turns the origin into a code frame. */
export interface ModelDiagnostic {
  readonly severity: 'error' | 'warning' | 'note';
  readonly code: string;
  readonly origin: Origin;
  /** The attribute of the element at `origin` that is the cause, if one is; of several, the first that is written. */
  readonly attribute?: string | readonly string[] | undefined;
  readonly message: string;
  readonly help?: string | undefined;
  /** Which name of a foreign key is the cause: its own, that of the way back, or that of a relation through its table. */
  readonly relation?: 'own' | 'reverse' | 'many-to-many' | undefined;
  /** The table that does not have what it should: not said of one that is known in part only. */
  readonly lacking?: Table | undefined;
  /** A second place that matters, such as the first of two equal names. */
  readonly related?: {
    readonly message: string;
    readonly origin: Origin;
    readonly attribute?: string | readonly string[] | undefined;
  };
}

export type Report = (diagnostic: ModelDiagnostic) => void;

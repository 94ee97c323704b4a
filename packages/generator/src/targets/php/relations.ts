import type { ModelColumn, ModelPrinter } from './model-printer.js';

/** What relations add to a model class. */
export interface RelationParts {
  readonly properties: readonly string[];
  readonly methods: readonly string[];
  /** What a setter does after it changed a column: related objects that no longer fit are forgotten. */
  readonly afterSet: (column: ModelColumn) => readonly string[];
  readonly afterHydrate: readonly string[];
}

export function relationParts(_printer: ModelPrinter): RelationParts {
  return { properties: [], methods: [], afterSet: () => [], afterHydrate: [] };
}

import type { ModelColumn, ModelPrinter } from './model-printer.js';
import { manyToMany } from './relations/many-to-many.js';
import { manyToOne } from './relations/many-to-one.js';
import { oneToMany, oneToOne } from './relations/one-to-many.js';

/** What relations add to a model class. */
export interface RelationParts {
  readonly properties: readonly string[];
  readonly methods: readonly string[];
  /** What a setter does after it changed a column: related objects that no longer fit are forgotten. */
  readonly afterSet: (column: ModelColumn) => readonly string[];
}

/** The methods are one line each: what they do is the same for every table and stands in the runtime. */
export function relationParts(printer: ModelPrinter): RelationParts {
  const { table } = printer;
  const parents = table.foreignKeys.map((key) => manyToOne(printer, key));
  const others = [
    ...table.referrers.map((key) => (key.oneToOne ? oneToOne(printer, key) : oneToMany(printer, key))),
    ...table.crossReferences.map((cross) => manyToMany(printer, cross)),
  ];
  const keyColumns = new Set(
    table.foreignKeys.flatMap((key) => [
      ...key.columns.map(({ local }) => local),
      ...key.constants.map((c) => c.column),
    ]),
  );
  return {
    properties: [...parents.map(({ property }) => property), ...others.flatMap(({ properties }) => properties)],
    methods: [...parents, ...others].flatMap(({ methods }) => methods),
    afterSet: ({ column, position }) =>
      keyColumns.has(column) ? ['if ($this->linked) {', `    $this->forgetMisfits(${position});`, '}'] : [],
  };
}

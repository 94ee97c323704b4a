import { phpString } from '../../languages/php/literal.js';
import type { CrossReference, Table } from '../../model/model.js';
import { documented, type QueryPrinter } from './query-printer.js';

/** Conditions on related tables, joins, and queries inside queries. */
export function relationMethods(printer: QueryPrinter): string[] {
  const { table } = printer;
  return [
    ...table.foreignKeys.flatMap((key) => relation(printer, key.relationName, key.foreignTable)),
    ...table.referrers.flatMap((key) => relation(printer, key.backName, key.table)),
    ...table.crossReferences.flatMap((cross) => crossReference(printer, cross)),
  ];
}

/** A right join is asked for by name, `joinAuthor(null, Criteria::RIGHT_JOIN)`: it reads better the other way round. */
const JOINS = ['', 'left', 'inner'] as const;

function relation(printer: QueryPrinter, name: string, other: Table): string[] {
  const { file, claim, classesOf } = printer;
  const classes = classesOf(other);
  const model = file.use(classes.model, 'Child');
  const query = file.use(classes.query, 'Child');
  const usedIn = file.use('Orm\\Runtime\\Query\\UsedIn', 'Runtime');
  const relationName = phpString(name);
  const lines: string[] = [];
  const add = (methodName: string, doc: readonly string[], rest: string, body: string): void => {
    if (claim(methodName)) lines.push(...documented(doc, `public function ${methodName}${rest}`, [body]));
  };
  add(
    `filterBy${name}`,
    [`@param ${model}|iterable<${model}>|null $objects`],
    `(${model}|iterable|null $objects, ?string $comparison = null): static`,
    `return $this->filterRelated(${relationName}, $objects, $comparison);`,
  );
  for (const kind of JOINS) {
    const join = kind === '' ? 'join' : `${kind}Join`;
    const type = kind === '' ? '$joinType' : phpString(`${kind.toUpperCase()} JOIN`);
    const last = kind === '' ? ', ?string $joinType = null' : '';
    add(
      `${join}${name}`,
      [],
      `(?string $alias = null${last}): static`,
      `return $this->joinRelation(${relationName}, $alias, ${type});`,
    );
    add(
      `${join}With${name}`,
      [],
      kind === '' ? '(?string $joinType = null): static' : '(): static',
      `return $this->joinRelation(${relationName}, null, ${type}, true);`,
    );
  }
  add(
    `use${name}Query`,
    [`@return ${query}&${usedIn}<static>`],
    `(?string $alias = null, ?string $joinType = null): ${query}`,
    `return $this->useRelation(${query}::class, ${relationName}, $alias, $joinType);`,
  );
  if (claim(`with${name}Query`)) {
    lines.push(
      ...documented(
        [`@param callable(${query}): mixed $conditions`],
        `public function with${name}Query(callable $conditions, ?string $alias = null, ?string $joinType = null): static`,
        [`return $this->withRelation(${query}::class, ${relationName}, $conditions, $alias, $joinType);`],
      ),
    );
  }
  for (const [prefix, suffix, use] of [
    ['use', 'Exists', 'EXISTS'],
    ['use', 'NotExists', 'NOT EXISTS'],
    ['useIn', '', 'IN'],
    ['useNotIn', '', 'NOT IN'],
  ] as const) {
    add(
      `${prefix}${name}${suffix}Query`,
      [`@return ${query}&${usedIn}<static>`],
      `(): ${query}`,
      `return $this->useSubquery(${query}::class, ${relationName}, '${use}');`,
    );
  }
  return lines;
}

/** Rows that a cross-reference table links with an object. */
function crossReference(printer: QueryPrinter, { via, targets }: CrossReference): string[] {
  const { file, claim, classesOf } = printer;
  return targets.flatMap((target) => {
    if (!claim(`filterBy${target.relationName}`)) return [];
    const model = file.use(classesOf(target.foreignTable).model, 'Child');
    const cross = file.use(classesOf(via.table).query, 'Child');
    return documented(
      [`@param ${model}|iterable<${model}>|null $objects`],
      `public function filterBy${target.relationName}(${model}|iterable|null $objects, ?string $comparison = null): static`,
      [
        `return $this->filterCrossed(${cross}::class, ${phpString(via.backName)}, ${phpString(target.relationName)}, $objects, $comparison);`,
      ],
    );
  });
}

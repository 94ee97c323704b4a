import { tsDocText, tsString } from '../../../languages/typescript/literal.js';
import type { CrossReference, Table } from '../../../model/model.js';
import { type RelationPlan, relationsOf } from '../../../plan/relations.js';
import type { TsFile } from '../file.js';
import { ownType, RUNTIME } from '../names.js';
import { hasRelations, loadedRelation } from './types.js';

export interface RelationMethods {
  readonly table: Table;
  readonly extension: string;
  readonly file: TsFile;
  /** True for a name that no other method of the class has. */
  readonly claim: (name: string) => boolean;
}

/** Conditions on related tables, joins, and queries inside of queries. */
export function relationMethods(printer: RelationMethods): readonly string[] {
  const { table } = printer;
  if (!hasRelations(table)) return [];
  return [
    ...withMethod(printer),
    ...relationsOf(table).flatMap((relation, index) => relationMethod(printer, relation, index)),
    ...table.crossReferences.flatMap((cross) => crossMethods(printer, cross)),
  ];
}

function withMethod({ table, extension, claim }: RelationMethods): readonly string[] {
  if (!claim('with')) return [];
  const relations = `${table.className}Relations`;
  const found = `${ownType(table, extension, 'Query')}<R & Pick<${relations}, K>>`;
  return [
    '',
    '  /** Loads relations eagerly, each with a statement of its own. */',
    `  with<K extends keyof ${relations}>(...names: readonly K[]): ${found};`,
    '  with(...names: readonly string[]): unknown {',
    '    return this.$load(names);',
    '  }',
  ];
}

const method = (doc: string, head: string, result: string): readonly string[] => [
  '',
  `  /** ${doc} */`,
  `  ${head} {`,
  `    return ${result};`,
  '  }',
];

function relationMethod(printer: RelationMethods, relation: RelationPlan, index: number): readonly string[] {
  const { table, extension, file, claim } = printer;
  const { name, other } = relation;
  const { property, one, holds } = loadedRelation(table, index, relation, extension);
  const query = ownType(other, extension, 'Query');
  const own = ownType(table, extension, 'Query');
  const type = file.type(RUNTIME, 'JoinType');
  const called = tsString(name);
  const reading = (related: string): string => `${own}<R & { readonly ${property}: ${holds(related)} }>`;
  const asked = (found: string): string =>
    `(query: ${query}) => ${file.type(RUNTIME, 'Asked')}<${tsString(other.className)}, ${found}>`;
  const conditions = `conditions: ${asked('unknown')}`;
  const what = tsDocText(name);
  const add = (named: string, lines: () => readonly string[]): readonly string[] => (claim(named) ? lines() : []);
  return [
    ...filterMethod(printer, name, one, `this.$filterRelated(${called}, objects, comparison)`),
    ...JOINS.flatMap(([join, joinType]) => [
      ...add(`${join}${name}`, () =>
        joinType === undefined
          ? method(
              `Joins ${what}.`,
              `${join}${name}(alias?: string, type?: ${type}): this`,
              `this.$join(${called}, { alias, type })`,
            )
          : method(
              `Joins ${what} by ${joinType}.`,
              `${join}${name}(alias?: string): this`,
              `this.$join(${called}, { alias, type: '${joinType}' })`,
            ),
      ),
      ...add(`${join}With${name}`, () => [
        '',
        `  /** Joins ${what} with its objects: eager loading. */`,
        `  ${join}With${name}(): ${reading(one)};`,
        `  ${join}With${name}<O>(conditions: ${asked('O')}): ${reading('O')};`,
        `  ${join}With${name}(conditions?: ${asked('unknown')}): unknown {`,
        `    return this.$join(${called}, { ${joinType === undefined ? '' : `type: '${joinType}', `}reads: true, conditions });`,
        '  }',
      ]),
    ]),
    ...add(`with${name}Query`, () =>
      method(
        `Joins ${what} and asks something of it.`,
        `with${name}Query(${conditions}, alias?: string, type?: ${type}): this`,
        `this.$join(${called}, { alias, type, conditions })`,
      ),
    ),
    ...USES.flatMap(([before, behind, use, doc]) =>
      add(`${before}${name}${behind}Query`, () =>
        method(
          `The rows that ${doc} ${what} of which something may be asked.`,
          `${before}${name}${behind}Query(${conditions.replace(':', '?:')}): this`,
          `this.$using(${called}, '${use}', conditions)`,
        ),
      ),
    ),
  ];
}

/** A right join is asked for by name, `joinAuthor(undefined, 'RIGHT JOIN')`: it reads better the other way round. */
const JOINS = [
  ['join', undefined],
  ['leftJoin', 'LEFT JOIN'],
  ['innerJoin', 'INNER JOIN'],
] as const;

const USES = [
  ['with', 'Exists', 'EXISTS', 'have a'],
  ['with', 'NotExists', 'NOT EXISTS', 'have no'],
  ['withIn', '', 'IN', 'belong to a'],
  ['withNotIn', '', 'NOT IN', 'belong to no'],
] as const;

function filterMethod(printer: RelationMethods, name: string, one: string, result: string): readonly string[] {
  if (!printer.claim(`filterBy${name}`)) return [];
  const equality = printer.file.type(RUNTIME, 'Equality');
  return method(
    `The rows that are related to an object, or to one of several; null for those that are related to none.`,
    `filterBy${name}(objects: ${one} | readonly ${one}[] | null, comparison?: ${equality}): this`,
    result,
  );
}

/** Rows that a table in between links with an object. */
const crossMethods = (printer: RelationMethods, { via, targets }: CrossReference): readonly string[] =>
  targets.flatMap((target) => {
    const one = ownType(target.foreignTable, printer.extension);
    const names = `${tsString(via.backName)}, ${tsString(target.relationName)}`;
    return filterMethod(printer, target.relationName, one, `this.$filterCrossed(${names}, objects, comparison)`);
  });

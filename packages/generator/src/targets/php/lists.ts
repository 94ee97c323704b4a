import { contributionsOf } from '../../behaviors/contributions.js';
import { phpString } from '../../languages/php/literal.js';
import type { Column, Table } from '../../model/model.js';
import type { ListStatements } from '../../plan/lists.js';
import { type ModelColumn, type ModelPrinter, method } from './model-printer.js';

const array = (items: readonly string[]): string => `[${items.join(', ')}]`;
const strings = (texts: readonly string[]): string => array(texts.map(phpString));

/** `TableMap::LIST`: what the runtime has to know of the lists of a table. */
export function listConstant(lists: ListStatements): string[] {
  const entries: (readonly [string, string])[] = [
    ['rank', String(lists.rank)],
    ['required', String(lists.required)],
    ['scope', array(lists.scope.map(String))],
    ['exact', String(lists.exact)],
    ['fixed', String(lists.fixed)],
    ['header', String(lists.header)],
    ['unique', String(lists.unique)],
    ['phased', String(lists.phased)],
    ['conditions', array(lists.conditions.map(strings))],
    ['rows', phpString(lists.rows)],
    ['underLock', strings(lists.underLock)],
    ['keyed', phpString(lists.keyed)],
    ['arrange', strings(lists.arrange)],
  ];
  const statements = [...lists.statements].map(([name, steps]) => {
    const written = steps.map(({ parts, values }) => array([strings(parts), strings(values)]));
    return `            ${phpString(name)} => ${array(written)},`;
  });
  return [
    '    public const LIST = [',
    ...entries.map(([name, source]) => `        ${phpString(name)} => ${source},`),
    "        'statements' => [",
    ...statements,
    '        ],',
    '    ];',
  ];
}

/** What a behavior wants to do around the writing of a row, if one does. */
export function aroundWriting(
  table: Table,
): { readonly column: Column; readonly reads: readonly Column[] } | undefined {
  return contributionsOf(table).parts.find(({ writing }) => writing !== undefined)?.writing;
}

/** The place of the object in a list, in its bound form, and how it is taken over from a row. */
export function placeMethods(printer: ModelPrinter): string[] {
  const lists = printer.statements.lists;
  if (lists === undefined) return [];
  const rank = printer.columns[lists.rank];
  const scope = lists.scope.flatMap((position) => printer.columns[position] ?? []);
  if (rank === undefined) return [];
  const lines = [
    `$this->${rank.property} = $rank;`,
    ...scope.flatMap(({ property, value, column, deferred }, index) => {
      const raw = `$scope[${index}]`;
      const read = value.fromRow(raw);
      const taken = `$this->${property} = ${column.notNull ? read : `${raw} === null ? null : ${read}`};`;
      return deferred === undefined ? [taken] : [taken, `$this->unloaded &= ~${deferred};`];
    }),
  ];
  return [
    ...method(
      'protected function listScope(): array',
      [`return ${array(scope.map(bound))};`],
      ['@return list<scalar|null>'],
    ),
    ...method('protected function takePlace(?int $rank, array $scope): void', lines, [
      '@param list<scalar|resource|null> $scope',
    ]),
  ];
}

function bound({ property, value, nullable, storage }: ModelColumn): string {
  const stored = `$this->${property}`;
  const filled = value.bind?.(stored) ?? stored;
  // What the database keeps as NULL is in the list of NULL.
  if (storage.emptyIsNull) return `${stored} === '' ? null : ${filled}`;
  return nullable && value.bind !== undefined ? `${stored} === null ? null : ${filled}` : filled;
}

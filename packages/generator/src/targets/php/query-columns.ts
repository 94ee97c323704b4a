import { phpString } from '../../languages/php/literal.js';
import { columnKind, isOrdered } from '../../plan/query-columns.js';
import { parameterName } from './context.js';
import { method } from './model-printer.js';
import { documented, type QueryColumn, type QueryPrinter } from './query-printer.js';

/** Conditions, order and groups by column. */
export function columnMethods(printer: QueryPrinter): string[] {
  return [
    ...printer.columns.flatMap((column) => {
      const filtering = filter(printer, column);
      return [...filtering, ...ordering(printer, column, filtering.length > 0)];
    }),
    ...printer.columns.flatMap((column) => filterByItem(printer, column)),
  ];
}

function filter(printer: QueryPrinter, planned: QueryColumn): string[] {
  const { column, value, position } = planned;
  const name = `filterBy${column.memberName}`;
  if (!printer.claim(name)) return [];
  const parameter = parameterName(column);
  const one = value.acceptsDoc ?? value.accepts ?? 'mixed';
  const kind = columnKind(planned);
  const call = kind === undefined ? 'filterColumn' : `filter${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  return documented(
    filterDoc(planned, one, parameter),
    `public function ${name}(${filterType(planned)} $${parameter} = null, ?string $comparison = null): static`,
    shortWay(planned, parameter, `$this->${call}(${position}, $${parameter}, $comparison)`),
  );
}

function filterType(planned: QueryColumn): string {
  const { accepts } = planned.value;
  if (accepts === undefined || accepts === 'mixed') return 'mixed';
  const types = accepts.split('|');
  // An array would be one value of such a column, and no list.
  const list = types.includes('array') || columnKind(planned) === 'object' ? [] : ['array'];
  return [...types, ...list, 'null'].join('|');
}

function filterDoc(planned: QueryColumn, one: string, parameter: string): string[] {
  switch (columnKind(planned)) {
    case 'set':
    case 'list':
    case 'array':
      return [`@param ${one}|null $${parameter} what the column has to contain`];
    case 'document':
      return [`@param ${one}|null $${parameter}`];
    case 'object':
      return [];
    default:
      if (one === 'mixed') return [];
      return [`@param ${one}|array<array-key, ${one}|null>|array{min?: ${one}, max?: ${one}}|null $${parameter}`];
  }
}

/** Equality with one integer or text, without a look at anything else. */
function shortWay(planned: QueryColumn, parameter: string, longWay: string): string[] {
  const otherwise = [`return ${longWay};`];
  const { column, value, quoted, storage } = planned;
  const isPlain = value.bind === undefined && storage.collate === '' && value.pdoType !== 'LOB';
  if (storage.comparedByFunction) return otherwise;
  if (!isPlain || (column.family !== 'integer' && column.family !== 'text')) return otherwise;
  if (value.accepts !== 'int' && value.accepts !== 'string') return otherwise;
  const variable = `$${parameter}`;
  const filled = storage.emptyIsNull ? ` && ${variable} !== ''` : '';
  const test =
    value.accepts === 'int' ? `\\is_int(${variable})` : `\\is_string(${variable})${filled} && !$this->ignoreCase`;
  return [
    `return $comparison === null && ${test}`,
    `    ? $this->whereEqual(${phpString(`${quoted} = ?`)}, ${value.accept?.(variable) ?? variable})`,
    `    : ${longWay};`,
  ];
}

/** `filtered`: the class has the usual filter by the column, and no other method of that name. */
function ordering(printer: QueryPrinter, planned: QueryColumn, filtered: boolean): string[] {
  const { column, value, quoted, storage } = planned;
  const { memberName } = column;
  const { model, collection, connection } = printer;
  if (!isOrdered(planned)) return [];
  const one = value.acceptsDoc ?? value.accepts ?? 'mixed';
  const parameter = parameterName(column);
  const native = value.accepts === undefined || value.accepts === 'mixed' ? 'mixed' : `${value.accepts}|null`;
  const type = native.includes('|') && !value.accepts?.includes('|') ? `?${value.accepts ?? ''}` : native;
  const doc = value.acceptsDoc === undefined ? [] : [`@param ${one}|null $${parameter}`];
  const arguments_ = `${type} $${parameter}, ?${connection} $con = null`;
  const rows = filtered
    ? `(clone $this)->filterBy${memberName}($${parameter})`
    : `(clone $this)->filterColumn(${planned.position}, $${parameter}, null)`;
  const lines: string[] = [];
  const add = (name: string, make: () => string[]): void => {
    if (printer.claim(name)) lines.push(...make());
  };
  add(`orderBy${memberName}`, () =>
    method(`public function orderBy${memberName}(string $order = 'ASC'): static`, [
      `return $this->orderColumn(${phpString(quoted + storage.collate)}, $order);`,
    ]),
  );
  add(`groupBy${memberName}`, () =>
    method(`public function groupBy${memberName}(): static`, [`return $this->groupColumn(${phpString(quoted)});`]),
  );
  const listDoc = filterDoc(planned, one, parameter);
  add(`findBy${memberName}`, () =>
    documented(
      [...listDoc, ...(listDoc.length > 0 ? [''] : []), `@return ${collection}<${model}>`],
      `public function findBy${memberName}(${filterType(planned)} $${parameter}, ?${connection} $con = null): ${collection}`,
      [`return ${rows}->find($con);`],
    ),
  );
  add(`findOneBy${memberName}`, () =>
    documented(doc, `public function findOneBy${memberName}(${arguments_}): ?${model}`, [
      `return ${rows}->findOne($con);`,
    ]),
  );
  add(`requireOneBy${memberName}`, () =>
    documented(doc, `public function requireOneBy${memberName}(${arguments_}): ${model}`, [
      `return ${rows}->findOne($con) ?? throw self::notFound(${phpString(memberName)});`,
    ]),
  );
  return lines;
}

/** `filterByTag` for a column `Tags` of several values. */
function filterByItem(printer: QueryPrinter, planned: QueryColumn): string[] {
  const { column, value, position } = planned;
  const kind = columnKind(planned);
  if (kind !== 'set' && kind !== 'list' && kind !== 'array') return [];
  if (column.memberNameSingular === column.memberName || !printer.claim(`filterBy${column.memberNameSingular}`))
    return [];
  const item = /, (.+?)(?:\|null)?>$/.exec(value.acceptsDoc ?? '')?.[1] ?? 'string';
  // A PHPDoc type is no type of PHP.
  if (/[<(]/.test(item)) return [];
  const call = { set: 'filterSet', list: 'filterList', array: 'filterArray' }[kind];
  return method(
    `public function filterBy${column.memberNameSingular}(${item} $item, ?string $comparison = null): static`,
    [`return $this->${call}(${position}, [$item], $comparison);`],
  );
}

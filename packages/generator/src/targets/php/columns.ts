import { COLUMN_TYPES } from '../../model/column-type.js';
import { hasIsMethod } from './check/methods.js';
import { maskOf, parameterName } from './context.js';
import { hasEnum } from './enums.js';
import { docText } from './file.js';
import { limitCheck } from './limits.js';
import { type ModelColumn, type ModelPrinter, method, nullableType, valueOrNull } from './model-printer.js';
import type { RelationParts } from './relations.js';

/** Getters and setters. */
export function columnMethods(printer: ModelPrinter, relations: RelationParts): string[] {
  return [
    ...printer.columns.flatMap((column) => [
      ...getter(printer, column),
      ...booleanGetter(column),
      ...(column.column.generated ? [] : setter(printer, column, relations.afterSet(column))),
      ...itemMethods(printer, column),
    ]),
    ...privateMethods(printer),
  ];
}

/** The runtime's way to getters and setters that only this class can call. */
function privateMethods({ columns, table, file }: ModelPrinter): string[] {
  const arms = (isPrivate: (column: ModelColumn) => boolean, call: (phpName: string) => string): string[] =>
    columns.filter(isPrivate).map(({ column, position }) => `    ${position} => ${call(column.memberName)},`);
  const matched = (signature: string, lines: readonly string[], other: string): string[] =>
    lines.length === 0
      ? []
      : method(signature, ['return match ($position) {', ...lines, `    default => ${other},`, '};']);
  const read = arms(
    ({ column }) => column.php.accessorVisibility === 'private',
    (phpName) => `$this->get${phpName}()`,
  );
  const written = arms(
    ({ column }) => !table.readOnly && !column.generated && column.php.mutatorVisibility === 'private',
    (phpName) => `$this->set${phpName}(...)`,
  );
  return [
    ...matched('protected function readAt(int $position): mixed', read, 'parent::readAt($position)'),
    ...(written.length === 0
      ? []
      : matched(
          `protected function setterAt(int $position): ${file.use('Closure')}`,
          written,
          'parent::setterAt($position)',
        )),
  ];
}

function getter({ connection }: ModelPrinter, model: ModelColumn): string[] {
  const { column, value, nullable, property, deferred, position } = model;
  const mayBeNull = returnsNull(model);
  const type = value.returns === undefined ? '' : `: ${mayBeNull ? nullableType(value.returns) : value.returns}`;
  const doc = [
    ...(column.description === undefined ? [] : [docText(column.description)]),
    ...(value.returnsDoc === undefined ? [] : [`@return ${value.returnsDoc}${mayBeNull ? '|null' : ''}`]),
  ];
  const parameter = deferred === undefined ? '' : `?${connection} $con = null`;
  const lines: string[] = [];
  if (deferred !== undefined) {
    lines.push(
      `if (($this->unloaded & ${deferred}) !== 0) {`,
      `    $raw = $this->fetchColumn(${position}, $con);`,
      `    $this->${property} = ${column.notNull ? value.fromRow('$raw') : `$raw === null ? null : ${value.fromRow('$raw')}`};`,
      '}',
    );
    if (value.read === undefined || !value.memoize) lines.push('');
  }
  const stored = `$this->${property}`;
  const unset = model.strict ? `throw $this->columnIsNotSet(${position})` : 'null';
  const orThrow = model.strict ? ` ?? ${unset}` : '';
  if (value.read === undefined) {
    lines.push(`return ${stored}${orThrow};`);
  } else if (value.memoize) {
    lines.push(...memoized(model, stored, orThrow));
  } else {
    lines.push(`return ${nullable ? `${stored} === null ? ${unset} : ${value.read(stored)}` : value.read(stored)};`);
  }
  return method(`${column.php.accessorVisibility} function get${column.memberName}(${parameter})${type}`, lines, doc);
}

const returnsNull = ({ nullable, strict }: ModelColumn): boolean => nullable && !strict;

function memoized({ value }: ModelColumn, stored: string, orThrow: string): string[] {
  return [
    `if (\\is_string(${stored})) {`,
    `    ${stored} = ${value.read?.(stored) ?? stored};`,
    '}',
    '',
    `return ${stored}${orThrow};`,
  ];
}

function booleanGetter(model: ModelColumn): string[] {
  const { column } = model;
  if (!hasIsMethod(column)) return [];
  return method(
    `${column.php.accessorVisibility} function is${column.memberName}(): ${returnsNull(model) ? '?bool' : 'bool'}`,
    [`return $this->get${column.memberName}();`],
  );
}

/** A reference to an object that may have no key yet: whether it has one is decided when the row is saved. */
const isUnsavedKey = ({ table, naming }: ModelPrinter, { column, nullable }: ModelColumn): boolean =>
  naming.requiredGetters !== 'strict' &&
  nullable &&
  !column.primaryKey &&
  table.foreignKeys.some(({ columns }) => columns.some(({ local }) => local === column));

/** Elements whose values are the same when `===` says so. */
const PLAIN_ELEMENTS = new Set(['text', 'integer', 'decimal', 'float', 'boolean', 'enum', 'uuid']);

/**
 * The items of an ARRAY or SET column, one by one: `hasKeyword`, `addKeyword`, `removeKeyword`. An array of the database
 * has them where two of its elements can be compared; its elements may be NULL.
 */
function itemMethods({ table, file }: ModelPrinter, model: ModelColumn): string[] {
  const { column, value, nullable } = model;
  const { memberName, memberNameSingular: name, family, elementType } = column;
  if ((family !== 'array' && family !== 'set') || name === memberName) return [];
  if (elementType !== undefined && !PLAIN_ELEMENTS.has(COLUMN_TYPES[elementType].family)) return [];
  const [, type = 'string', orNull] = /^list<(.+?)(\|null)?>$/.exec(value.returnsDoc ?? '') ?? [];
  const isEnum = elementType === undefined ? type !== 'string' : hasEnum(column);
  const item = isEnum ? `${type}|string` : type;
  const list = `${valueOrNull(model)}${nullable ? ' ?? []' : ''}`;
  const given = isEnum ? `${file.use('Orm\\Runtime\\Value\\Label')}::case($item, ${type}::class)` : '$item';
  const has = method(`${column.php.accessorVisibility} function has${name}(${item} $item): bool`, [
    `return \\in_array(${given}, ${list}, true);`,
  ]);
  if (table.readOnly || column.generated) return has;
  const without = `static fn (${orNull === undefined ? '' : '?'}${type} $each): bool => $each !== $removed`;
  return [
    ...has,
    ...method(`${column.php.mutatorVisibility} function add${name}(${item} $item): static`, [
      `return $this->set${memberName}([...${nullable ? `(${list})` : list}, $item]);`,
    ]),
    ...method(`${column.php.mutatorVisibility} function remove${name}(${item} $item): static`, [
      `$removed = ${given};`,
      '',
      `return $this->set${memberName}(\\array_filter(${list}, ${without}));`,
    ]),
  ];
}

function setter(printer: ModelPrinter, model: ModelColumn, after: readonly string[]): string[] {
  const { column, value, property, position, deferred } = model;
  const name = parameterName(column);
  const mayBeNull = !column.notNull || isUnsavedKey(printer, model);
  const type = value.accepts === undefined ? '' : `${mayBeNull ? nullableType(value.accepts) : value.accepts} `;
  const doc = value.acceptsDoc === undefined ? [] : [`@param ${value.acceptsDoc}${mayBeNull ? '|null' : ''} $${name}`];
  const { property: mask, bit } = maskOf(position);
  const visibility = printer.table.readOnly ? 'protected' : column.php.mutatorVisibility;
  const lines: string[] = [];
  let next = `$${name}`;
  if (value.accept !== undefined) {
    const accepted = value.accept(`$${name}`);
    next = '$value';
    lines.push(`$value = ${mayBeNull ? `$${name} === null ? null : ${accepted}` : accepted};`);
  }
  lines.push(...limitCheck(printer, model, next, mayBeNull));
  const stored = `$this->${property}`;
  const differs = value.differs?.(stored, next) ?? `${stored} !== ${next}`;
  const conditions = [value.keeps === undefined ? differs : `(${differs} && !(${value.keeps(`$${name}`, stored)}))`];
  if (deferred !== undefined) conditions.push(`($this->unloaded & ${deferred}) !== 0`);
  // A default that the database works out: null said by the caller is not the null of an object nobody has set.
  if (column.default?.kind === 'expression') conditions.push('$this->rowIsNew');
  lines.push(`if (${conditions.join(' || ')}) {`);
  if (column.primaryKey) lines.push('    $this->keepRowKey();');
  lines.push(`    ${stored} = ${next};`, `    $this->${mask} |= ${bit};`);
  if (deferred !== undefined) lines.push(`    $this->unloaded &= ~${deferred};`);
  lines.push(...after.map((line) => `    ${line}`), '}', '', 'return $this;');
  return method(`${visibility} function set${column.memberName}(${type}$${name}): static`, lines, doc);
}

import { phpString } from '../../languages/php/literal.js';
import type { Limit } from '../../plan/limit.js';
import type { PlannedColumn } from '../../plan/table.js';
import type { ModelColumn, ModelPrinter } from './model-printer.js';
import type { PhpValue } from './values/value.js';

/** Refuses, in a setter, a value that the column cannot hold. `stored` is a variable with what would be stored. */
export function limitCheck(printer: ModelPrinter, model: ModelColumn, stored: string, mayBeNull: boolean): string[] {
  const { limit } = model.storage;
  if (limit === undefined) return [];
  const limits = printer.file.use('Orm\\Runtime\\Value\\Limit');
  const name = phpString(`${printer.table.name}.${model.column.name}`);
  const unless = (condition: string, isOr: boolean): string => {
    if (!mayBeNull) return condition;
    return `${stored} !== null && ${isOr ? `(${condition})` : condition}`;
  };
  if (limit.of === 'numbers') {
    const { least, most } = limit;
    // phpType="string": digits, which WholeNumber has found to be no more than 64 bits.
    const number = model.value.stored === 'int' ? stored : `(int) ${stored}`;
    return [
      `if (${unless(`${number} > ${most} || ${number} < ${least}`, true)}) {`,
      `    throw ${limits}::outOfRange(${stored}, ${least}, ${most}, ${name});`,
      '}',
    ];
  }
  // No text has more characters than bytes: only a long one has to be counted.
  const refuse =
    limit.of === 'bytes'
      ? `throw ${limits}::tooManyBytes(${stored}, ${limit.most}, ${name});`
      : `${limits}::checkCharacters(${stored}, ${limit.most}, ${name});`;
  return [`if (${unless(`\\strlen(${stored}) > ${limit.most}`, false)}) {`, `    ${refuse}`, '}'];
}

/** `TableMap::LIMITS`, for values that reach a column without its setter. */
export function limitItems(
  columns: readonly PlannedColumn[],
  phpValueOf: (planned: PlannedColumn) => PhpValue,
): string[] {
  return columns.flatMap((planned) => {
    const { limit } = planned.storage;
    // Hexadecimal digits on the wire are not the bytes of the value: the database counts them.
    if (limit === undefined || phpValueOf(planned).arrives === 'hex') return [];
    return [`${planned.position} => [${limitParts(limit).join(', ')}]`];
  });
}

const limitParts = (limit: Limit): string[] =>
  limit.of === 'numbers'
    ? ["'numbers'", String(limit.least), String(limit.most)]
    : [phpString(limit.of), '0', String(limit.most)];

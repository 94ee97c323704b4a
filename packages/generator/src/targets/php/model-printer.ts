import type { PlannedColumn } from '../../plan/table.js';
import type { TableContext } from './context.js';
import type { PhpFile } from './file.js';
import type { PhpValue } from './values/value.js';

/** A column with everything a printer needs to know of it. */
export interface ModelColumn extends PlannedColumn {
  readonly property: string;
  readonly value: PhpValue;
  /** Whether the property can hold null: a new object has no value for it yet, or the database allows it. */
  readonly nullable: boolean;
  /** Whether the getter never returns null: it throws while the property is null. */
  readonly strict: boolean;
  /** Its bit in the mask of columns whose value may be in the database only. */
  readonly deferred: bigint | undefined;
}

/** A model class being printed. */
export interface ModelPrinter extends TableContext {
  readonly file: PhpFile;
  readonly columns: readonly ModelColumn[];
  /** The class of the user, as this file names it. */
  readonly model: string;
  readonly map: string;
  readonly connection: string;
  /** The PHP of any column of the table, for values that the schema gives. */
  readonly valueOf: (column: PlannedColumn, file: PhpFile) => PhpValue;
}

/** A key of one integer or text, which can be taken from a row as it is. */
export function hasPlainKey(key: readonly ModelColumn[]): boolean {
  const [only] = key;
  return key.length === 1 && only !== undefined && ['int', 'string'].includes(only.value.stored) && !only.value.bind;
}

/** True while a column has no value: neither here nor, unread, in the database. */
export function isUnset({ property, deferred }: ModelColumn): string {
  return `$this->${property} === null${deferred === undefined ? '' : ` && ($this->unloaded & ${deferred}) === 0`}`;
}

/** What the getter of a column returns, and null where a strict one would throw. */
export function valueOrNull(model: ModelColumn): string {
  const get = `$this->get${model.column.memberName}()`;
  return model.strict ? `(${isUnset(model)} ? null : ${get})` : get;
}

/** `?int`, `string|array|null`. */
export function nullableType(type: string): string {
  if (type === 'mixed') return type;
  return type.includes('|') ? `${type}|null` : `?${type}`;
}

/** A type in PHPDoc, and null. */
export function nullableInDoc(type: string): string {
  return type === 'mixed' ? type : `${type}|null`;
}

/**
 * A method with an empty line before it, and a doc comment where there is something to say: one text, since a large
 * schema has hundreds of thousands of them.
 */
export function method(signature: string, body: readonly string[], doc: readonly string[] = []): string[] {
  let text = '';
  for (const line of docLines(doc)) text += `\n${line}`;
  text += `\n    ${signature}\n    {`;
  for (const line of body) text += line === '' ? '\n' : `\n        ${line}`;
  return [`${text}\n    }`];
}

/** A doc comment inside a class, or nothing. */
export function docLines(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  if (lines.length === 1) return [`    /** ${lines[0]} */`];
  return ['    /**', ...lines.map((line) => (line === '' ? '     *' : `     * ${line}`)), '     */'];
}

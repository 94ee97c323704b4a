import { method } from './model-printer.js';
import type { QueryColumn, QueryPrinter } from './query-printer.js';

/** How values go to the database and come from it, for the parts of the runtime that know columns by position. */
export function bindingMethods(printer: QueryPrinter): string[] {
  const closure = printer.file.use('Closure');
  return [
    ...positional(`public static function binder(int $position): ${closure}`, printer.columns, binder),
    ...positional(`public static function reader(int $position): ${closure}`, printer.columns, reader),
  ];
}

/** A `match` of positions; columns with the same closure share an arm. */
function positional(
  signature: string,
  columns: readonly QueryColumn[],
  source: (column: QueryColumn) => readonly string[],
): string[] {
  const arms = new Map<string, number[]>();
  for (const column of columns) {
    const code = source(column).join('\n');
    arms.set(code, [...(arms.get(code) ?? []), column.position]);
  }
  const all = [...arms];
  const [only] = all;
  if (all.length === 1 && only) return method(signature, indented(`return ${only[0]}`, ';'));
  const lines = all.flatMap(([code, positions], index) => {
    const place = index === all.length - 1 ? 'default' : positions.join(', ');
    return indented(`${place} => ${code}`, ',').map((line) => `    ${line}`);
  });
  return method(signature, ['return match ($position) {', ...lines, '};']);
}

const indented = (code: string, end: string): string[] => `${code}${end}`.split('\n');

/** Families whose accepted form is the text that is bound. */
const TEXT_FORMS = new Set(['date', 'time', 'datetime', 'json', 'array']);

function binder({ column, value, storage }: QueryColumn): string[] {
  const { form } = storage;
  const accepted = value.accept?.('$v') ?? '$v';
  let bound = TEXT_FORMS.has(column.family) ? accepted : (value.bind?.(accepted) ?? accepted);
  if (form.kind === 'time' && form.days) bound = `'+00 ' . ${accepted}`;
  if (value.pdoType === 'BOOL') bound = `(int) ${accepted}`;
  const type = value.accepts ?? 'mixed';
  if (value.acceptsDoc === undefined) return [`static fn (${type} $v) => ${bound}`];
  return [`static function (${type} $v) {`, `    /** @var ${value.acceptsDoc} $v */`, `    return ${bound};`, '}'];
}

function reader({ value }: QueryColumn): string[] {
  const stored = value.fromRow('$v');
  const read = value.read?.(stored) ?? stored;
  return [`static fn (${value.arrives === 'stream' ? 'mixed' : 'bool|int|float|string'} $v) => ${read}`];
}

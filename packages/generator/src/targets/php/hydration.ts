import { phpString } from '../../languages/php/literal.js';
import { instanceOf, isNeverMade } from './inheritance.js';
import { hasPlainKey, type ModelColumn, type ModelPrinter, method } from './model-printer.js';

/** From a row to an object. */
export function hydration(printer: ModelPrinter): string[] {
  return [...fromRow(printer), ...hydrate(printer)];
}

/** The columns of a row in the order of the SELECT. */
function rowColumns({ columns }: ModelPrinter): readonly ModelColumn[] {
  return columns.filter(({ column }) => !column.lazyLoad);
}

const readsStream = ({ storage, value }: ModelColumn): boolean =>
  storage.form.kind === 'bytes' && value.arrives === 'stream';

/** An object remembers where its row is, unless that is where it is looked for anyway. */
const ORIGIN = ['if ($t->origin !== null) {', '    $object->connectionName = $t->origin;', '}'];

const ROW_COMMENT = ['@internal', '@param list<scalar|resource|null> $row'];

/** The object of a row: the one that is in use already, refreshed, or a new one. */
function fromRow(printer: ModelPrinter): string[] {
  const { file, model, table, columns } = printer;
  const statements = file.use('Orm\\Runtime\\Connection\\TableStatements');
  const key = columns.filter(({ column }) => column.primaryKey);
  const row = rowColumns(printer);
  const made = instanceOf(printer);
  const lines: string[] = [];
  const [only] = key;
  if (isNeverMade(printer)) {
    const exception = file.use('Orm\\Runtime\\Exception\\OrmException');
    const reason = `The class ${table.className} is abstract, so a row of the table "${table.name}" cannot become an object.`;
    lines.push(`throw new ${exception}(${phpString(reason)});`);
  } else if (only !== undefined && hasPlainKey(key)) {
    const reference = file.use('WeakReference');
    const at = row.indexOf(only);
    // A stream is read once: what it gave stands in the row from then on.
    const key = readsStream(only) ? `$row[${at}] = $key` : '$key';
    lines.push(
      `${key} = ${only.value.fromRow(`$row[${at}]`)};`,
      '$pool = $t->pool;',
      '$known = $pool === null ? null : ($pool->refs[$key] ?? null)?->get();',
      `if ($known instanceof ${model}) {`,
      '    $known->refresh($row);',
      '',
      '    return $known;',
      '}',
      ...made,
      '$object->hydrate($row);',
      ...ORIGIN,
      'if ($pool !== null) {',
      `    $pool->refs[$key] = ${reference}::create($object);`,
      '    if (\\count($pool->refs) > $pool->limit) {',
      '        $pool->sweep();',
      '    }',
      '}',
      '',
      'return $object;',
    );
  } else {
    lines.push(
      ...made,
      '$object->hydrate($row);',
      ...ORIGIN,
      '$pool = $t->pool;',
      '$key = $object->poolKey();',
      'if ($pool === null || $key === null) {',
      '    return $object;',
      '}',
      '$known = $pool->get($key);',
      `if ($known instanceof ${model}) {`,
      '    $known->refreshFrom($object);',
      '',
      '    return $known;',
      '}',
      '$pool->add($key, $object);',
      '',
      'return $object;',
    );
  }
  return method(`public static function fromRow(array $row, ${statements} $t): ${model}`, lines, ROW_COMMENT);
}

function hydrate(printer: ModelPrinter): string[] {
  const lazy = printer.columns
    .filter(({ column }) => column.lazyLoad)
    .reduce((mask, { deferred }) => mask | (deferred ?? 0n), 0n);
  const lines = rowColumns(printer).map(({ property, value, column }, index) => {
    const raw = `$row[${index}]`;
    const read = value.fromRow(raw);
    return `$this->${property} = ${column.notNull ? read : `${raw} === null ? null : ${read}`};`;
  });
  const deferred = printer.columns.some((column) => column.deferred !== undefined);
  if (deferred) lines.push(`$this->unloaded = ${lazy};`);
  lines.push('$this->rowIsNew = false;');
  return method('public function hydrate(array $row): void', lines, ROW_COMMENT);
}

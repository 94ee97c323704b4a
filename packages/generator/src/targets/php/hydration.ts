import { hasPlainKey, type ModelColumn, type ModelPrinter, method } from './model-printer.js';
import type { RelationParts } from './relations.js';

/** From a row to an object. */
export function hydration(printer: ModelPrinter, relations: RelationParts): string[] {
  return [...fromRow(printer), ...hydrate(printer, relations)];
}

/** The columns of a row in the order of the SELECT. */
function rowColumns({ columns }: ModelPrinter): readonly ModelColumn[] {
  return columns.filter(({ column }) => !column.lazyLoad);
}

function fromRow(printer: ModelPrinter): string[] {
  const { file, model, table, columns } = printer;
  const pool = file.use('Orm\\Runtime\\Connection\\TablePool');
  const key = columns.filter(({ column }) => column.primaryKey);
  const row = rowColumns(printer);
  const made = table.inheritance === undefined ? `new ${model}()` : instance(printer);
  const lines: string[] = [];
  const [only] = key;
  if (only !== undefined && hasPlainKey(key)) {
    const reference = file.use('WeakReference');
    const at = row.indexOf(only);
    lines.push(
      'if ($pool === null) {',
      `    $object = ${made};`,
      '    $object->hydrate($row);',
      '',
      '    return $object;',
      '}',
      `$key = ${only.value.fromRow(`$row[${at}]`)};`,
      '$known = ($pool->refs[$key] ?? null)?->get();',
      `if ($known instanceof ${model}) {`,
      '    $known->refresh($row);',
      '',
      '    return $known;',
      '}',
      `$object = ${made};`,
      '$object->hydrate($row);',
      `$pool->refs[$key] = ${reference}::create($object);`,
      'if (\\count($pool->refs) > $pool->limit) {',
      '    $pool->sweep();',
      '}',
      '',
      'return $object;',
    );
  } else {
    lines.push(
      `$object = ${made};`,
      '$object->hydrate($row);',
      '$key = $object->poolKey();',
      'if ($pool === null || $key === null) {',
      '    return $object;',
      '}',
      '$known = $pool->get($key);',
      `if ($known instanceof ${model}) {`,
      '    $known->refresh($row);',
      '',
      '    return $known;',
      '}',
      '$pool->add($key, $object);',
      '',
      'return $object;',
    );
  }
  return [
    '',
    '    /**',
    '     * The object of a row: the one that is in use already, refreshed, or a new one.',
    '     *',
    '     * @param list<scalar|resource|null> $row',
    '     *',
    '     * @internal',
    '     */',
    ...method(`public static function fromRow(array $row, ?${pool} $pool): ${model}`, lines).slice(1),
  ];
}

/** Single-table inheritance: the class that the discriminator of the row says. */
function instance(printer: ModelPrinter): string {
  const { table, file, model } = printer;
  const at = rowColumns(printer).findIndex(({ column }) => column === table.inheritance?.column);
  const arms = (table.inheritance?.classes ?? []).map(({ key, phpName }) => {
    const className = table.namespace === '' ? phpName : `${table.namespace}\\${phpName}`;
    return `'${key.replaceAll(/[\\']/g, '\\$&')}' => new ${file.use(className, 'Child')}()`;
  });
  return `match ((string) $row[${at}]) { ${[...arms, `default => new ${model}()`].join(', ')} }`;
}

function hydrate(printer: ModelPrinter, relations: RelationParts): string[] {
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
  lines.push('$this->rowIsNew = false;', ...relations.afterHydrate);
  return [
    '',
    '    /**',
    '     * @param list<scalar|resource|null> $row',
    '     *',
    '     * @internal',
    '     */',
    ...method('public function hydrate(array $row): void', lines).slice(1),
  ];
}

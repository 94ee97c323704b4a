import { phpString } from '../../languages/php/literal.js';
import { isCurrentTime } from '../../plan/current-time.js';
import { maskOf, maskProperties } from './context.js';
import { aroundWriting } from './lists.js';
import { hasPlainKey, type ModelColumn, type ModelPrinter, method } from './model-printer.js';

/** INSERT and UPDATE of one row. */
export function writing(printer: ModelPrinter): string[] {
  if (printer.table.readOnly) return readOnly(printer);
  return [...words(printer), ...insert(printer), ...update(printer)];
}

const begin = ({ map }: ModelPrinter): string[] => [`$t = $con->tables[${map}::class] ?? $con->table(${map}::class);`];

function readOnly({ connection, file, table }: ModelPrinter): string[] {
  const exception = file.use('Orm\\Runtime\\Exception\\ReadOnlyException');
  const refuse = `throw new ${exception}(${phpString(`The table "${table.name}" is read-only in the schema.`)});`;
  return [
    ...method(`protected function doInsert(${connection} $con): int`, [refuse]),
    ...method(`protected function doUpdate(${connection} $con): int`, [refuse]),
    ...method(`protected function doDelete(${connection} $con): void`, [refuse]),
  ];
}

/** The mask as a key of the statement cache; with the bits of columns that are written without having been set. */
function maskKey(printer: ModelPrinter, also: readonly ModelColumn[] = []): string {
  const extra = also.map(({ position }) => maskOf(position));
  const ranked = rankWord(printer);
  const words = maskProperties(printer.table).map((name) => {
    const always = extra.reduce((sum, { property, bit }) => (property === name ? sum | bit : sum), 0n);
    const bits = [...(always === 0n ? [] : [String(always)]), ...(ranked === name ? [RANK_BIT] : [])];
    return [`$this->${name}`, ...bits].join(' | ');
  });
  if (words.length === 1) return words.join('');
  return words.map((word) => (word.includes('|') ? `(${word})` : word)).join(" . ',' . ");
}

/** The bit of the rank while a list has it written, though nobody set it. */
const RANK_BIT = '$this->rankMask';

/** The word of the mask that `RANK_BIT` belongs to. */
function rankWord({ table }: ModelPrinter): string | undefined {
  const around = aroundWriting(table);
  return around && maskOf(table.columns.indexOf(around.column)).property;
}

/** A behavior has `doInsert` and `doUpdate`, and calls these. */
const methodName = ({ table }: ModelPrinter, deed: 'insert' | 'update'): string =>
  aroundWriting(table) ? `${deed}Row` : `do${deed.charAt(0).toUpperCase()}${deed.slice(1)}`;

function isSet({ position }: ModelColumn, wide: boolean, set = true): string {
  const { property, bit } = maskOf(position);
  return `(${wide ? `$this->${property}` : '$mask'} & ${bit}) ${set ? '!==' : '==='} 0`;
}

/** Fills the cell of a column; `null` apart. */
function fill({ position, property, value, nullable }: ModelColumn): string {
  const stored = `$this->${property}`;
  if (value.bind === undefined) return `$cells[${position}] = ${stored};`;
  return `$cells[${position}] = ${nullable ? `${stored} === null ? null : ${value.bind(stored)}` : value.bind(stored)};`;
}

function guarded(printer: ModelPrinter, column: ModelColumn, wide: boolean): string[] {
  const set = isSet(column, wide);
  const ranked = wide && aroundWriting(printer.table)?.column === column.column;
  return [`if (${ranked ? `${set} || ${RANK_BIT} !== 0` : set}) {`, `    ${fill(column)}`, '}'];
}

/** Cells of large values are emptied after use: they would keep them in memory. */
function emptyLargeCells(columns: readonly ModelColumn[]): string[] {
  return columns.filter(({ value }) => value.pdoType === 'LOB').map(({ position }) => `$cells[${position}] = null;`);
}

function snapshot(printer: ModelPrinter, isNew: boolean, single = '$mask'): string[] {
  const properties = maskProperties(printer.table);
  const mask = properties.length === 1 ? single : `[${properties.map((name) => `$this->${name}`).join(', ')}]`;
  const changed = isNew ? '[]' : "$this->oldKey === null ? [] : ['oldKey' => $this->oldKey]";
  const whole = `[${isNew}, false, ${mask}, ${changed}]`;
  const plain = isNew
    ? `~${single}`
    : `($this->oldKey === null ? ${single} : [false, false, ${single}, ['oldKey' => $this->oldKey]])`;
  return [
    '$frame = $con->frame;',
    'if ($frame !== null) {',
    '    $frame->holds = true;',
    '    $frame->undo[$this] = $this->savedIn?->isOpen() && isset($frame->undo[$this])',
    `        ? $frame->joined($this, ${mask}${isNew ? '' : ', $this->oldKey'})`,
    `        : ${properties.length === 1 ? plain : whole};`,
    '    $this->savedIn = $frame;',
    '}',
  ];
}

/** What the database works out is read when it is asked for: whatever was written may have changed it. */
function forgetGenerated(columns: readonly ModelColumn[]): string[] {
  const mask = columns.reduce((bits, { column, deferred }) => (column.generated ? bits | (deferred ?? 0n) : bits), 0n);
  return mask === 0n ? [] : [`$this->unloaded |= ${mask};`];
}

const clean = (printer: ModelPrinter): string[] => maskProperties(printer.table).map((name) => `$this->${name} = 0;`);

function insert(printer: ModelPrinter): string[] {
  const { connection, columns, statements, table, file } = printer;
  const wide = maskProperties(table).length > 1;
  const { generated } = statements;
  const made = columns.find(({ column }) => column.autoIncrement);
  const key = columns.filter(({ column }) => column.primaryKey);
  const error = file.use('PDOException');
  const lines = begin(printer);
  if (generated && made && !table.allowPkInsert) {
    lines.push(`if (${isSet(made, true)}) {`, '    throw $this->keyIsMadeByDatabase();', '}');
  }
  const drawn = generated?.key.kind === 'query' ? made : undefined;
  const whenUnset = (column: ModelColumn, line: string): string[] => [
    `if (${isSet(column, true, false)}) {`,
    `    ${line}`,
    '}',
  ];
  /** Only where the caller has not given a value, where that is allowed. */
  const whenDrawn = (column: ModelColumn, line: string): string[] =>
    table.allowPkInsert ? whenUnset(column, line) : [line];
  if (drawn && generated?.key.kind === 'query') {
    const query = `(int) $con->query(${phpString(generated.key.sql)})->fetchColumn()`;
    lines.push(...whenDrawn(drawn, `$this->${drawn.property} = ${query};`));
  }
  const current = columns.filter(({ column }) => isCurrentTime(column));
  for (const column of current) {
    lines.push(...whenUnset(column, `$this->${column.property} = ${column.value.now?.() ?? 'null'};`));
  }
  const numbered = columns.filter(({ storage }) => storage.autoIncrementKey);
  for (const { property } of numbered) {
    lines.push(`if ($this->${property} === null) {`, '    throw $this->keyIsMissing();', '}');
  }
  // These are written, but they were not set: after a failure or a rollback the next save makes others.
  const also = [...(drawn ? [drawn] : []), ...current, ...numbered, ...columns.filter(({ storage }) => storage.madeUp)];
  lines.push(`$mask = ${maskKey(printer, also)};`, '$statement = $t->insert[$mask] ?? $t->insertStatement($mask);');
  lines.push('$cells = &$t->cells;');
  for (const column of columns) {
    if (column.column.generated || (column === made && generated?.key.kind !== 'query' && !table.allowPkInsert))
      continue;
    const always = column.value.bind === undefined || also.includes(column);
    lines.push(...(always ? [fill(column)] : guarded(printer, column, wide)));
  }
  const asksForKey = made && generated && generated.key.kind !== 'query';
  const take = asksForKey
    ? `$this->${made.property} = (int) ${generated.key.kind === 'result' ? '$statement->fetchColumn()' : '$t->pdo->lastInsertId()'};`
    : '';
  lines.push('try {', '    $statement->execute();');
  if (asksForKey) {
    if (table.allowPkInsert) lines.push(`    if (${isSet(made, true, false)}) {`, `        ${take}`, '    }');
    else lines.push(`    ${take}`);
  }
  lines.push(
    `} catch (${error} $error) {`,
    ...(drawn ? whenDrawn(drawn, `$this->${drawn.property} = null;`).map((line) => `    ${line}`) : []),
    ...current.flatMap((each) => whenUnset(each, `$this->${each.property} = null;`).map((line) => `    ${line}`)),
    '    throw $con->failed($error, $statement->queryString);',
    '}',
    ...emptyLargeCells(columns),
    '$con->writeListener?->noteWrite();',
    ...snapshot(printer, true, also.length > 0 || rankWord(printer) !== undefined ? '$this->modified' : '$mask'),
  );
  const worked = columns.filter(
    ({ column, deferred }) => deferred !== undefined && column.default?.kind === 'expression' && !isCurrentTime(column),
  );
  for (const column of worked) {
    lines.push(`if (${isSet(column, wide, false)}) {`, `    $this->unloaded |= ${column.deferred};`, '}');
  }
  lines.push(...forgetGenerated(columns), ...clean(printer), '$this->rowIsNew = false;', '$this->oldKey = null;');
  lines.push('$this->connectionName = $t->origin;', ...pooled(printer, key));
  if (table.reloadOnInsert && key.length > 0) lines.push('$this->reload(false, $con);');
  lines.push('', 'return 1;');
  return method(`protected function ${methodName(printer, 'insert')}(${connection} $con): int`, lines);
}

function pooled({ file, table }: ModelPrinter, key: readonly ModelColumn[]): string[] {
  const [only] = key;
  if (only === undefined) return [];
  if (!hasPlainKey(key)) return ['$this->putInto($t->pool);'];
  const reference = file.use('WeakReference');
  return [
    '$pool = $t->pool;',
    `if ($pool !== null${(only.column.autoIncrement && !table.allowPkInsert) || only.storage.autoIncrementKey ? '' : ` && $this->${only.property} !== null`}) {`,
    `    $pool->refs[$this->${only.property}] = ${reference}::create($this);`,
    '    if (\\count($pool->refs) > $pool->limit) {',
    '        $pool->sweep();',
    '    }',
    '}',
  ];
}

function update(printer: ModelPrinter): string[] {
  const { connection, columns, table, file } = printer;
  const key = columns.filter(({ column }) => column.primaryKey);
  if (key.length === 0) {
    const exception = file.use('Orm\\Runtime\\Exception\\OrmException');
    const refusal = `The table "${table.name}" has no primary key: a row of it can be inserted, not updated.`;
    return method(`protected function doUpdate(${connection} $con): int`, [
      `throw new ${exception}(${phpString(refusal)});`,
    ]);
  }
  const wide = maskProperties(table).length > 1;
  const error = file.use('PDOException');
  const lines = [
    ...begin(printer),
    `$mask = ${maskKey(printer)};`,
    '$statement = $t->update[$mask] ?? $t->updateStatement($mask);',
    '$cells = &$t->cells;',
    ...columns.filter(({ column }) => !column.generated).flatMap((column) => guarded(printer, column, wide)),
  ];
  const [only] = key;
  if (key.length === 1 && only !== undefined) {
    const stored = `$this->${only.property}`;
    const bound = only.value.bind === undefined ? stored : `$this->rowKey()[0]`;
    lines.push(
      `$cells[${columns.length}] = ${only.value.bind === undefined ? `$this->oldKey === null ? ${bound} : $this->oldKey[0]` : bound};`,
    );
  } else {
    lines.push(`[${key.map((_, index) => `$cells[${columns.length + index}]`).join(', ')}] = $this->rowKey();`);
  }
  lines.push(
    'try {',
    '    $statement->execute();',
    '    $rows = $statement->rowCount();',
    `} catch (${error} $error) {`,
    '    throw $con->failed($error, $statement->queryString);',
    '}',
    ...emptyLargeCells(columns),
    'if ($rows === 0) {',
    '    throw $this->rowIsGone();',
    '}',
    '$con->writeListener?->noteWrite();',
    ...snapshot(printer, false, rankWord(printer) === undefined ? '$mask' : '$this->modified'),
    ...forgetGenerated(columns),
    ...clean(printer),
    'if ($this->oldKey !== null) {',
    '    $this->keyWasSaved($con);',
    '}',
  );
  if (table.reloadOnUpdate) lines.push('$this->reload(false, $con);');
  lines.push('', 'return $rows;');
  return method(`protected function ${methodName(printer, 'update')}(${connection} $con): int`, lines);
}

/** Tables of more columns than a word has bits. */
function words(printer: ModelPrinter): string[] {
  const properties = maskProperties(printer.table);
  if (properties.length === 1) return [];
  const pending = aroundWriting(printer.table) ? ['$this->listCall !== null'] : [];
  return [
    ...method('public function isModified(): bool', [
      `return ${[...properties.map((name) => `$this->${name} !== 0`), ...pending].join(' || ')};`,
    ]),
    ...method('protected function modifiedWords(): array', [
      `return [${properties.map((name) => `$this->${name}`).join(', ')}];`,
    ]),
    ...method(
      'protected function setModifiedWords(array $words): void',
      properties.map((name, index) => `$this->${name} = $words[${index}] ?? 0;`),
    ),
  ];
}

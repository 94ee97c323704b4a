import { parameterName } from './context.js';
import {
  hasPlainKey,
  type ModelColumn,
  type ModelPrinter,
  method,
  nullableType,
  valueOrNull,
} from './model-printer.js';

/** How the primary key is read, set, bound and pooled. */
export function keyMethods(printer: ModelPrinter): string[] {
  const key = printer.columns.filter(({ column }) => column.primaryKey);
  return [...getPrimaryKey(key), ...setPrimaryKey(printer, key), ...rowKey(key), ...poolKey(key)];
}

/** An expression that stands alone needs no parentheses around it. */
const bare = (expression: string): string => expression.replace(/^\((.*)\)$/, '$1');

function getPrimaryKey(key: readonly ModelColumn[]): string[] {
  const [only] = key;
  if (only === undefined) {
    return method('public function getPrimaryKey(): null', ['return null;']);
  }
  if (key.length === 1) {
    const type = only.value.returns === undefined ? '' : `: ${nullableType(only.value.returns)}`;
    return method(`public function getPrimaryKey()${type}`, [`return ${bare(valueOrNull(only))};`]);
  }
  const types = key.map(({ value }) => `${value.returnsDoc ?? value.returns ?? 'mixed'}|null`);
  const values = key.map((column) => bare(valueOrNull(column)));
  return method(
    'public function getPrimaryKey(): array',
    [`return [${values.join(', ')}];`],
    [`@return array{${types.join(', ')}}`],
  );
}

function setPrimaryKey({ table }: ModelPrinter, key: readonly ModelColumn[]): string[] {
  const [only] = key;
  if (only === undefined || table.readOnly) return [];
  if (key.length === 1) {
    const name = parameterName(only.column);
    const type = only.value.accepts === undefined ? '' : `${only.value.accepts} `;
    return method(`public function setPrimaryKey(${type}$${name}): static`, [
      `return $this->set${only.column.memberName}($${name});`,
    ]);
  }
  const types = key.map(({ value }) => value.acceptsDoc ?? value.accepts ?? 'mixed');
  const set = key.map(({ column }, index) => `$this->set${column.memberName}($key[${index}]);`);
  return method(
    'public function setPrimaryKey(array $key): static',
    [...set, '', 'return $this;'],
    [`@param array{${types.join(', ')}} $key`],
  );
}

function rowKey(key: readonly ModelColumn[]): string[] {
  const values = key.map(({ property, value, nullable }) => {
    const stored = `$this->${property}`;
    if (value.bind === undefined) return stored;
    return nullable ? `${stored} === null ? null : ${value.bind(stored)}` : value.bind(stored);
  });
  const body = key.length === 0 ? 'return [];' : `return $this->oldKey ?? [${values.join(', ')}];`;
  return method('protected function rowKey(): array', [body]);
}

function poolKey(key: readonly ModelColumn[]): string[] {
  const [only] = key;
  if (only === undefined) return method('protected function poolKey(): ?string', ['return null;']);
  if (key.length === 1 && hasPlainKey(key)) {
    return method(`protected function poolKey(): ?${only.value.stored}`, [`return $this->${only.property};`]);
  }
  return method('protected function poolKey(): ?string', ['return self::joinKey($this->rowKey());']);
}

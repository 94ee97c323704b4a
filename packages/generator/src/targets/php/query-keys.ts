import { phpString } from '../../languages/php/literal.js';
import { hasPlainKey } from './model-printer.js';
import { documented, type QueryColumn, type QueryPrinter } from './query-printer.js';

/** Finding rows by primary key. */
export function keyMethods(printer: QueryPrinter): string[] {
  const key = printer.columns.filter(({ column }) => column.primaryKey);
  const [only] = key;
  if (only === undefined) return [];
  const type = keyType(key);
  for (const name of ['findPk', 'findPks', 'requirePk', 'filterByPrimaryKey', 'filterByPrimaryKeys', 'prune']) {
    printer.claim(name);
  }
  return [
    ...findPk(printer, key, only),
    ...findPks(printer, type),
    ...requirePk(printer, type),
    ...filterByKeys(printer, key, only, type),
    ...prune(printer),
  ];
}

interface KeyType {
  /** Native, without null. */
  readonly native: string;
  readonly doc: string;
}

function keyType(key: readonly QueryColumn[]): KeyType {
  const types = key.map(({ value }) => value.acceptsDoc ?? value.accepts ?? 'mixed');
  const [only] = key;
  if (key.length === 1 && only !== undefined) {
    return { native: only.value.accepts ?? 'mixed', doc: types[0] ?? 'mixed' };
  }
  return { native: 'array', doc: `array{${types.join(', ')}}` };
}

const orNull = (type: string): string => {
  if (type === 'mixed') return type;
  return type.includes('|') ? `${type}|null` : `?${type}`;
};

const isDocumented = ({ native, doc }: KeyType): boolean => native !== doc;

function findPk(printer: QueryPrinter, key: readonly QueryColumn[], only: QueryColumn): string[] {
  const { file, model, connection, classes, database, columns } = printer;
  const type = keyType(key);
  const doc = isDocumented(type) ? [`@param ${type.doc}|null $key`] : [];
  const signature = `public function findPk(${orNull(type.native)} $key, ?${connection} $con = null): ?${model}`;
  // The same question as the model's: what fromRow() looks the object up by.
  const plain = hasPlainKey(
    key.map((column) => ({ ...column, property: '', nullable: false, strict: false, deferred: undefined })),
  );
  if (!plain) {
    return documented(doc, signature, [
      'if ($key === null) {',
      '    return null;',
      '}',
      `$found = $this->findKey(${key.length === 1 ? '[$key]' : '$key'}, $con);`,
      '',
      `return $found instanceof ${model} ? $found : null;`,
    ]);
  }
  const map = file.use(classes.map);
  const orm = file.use('Orm\\Runtime\\Orm', 'Runtime');
  const name = phpString(database);
  const accepted = only.value.accept?.('$key');
  return documented(doc, signature, [
    'if ($key === null) {',
    '    return null;',
    '}',
    'if ($this->where !== [] || $this->parts !== null || $this->isHooked()) {',
    '    return (clone $this)->_and()->limit(-1)->offset(0)->filterByPrimaryKey($key)->findOne($con);',
    '}',
    ...(accepted === undefined ? [] : [`$key = ${accepted};`]),
    `$con ??= ${orm}::$read[${name}] ?? ${orm}::readConnection(${name});`,
    `$t = $con->tables[${map}::class] ?? $con->table(${map}::class);`,
    `if ($t->pool !== null && ($known = ($t->pool->refs[$key] ?? null)?->get()) instanceof ${model}) {`,
    '    return $known;',
    '}',
    '$statement = $t->find ?? $t->findStatement();',
    `$t->cells[${columns.length}] = $key;`,
    'try {',
    '    $statement->execute();',
    '    /** @var list<scalar|resource|null>|false $row */',
    `    $row = $statement->fetch(${file.use('PDO')}::FETCH_NUM);`,
    '    $statement->closeCursor();',
    `} catch (${file.use('PDOException')} $error) {`,
    '    throw $con->failed($error, $statement->queryString);',
    '}',
    '',
    `return $row === false ? null : ${model}::fromRow($row, $t);`,
  ]);
}

function findPks({ collection, model, connection }: QueryPrinter, type: KeyType): string[] {
  return documented(
    [`@param array<array-key, ${type.doc}> $keys`, '', `@return ${collection}<${model}>`],
    `public function findPks(array $keys, ?${connection} $con = null): ${collection}`,
    ['return (clone $this)->_and()->filterByPrimaryKeys($keys)->find($con);'],
  );
}

function requirePk({ model, connection }: QueryPrinter, type: KeyType): string[] {
  return documented(
    isDocumented(type) ? [`@param ${type.doc}|null $key`] : [],
    `public function requirePk(${orNull(type.native)} $key, ?${connection} $con = null): ${model}`,
    ['return $this->findPk($key, $con) ?? throw self::notFoundKey($key);'],
  );
}

function filterByKeys(_: QueryPrinter, key: readonly QueryColumn[], only: QueryColumn, type: KeyType): string[] {
  const body =
    key.length === 1 ? `return $this->filterBy${only.column.memberName}($key);` : 'return $this->filterKeys([$key]);';
  return [
    ...documented(
      isDocumented(type) ? [`@param ${type.doc} $key`] : [],
      `public function filterByPrimaryKey(${type.native} $key): static`,
      [body],
    ),
    ...documented(
      [`@param array<array-key, ${type.doc}> $keys`],
      'public function filterByPrimaryKeys(array $keys): static',
      ['return $this->filterKeys($keys);'],
    ),
  ];
}

function prune({ model }: QueryPrinter): string[] {
  return documented(['Leaves the row of an object out.'], `public function prune(?${model} $object = null): static`, [
    'return $object === null ? $this : $this->filterKeys([$object->getPrimaryKey()], true);',
  ]);
}

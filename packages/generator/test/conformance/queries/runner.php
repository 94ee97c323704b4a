<?php

declare(strict_types=1);

/** Plays the scenarios of conformance/queries that come as JSON; prints what it executed and found. */

/** Notes every statement with its values. */
final class JournalStatement extends PDOStatement
{
    /** @var list<array{string, list<string|null>}> */
    public static array $journal = [];
    /** @var array<int, mixed> */
    private array $bound = [];

    protected function __construct()
    {
    }

    public function bindValue(string|int $param, mixed $value, int $type = PDO::PARAM_STR): bool
    {
        $this->bound[(int) $param] = $value;

        return parent::bindValue($param, $value, $type);
    }

    public function bindParam(string|int $param, mixed &$var, int $type = PDO::PARAM_STR, int $maxLength = 0, mixed $driverOptions = null): bool
    {
        $this->bound[(int) $param] = &$var;

        return parent::bindParam($param, $var, $type, $maxLength, $driverOptions);
    }

    public function execute(?array $params = null): bool
    {
        \ksort($this->bound);
        $values = \array_map(
            static fn (mixed $value): ?string => $value === null ? null : (string) $value,
            \array_values($params ?? $this->bound),
        );
        self::$journal[] = [$this->queryString, $values];

        return parent::execute($params);
    }
}

/** How PHP names what has another name there. */
const NAMES = ['or' => '_or', 'and' => '_and', 'ignoreCase' => 'setIgnoreCase', 'comment' => 'setComment'];

function className(string $table): string
{
    return \str_replace(' ', '', \ucwords(\str_replace('_', ' ', $table)));
}

function argument(string $table, mixed $value): mixed
{
    if (!\is_array($value) || \array_is_list($value)) {
        return $value;
    }
    if (isset($value['columns'])) {
        return \array_map(
            static fn (mixed $each): mixed => \is_array($each) ? new Orm\Runtime\Query\SqlExpression($each['sql'], $each['values']) : $each,
            $value['columns'],
        );
    }
    if (isset($value['query'])) {
        return play($table, $value['query']);
    }
    if (isset($value['conditions'])) {
        return static fn (Orm\Runtime\Query\ModelQuery $query): mixed => playOn($query, $table, $value['conditions']);
    }
    if (isset($value['object'])) {
        return objectOf($value['of'] ?? $table, $value['object']);
    }
    if (isset($value['objects'])) {
        return \array_map(static fn (array $key): mixed => objectOf($value['of'] ?? $table, $key), $value['objects']);
    }

    return $value;
}

/** @param list<mixed> $key */
function objectOf(string $table, array $key): mixed
{
    $journal = JournalStatement::$journal;
    $object = (className($table) . 'Query')::create()->findPk(keyOf($key));
    JournalStatement::$journal = $journal;
    // What a query finds must not depend on what was found for it.
    Orm\Runtime\Orm::getConnection('queries')->getPool()?->clear();

    return $object;
}

/** @param list<mixed> $values */
function keyOf(array $values): mixed
{
    return \count($values) === 1 ? $values[0] : $values;
}

/** @param list<list<mixed>> $chain */
function play(string $table, array $chain): mixed
{
    return playOn((className($table) . 'Query')::create(), $table, $chain);
}

/** @param list<list<mixed>> $chain */
function playOn(mixed $target, string $table, array $chain): mixed
{
    foreach ($chain as $call) {
        $method = \array_shift($call);
        $call = \array_map(static fn (mixed $value): mixed => argument($table, $value), $call);
        $target = match ($method) {
            'where' => $target->where($call[0], ...match (\count($call)) {
                1 => [],
                2 => [$call[1]],
                default => [\array_slice($call, 1)],
            }),
            'select' => $target->select($call),
            'findPk', 'requirePk', 'filterByPrimaryKey' => $target->$method(keyOf($call)),
            'lockForUpdate', 'lockForShare' => $target->$method([], $call[0]['noWait'] ?? false),
            'iterate' => \iterator_to_array($target->iterate(null, $call[0]), false),
            'load' => loaded($target, $call[0]),
            'related' => \array_map(static fn (mixed $each): array => [$each, inOrder($each->{$call[0]}())], \iterator_to_array($target)),
            default => used($target, $method, $call) ?? $target->{NAMES[$method] ?? $method}(...$call),
        };
    }

    return $target;
}

/** Nobody has asked for an order of related objects. */
function inOrder(mixed $related): mixed
{
    if (!$related instanceof Orm\Runtime\Collection\ObjectCollection) {
        return $related;
    }
    $objects = $related->getData();
    \usort($objects, static fn (mixed $one, mixed $other): int => $one->getId() <=> $other->getId());

    return $objects;
}

function loaded(Orm\Runtime\Collection\ObjectCollection $objects, string $relation): mixed
{
    $objects->populateRelation($relation);

    return $objects;
}

/**
 * What takes a function in other languages and is ended by endUse() here; null for anything else.
 *
 * @param list<mixed> $call
 */
function used(mixed $target, string $method, array $call): mixed
{
    $conditions = ($call[0] ?? null) instanceof Closure ? $call[0] : static fn (mixed $query): mixed => $query;
    if (\preg_match('/^with((?:NotIn|In)[A-Z]\w*Query|\w+ExistsQuery)$/', $method, $match) === 1) {
        $query = $target->{"use$match[1]"}();
        $conditions($query);

        return $query->endUse();
    }
    if (isset($call[0]) && $call[0] instanceof Closure && \preg_match('/^(?:left|inner)?[jJ]oinWith(\w+)$/', $method, $match) === 1) {
        return $target->$method()->{"with$match[1]Query"}($conditions);
    }

    return null;
}

function shown(mixed $value): mixed
{
    return match (true) {
        $value instanceof Orm\Runtime\ActiveRecord\ActiveRecord => rowOf($value),
        $value instanceof Orm\Runtime\Query\Pager => [
            'total' => $value->getNbResults(),
            'results' => shown($value->getResults()),
            'page' => $value->getPage(),
            'lastPage' => $value->getLastPage(),
        ],
        $value instanceof DateTimeInterface => $value->format('Y-m-d'),
        $value instanceof BackedEnum => $value->value,
        \is_iterable($value) => \array_map(shown(...), \is_array($value) ? $value : \iterator_to_array($value)),
        default => $value,
    };
}

/** Which row it is: by its key, or by all values. */
function rowOf(Orm\Runtime\ActiveRecord\ActiveRecord $object): mixed
{
    return $object instanceof Visit ? [$object->getPage(), $object->getSeconds()] : $object->getPrimaryKey();
}

$con = Orm\Runtime\Orm::getConnection('queries');
$con->getPdo()->setAttribute(PDO::ATTR_STATEMENT_CLASS, [JournalStatement::class]);
$answers = [];
foreach (\json_decode((string) \stream_get_contents(\STDIN), true, 64, \JSON_THROW_ON_ERROR) as $scenario) {
    $con->getPool()?->clear();
    $con->beginTransaction();
    JournalStatement::$journal = [];
    $answer = [];
    try {
        $answer['result'] = shown(play($scenario['table'], $scenario['chain']));
    } catch (Orm\Runtime\Exception\OrmException $error) {
        $answer['raised'] = \preg_replace('/^.*\\\\(\w+)Exception$/', '$1', $error::class);
    }
    $answer['statements'] = JournalStatement::$journal;
    if (isset($scenario['after'])) {
        $con->getPool()?->clear();
        $answer['after'] = shown(play($scenario['table'], $scenario['after']));
    }
    $con->rollBack();
    $answers[] = $answer;
}
echo \json_encode($answers, \JSON_THROW_ON_ERROR | \JSON_UNESCAPED_UNICODE | \JSON_PRESERVE_ZERO_FRACTION);

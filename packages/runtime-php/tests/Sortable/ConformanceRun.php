<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use BackedEnum;
use Conformance\Watched;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception;
use Orm\Runtime\Query\ModelQuery;
use Orm\Runtime\Sortable\ListReport;
use PDO;
use PHPUnit\Framework\Assert;
use Throwable;

/** One scenario of conformance/, run through the generated classes. The format: conformance/README.md. */
final class ConformanceRun
{
    /** What errors are called in every language, and here. */
    private const KINDS = [
        'RankOutOfRange' => [Exception\RankOutOfRangeException::class],
        'NotInList' => [Exception\NotInListException::class],
        'AlreadyInList' => [Exception\AlreadyInListException::class],
        'SaveFirst' => [Exception\UnsavedPositionException::class],
        'Conflict' => [Exception\ConflictException::class],
        'IsolationLevel' => [Exception\IsolationLevelException::class],
        'RowGone' => [Exception\RowGoneException::class],
        'Invalid' => [Exception\InvalidQueryException::class, Exception\InvalidValueException::class],
        'Refused' => [Exception\OrmException::class],
        'TypeError' => [\TypeError::class],
        'Hook' => [\RuntimeException::class],
    ];

    /** @var array<string, ActiveRecord> */
    private array $objects = [];

    /** Whether objects may differ from their rows, because something else wrote or the pool was emptied. */
    private bool $isStale = false;

    private string $table;

    private readonly ?ConformanceJournal $journal;

    /**
     * @param array<string, mixed> $scenario
     * @param \Closure(): ConnectionWrapper $open another connection
     */
    public function __construct(
        private readonly array $scenario,
        private readonly ConformanceTables $tables,
        private readonly ConnectionWrapper $con,
        private readonly \Closure $open,
        private ?ConnectionWrapper $second = null,
    ) {
        $this->table = $scenario['table'];
        $this->journal = ConformanceJournal::of($scenario['name']);
    }

    public function run(): void
    {
        Watched::$veto = null;
        try {
            $this->prepare();
            $this->journal?->listen($this->con);
            foreach ($this->scenario['steps'] as $number => $step) {
                try {
                    $this->step($step, $number + 1);
                } catch (Throwable $error) {
                    $text = \json_encode($step, \JSON_UNESCAPED_SLASHES | \JSON_UNESCAPED_UNICODE);
                    throw new \LogicException(\sprintf("step %d %s\n    %s", $number + 1, $text, self::describe($error)), 0, $error);
                }
            }
        } finally {
            $this->second?->inTransaction() && $this->second->forceRollBack();
            $this->second?->close();
            $this->con->inTransaction() && $this->con->forceRollBack();
            $this->con->getPool()?->clear();
            $this->journal === null || $this->con->setQueryLog(null);
        }
    }

    private function prepare(): void
    {
        $pdo = $this->con->getPdo();
        $pdo->beginTransaction();
        foreach ($this->scenario['others'] ?? [] as $table => $rows) {
            foreach ($rows as $row) {
                $this->tables->insert($pdo, $table, $row, []);
            }
        }
        foreach ($this->scenario['lists'] ?? [] as $scope => $rows) {
            foreach ($rows as $index => $row) {
                $this->prepareRow((string) $scope, $row, $this->scenario['ranks'][$row] ?? $index + 1);
            }
        }
        foreach ($this->scenario['unranked'] ?? [] as $scope => $rows) {
            foreach ($rows as $row) {
                $this->prepareRow((string) $scope, $row, null);
            }
        }
        for ($list = 1; $list <= ($this->scenario['many']['lists'] ?? 0); ++$list) {
            for ($rank = 1; $rank <= $this->scenario['many']['rows']; ++$rank) {
                $this->prepareRow((string) $list, "r$list-$rank", $rank);
            }
        }
        $pdo->commit();
    }

    private function prepareRow(string $scope, string $row, ?int $rank): void
    {
        $pdo = $this->con->getPdo();
        $given = $this->tables->of($this->table);
        $values = [$given['rank'] => $rank] + \array_combine($given['scope'], $this->tables->scope($pdo, $this->table, $scope));
        foreach ($this->scenario['values'][$row] ?? [] as $column => $value) {
            $isKey = \is_string($value) && \str_starts_with($value, '@');
            $values[$column] = $isKey ? $this->tables->key($pdo, \substr($value, 1))[0] : $value;
        }
        $this->tables->insert($pdo, $this->table, $row, $values);
    }

    /**
     * @param array<string, mixed> $step
     */
    private function step(array $step, int $number): void
    {
        Watched::$changes = [];
        $this->journal?->begin();
        $raised = $result = null;
        if (isset($step['meanwhile'])) {
            $this->con->setQueryLog(new ConformanceInterruption(function () use ($step): void {
                $this->con->setQueryLog(null);
                $this->second = ($this->open)();
                $this->writeOutside($step['meanwhile'], $this->second->getPdo());
            }));
        }
        try {
            foreach ($step['either'] ?? [$step] as $action) {
                $result = $this->act($action);
            }
        } catch (Throwable $error) {
            $raised = $error;
        }
        $this->journal?->end($number, fn (): array => $this->tables->keys($this->con->getPdo()));
        if (isset($step['raises'])) {
            $this->expectError($step['raises'], $raised);
        } elseif ($raised !== null) {
            throw $raised;
        }
        if (\is_string($step['as'] ?? null)) {
            Assert::assertInstanceOf(ActiveRecord::class, $result, 'the result');
            $this->objects[$step['as']] = $result;
            $this->tables->declare($step['as'], $result::TABLE_MAP::TABLE_NAME);
        }
        if (\array_key_exists('returns', $step)) {
            $this->expectResult($step['returns'], $result);
        }
        $this->expectState($step);
        $this->expectTruth();
    }

    /**
     * @param array<string, mixed> $step
     */
    private function act(array $step): mixed
    {
        $con = ($step['connection'] ?? '') === 'second' ? $this->second ??= ($this->open)() : $this->con;
        $named = $con === $this->con ? [] : ['con' => $con];
        $args = \array_map($this->argument(...), $step['args'] ?? []);
        if (isset($step['object'])) {
            return $this->object($step['object'])->{$step['call']}(...$args, ...$named);
        }
        if (isset($step['query'])) {
            $result = $this->query($step['class'] ?? $this->tables->of($step['query'])['class']);
            foreach ($step['chain'] as $call) {
                $method = \array_shift($call);
                $forced = \end($call) === ['force' => true] ? \array_pop($call) : [];
                $result = $result->$method(...\array_map($this->argument(...), $call), ...$forced);
            }

            return $result;
        }
        if (isset($step['static'])) {
            $class = 'Conformance\\' . ($step['class'] ?? $this->tables->of($step['static'])['class']) . 'Query';

            return $class::{$step['call']}(...$args, ...$named);
        }
        foreach ($step['fetch'] ?? [] as $index => $row) {
            $this->fetch($row, $step['as'][$index] ?? $row, $con);
        }
        if (isset($step['new'])) {
            $this->create($step);
        }
        match ($step['transaction'] ?? '') {
            'begin' => $con->beginTransaction($step['isolation'] ?? null),
            'commit' => $con->commit(),
            'rollback' => $con->rollBack(),
            default => null,
        };
        if (isset($step['forget'])) {
            $this->con->getPool()?->clear();
            $this->isStale = true;
        }
        if (isset($step['outside'])) {
            $this->writeOutside($step['outside'], $con->getPdo());
        }
        if (\array_key_exists('veto', $step)) {
            Watched::$veto = $step['veto'];
        }
        if (isset($step['methods'])) {
            $this->expectMethods($step);
        }

        return null;
    }

    private function object(string $name): ActiveRecord
    {
        return $this->objects[$name] ?? $this->fetch($name, $name, $this->con);
    }

    private function query(string $class): ModelQuery
    {
        /** @var class-string<ModelQuery> $query */
        $query = "Conformance\\{$class}Query";

        return $query::create();
    }

    private function fetch(string $row, string $name, ConnectionWrapper $con): ActiveRecord
    {
        $table = $this->tables->of($this->tables->tableOf($row));
        $found = $this->query($table['class'])->{'filterBy' . self::camel($table['name'])}($row)->findOne($con);
        $this->tables->declare($name, $this->tables->tableOf($row));
        $this->isStale = $this->isStale || $con !== $this->con;

        return $this->objects[$name] = $found ?? throw new \LogicException("there is no row $row");
    }

    /**
     * @param array<string, mixed> $step
     */
    private function create(array $step): void
    {
        $table = $step['table'] ?? $this->table;
        $given = $this->tables->of($table);
        $class = 'Conformance\\' . ($step['class'] ?? $given['class']);
        $object = new $class();
        $values = [$given['name'] => $step['new']] + ($step['values'] ?? []);
        foreach ($values as $column => $value) {
            $object->{'set' . self::camel($column)}($this->argument($value));
        }
        $this->objects[$step['new']] = $object;
        $this->tables->declare($step['new'], $table);
    }

    /**
     * What another program does to the tables.
     *
     * @param array<string, mixed> $changes
     */
    private function writeOutside(array $changes, PDO $pdo): void
    {
        $this->isStale = true;
        foreach ($changes['delete'] ?? [] as $row) {
            $table = $this->tables->tableOf($row);
            $name = $this->tables->id($this->tables->of($table)['name']);
            ConformanceTables::all($pdo, "DELETE FROM {$this->tables->id($table)} WHERE $name = ?", [$row]);
        }
        foreach ($changes['set'] ?? [] as $row => $values) {
            $table = $this->tables->tableOf($row);
            $name = $this->tables->id($this->tables->of($table)['name']);
            foreach ($values as $column => $value) {
                $sql = "UPDATE {$this->tables->id($table)} SET {$this->tables->id($column)} = ? WHERE $name = ?";
                ConformanceTables::all($pdo, $sql, [$value, $row]);
            }
        }
    }

    private function argument(mixed $value): mixed
    {
        if (!\is_array($value)) {
            return $value;
        }
        if (isset($value['object'])) {
            return $this->object($value['object']);
        }
        if (isset($value['columns'])) {
            return \array_combine(\array_map(self::camel(...), \array_keys($value['columns'])), $value['columns']);
        }
        if (isset($value['order'])) {
            return $this->order($value['order']);
        }

        return \array_map($this->argument(...), $value);
    }

    /**
     * @param list<array{string|int|list<scalar>, int}> $pairs
     *
     * @return array<mixed>
     */
    private function order(array $pairs): array
    {
        $order = [];
        foreach ($pairs as [$row, $rank]) {
            $key = \is_string($row) ? $this->tables->key($this->con->getPdo(), $row) : (array) $row;
            if (\count($key) === 1) {
                $order[$key[0]] = $rank;
            } else {
                $order[] = [$key, $rank];
            }
        }

        return $order;
    }

    private static function camel(string $column): string
    {
        return \str_replace('_', '', \ucwords($column, '_'));
    }

    // Expectations

    /**
     * @param array{kind: string, says?: list<string>} $expected
     */
    private function expectError(array $expected, ?Throwable $error): void
    {
        Assert::assertNotNull($error, "{$expected['kind']} was expected, and nothing was raised");
        $isKind = false;
        foreach (self::KINDS[$expected['kind']] as $class) {
            $isKind = $isKind || $error instanceof $class;
        }
        Assert::assertTrue($isKind, "{$expected['kind']} was expected, not " . self::describe($error));
        foreach ($expected['says'] ?? [] as $fragment) {
            Assert::assertStringContainsString($fragment, $error->getMessage());
        }
    }

    private function expectResult(mixed $expected, mixed $result): void
    {
        if (!\is_array($expected) || \array_is_list($expected)) {
            Assert::assertSame($expected, self::plain($result), 'the result');
        } elseif (isset($expected['same'])) {
            Assert::assertTrue($result === $this->objects[$expected['same']], "not the object {$expected['same']}");
        } elseif (isset($expected['object'])) {
            Assert::assertInstanceOf(ActiveRecord::class, $result, 'the result');
            Assert::assertSame($expected['object'], $this->nameOf($result), 'the name of the result');
            if (isset($expected['class'])) {
                Assert::assertSame('Conformance\\' . $expected['class'], $result::class);
            }
        } elseif (isset($expected['oneOf'])) {
            Assert::assertInstanceOf(ActiveRecord::class, $result, 'the result');
            Assert::assertContains($this->nameOf($result), $expected['oneOf'], 'the name of the result');
        } elseif (isset($expected['key'])) {
            Assert::assertSame([(int) $this->tables->key($this->con->getPdo(), $expected['key'])[0]], [$result], 'the result');
        } elseif (isset($expected['query'])) {
            Assert::assertInstanceOf(ModelQuery::class, $result);
        } elseif (isset($expected['report'])) {
            Assert::assertInstanceOf(ListReport::class, $result);
            Assert::assertSame($expected['report'], ['right' => $result->isRight(), 'count' => $result->rows], 'the report');
        } else {
            $isCollection = isset($expected['collection']);
            Assert::assertSame($isCollection, $result instanceof Collection, 'whether it is a collection');
            $names = \array_map($this->nameOf(...), $isCollection ? $result->getData() : $result);
            if (isset($expected['sorted'])) {
                \sort($names);
            }
            Assert::assertSame($expected[$isCollection ? 'collection' : 'array'], $names, 'the names of the result');
        }
    }

    /**
     * What the database has, seen by the connection of the scenario, and what objects say.
     *
     * @param array<string, mixed> $step
     */
    private function expectState(array $step): void
    {
        $pdo = $this->con->getPdo();
        foreach ($step['lists'] ?? [] as $scope => $rows) {
            $expected = \array_map(static fn (string $row, int $index): array => [$row, $index + 1], $rows, \array_keys($rows));
            Assert::assertSame($expected, $this->tables->rows($pdo, $this->table, (string) $scope), "the list $scope");
        }
        foreach ($step['unranked'] ?? [] as $scope => $rows) {
            $found = $this->tables->rows($pdo, $this->table, (string) $scope, false);
            Assert::assertSame($rows, \array_column($found, 0), "unranked rows of the scope $scope");
        }
        foreach ($step['links'] ?? [] as $parent => $rows) {
            $sql = 'SELECT t.name, l.sortable_rank FROM playlist_track l JOIN track t ON t.id = l.track_id'
                . ' WHERE l.playlist_id = ? ORDER BY l.sortable_rank';
            $found = ConformanceTables::all($pdo, $sql, $this->tables->key($pdo, $parent));
            Assert::assertSame($rows, \array_column($found, 0), "the tracks of $parent");
        }
        foreach ($step['rows'] ?? [] as $table => $rows) {
            $name = $this->tables->id($this->tables->of($table)['name']);
            $found = ConformanceTables::all($pdo, "SELECT $name FROM {$this->tables->id($table)} ORDER BY $name");
            Assert::assertSame($rows, \array_column($found, 0), "rows of $table");
        }
        foreach ($step['ranks'] ?? [] as $name => $rank) {
            Assert::assertSame($rank, $this->object($name)->getRank(), "the rank that the object $name has");
        }
        foreach ($step['stored'] ?? [] as $row => $rank) {
            $found = $this->tables->value($pdo, $row, $this->tables->of($this->tables->tableOf($row))['rank'] ?? '');
            Assert::assertSame((string) $rank, $found, "the stored rank of $row");
        }
        foreach ($step['columns'] ?? [] as $row => $values) {
            foreach ($values as $column => $value) {
                $expected = $value === null ? null : (string) $value;
                Assert::assertSame($expected, $this->tables->value($pdo, $row, $column), "$column of $row");
            }
        }
        if (isset($step['headers'])) {
            $found = ConformanceTables::all($pdo, "SELECT COUNT(*) FROM {$this->tables->id($this->table . '_list')}");
            Assert::assertSame($step['headers'], (int) $found[0][0], 'rows of the header table');
        }
        if (isset($step['changes'])) {
            $found = \array_map(static fn (array $change): string => (string) \json_encode($change, \JSON_NUMERIC_CHECK), Watched::$changes);
            \sort($found);
            Assert::assertSame(\array_map(\json_encode(...), $step['changes']), $found, 'what the hook was told');
        }
    }

    /** After every step: the ranks of every list are 1 to n, and objects without unsaved changes are as their rows. */
    private function expectTruth(): void
    {
        $pdo = $this->con->getPdo();
        foreach (isset($this->scenario['broken']) ? [] : \array_filter($this->tables->used(), $this->tables->isSortable(...)) as $table) {
            Assert::assertSame([], $this->tables->wrongLists($pdo, $table), "wrong lists of $table");
        }
        foreach ($this->isStale ? [] : $this->objects as $name => $object) {
            $table = $this->tables->tableOf($name);
            if (!$this->tables->isSortable($table) || $object->isNew() || $object->isDeleted() || $object->isModified()) {
                continue;
            }
            $stored = $this->tables->value($pdo, $this->nameOf($object), $this->tables->of($table)['rank'] ?? '');
            if ($stored !== false) {
                $rank = $stored === null ? null : (int) $stored;
                Assert::assertSame($rank, $object->getRank(), "the rank that the object $name has and that of its row");
            }
        }
    }

    /**
     * @param array<string, mixed> $step
     */
    private function expectMethods(array $step): void
    {
        $class = 'Conformance\\' . $this->tables->of($step['methods'])['class'];
        $classes = ['object' => $class, 'query' => $class . 'Query'];
        foreach (['present' => true, 'absent' => false] as $key => $isThere) {
            foreach ($step[$key] ?? [] as $side => $methods) {
                foreach ($methods as $method) {
                    Assert::assertSame($isThere, \method_exists($classes[$side], $method), "$side has $method");
                }
            }
        }
        foreach ($step['required'] ?? [] as $side => $methods) {
            foreach ($methods as $method => $count) {
                $reflected = new \ReflectionMethod($classes[$side], $method);
                Assert::assertSame($count, $reflected->getNumberOfRequiredParameters(), "required parameters of $method");
            }
        }
    }

    private function nameOf(ActiveRecord $object): string
    {
        $name = $this->tables->of($object::TABLE_MAP::TABLE_NAME)['name'];

        return (string) $object->{'get' . self::camel($name)}();
    }

    private static function plain(mixed $value): mixed
    {
        return match (true) {
            $value instanceof BackedEnum => $value->value,
            \is_array($value) => \array_map(self::plain(...), $value),
            default => $value,
        };
    }

    private static function describe(Throwable $error): string
    {
        $text = $error->getMessage();
        if ($error instanceof \PHPUnit\Framework\ExpectationFailedException) {
            return $text . ($error->getComparisonFailure()?->getDiff() ?? '');
        }

        return $error::class . ": $text (" . \basename($error->getFile()) . ":{$error->getLine()})";
    }
}

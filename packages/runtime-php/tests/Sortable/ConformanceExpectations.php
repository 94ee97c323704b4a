<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use BackedEnum;
use Conformance\Watched;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Exception;
use Orm\Runtime\Query\ModelQuery;
use Orm\Runtime\Sortable\ListReport;
use PHPUnit\Framework\Assert;
use Throwable;

/** What a scenario expects of its steps. */
trait ConformanceExpectations
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
}

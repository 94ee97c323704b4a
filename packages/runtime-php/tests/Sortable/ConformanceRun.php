<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Conformance\Watched;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Query\ModelQuery;
use PDO;
use PHPUnit\Framework\Assert;
use Throwable;

/** One scenario of conformance/, run through the generated classes. The format: conformance/README.md. */
final class ConformanceRun
{
    use ConformanceExpectations;

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
                $this->journal?->listen($this->con);
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
        // The interruption takes the place of the journal until it has come.
        isset($step['meanwhile']) || $this->journal?->end($number, fn (): array => $this->tables->keys($this->con->getPdo()));
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

    private static function describe(Throwable $error): string
    {
        $text = $error->getMessage();
        if ($error instanceof \PHPUnit\Framework\ExpectationFailedException) {
            return $text . ($error->getComparisonFailure()?->getDiff() ?? '');
        }

        return $error::class . ": $text (" . \basename($error->getFile()) . ":{$error->getLine()})";
    }
}

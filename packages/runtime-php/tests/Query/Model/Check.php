<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Query\ModelQuery;
use Orm\Runtime\Query\Pager;
use Orm\Runtime\Query\Selection;
use Orm\Runtime\Query\SqlExpression;
use PDO;

/**
 * Runs a plan in every way that a query can be run, and compares each with the oracle.
 *
 * @phpstan-import-type Plan from Meaning
 */
final class Check
{
    /** @var array<string, int> how often which call was compared */
    public array $compared = [];

    /** @var array<string, int> how often which call was rightly refused, by reason */
    public array $refusals = [];

    private ModelQuery $query;
    private Answer $expected;
    private Sight $sight;

    public function __construct(private readonly ConnectionWrapper $con)
    {
    }

    /**
     * @param Plan $plan
     *
     * @throws Undetermined when the oracle cannot say what should be found
     * @throws Difference
     */
    public function plan(array $plan, Data $data, Dialect $dialect): void
    {
        $oracle = new Oracle($data, $dialect);
        $this->expected = $plan['values'] ? $oracle->values($plan) : $oracle->objects($plan);
        $this->sight = new Sight($this->expected->meaning);
        $this->query = $this->attempt('build', fn (): ModelQuery => (new Chain($plan))->query($data, $this->con));
        if ($plan['values']) {
            $this->selected($plan['select']);

            return;
        }
        $dice = new Dice(\json_encode($plan, \JSON_THROW_ON_ERROR));
        $before = $this->attempt('toSql', fn (): string => $this->query->toSql());
        $this->found();
        $this->counted();
        $this->first();
        $this->pages($dice);
        $this->iterated($dice);
        $this->bySql();
        $this->update($plan['alias'] === null && $dice->maybe(30));
        $this->delete();
        if ($plan['select'] !== []) {
            $values = $oracle->values(['values' => true] + $plan);
            $this->expected = $values;
            $this->selected($plan['select']);
        }
        $this->same('running it changes a query', $before, $this->query->toSql());
    }

    /** Whether the last plan finds anything. */
    public function hasFound(): bool
    {
        return $this->expected->rows !== [];
    }

    private function found(): void
    {
        $objects = $this->attempt('find()', fn (): array => $this->query->find($this->con)->getData());
        $this->rows('find()', \array_map($this->sight->seen(...), $objects), $this->sight->expected(...));
    }

    private function counted(): void
    {
        $count = \count($this->expected->rows);
        $this->same('count()', $count, $this->attempt('count()', fn (): int => $this->query->count($this->con)));
        $this->same('exists()', $count > 0, $this->attempt('exists()', fn (): bool => $this->query->exists($this->con)));
    }

    private function first(): void
    {
        $object = $this->attempt('findOne()', fn (): ?ActiveRecord => $this->query->findOne($this->con));
        $this->compared['findOne()'] = ($this->compared['findOne()'] ?? 0) + 1;
        if ($object === null && $this->expected->rows === []) {
            return;
        }
        foreach ($object === null ? [] : $this->expected->rows as $row) {
            if ($row['keys'] === $this->expected->rows[0]['keys'] && $this->sight->expected($row) == $this->sight->seen($object)) {
                return;
            }
        }
        $this->fail('findOne()', $object === null ? null : $this->sight->seen($object), \array_map($this->sight->expected(...), \array_slice($this->expected->rows, 0, 3)));
    }

    private function pages(Dice $dice): void
    {
        $count = \count($this->expected->rows);
        $per = $dice->number(1, \max(1, $count));
        // At once: reading a row again takes the further columns of another query away.
        $see = $this->sight->seen(...);
        $found = $this->allPages('paginate()', $per, fn (int $page): Pager => $this->query->paginate($page, $per, $this->con), $see);
        if ($dice->maybe(20)) {
            $last = $this->attempt('paginate()', fn (): Pager => $this->query->paginate(99, $per, $this->con));
            $this->same('paginate(): behind the last page', \max(1, (int) \ceil($count / $per)), $last->getPage());
        }
        $this->rows('paginate()', $found, $this->sight->expected(...));
    }

    /**
     * @param \Closure(int): Pager            $read
     * @param (\Closure(ActiveRecord): mixed)|null $see
     *
     * @return list<mixed>
     */
    private function allPages(string $name, int $per, \Closure $read, ?\Closure $see = null): array
    {
        $count = \count($this->expected->rows);
        $pages = \max(1, (int) \ceil($count / $per));
        $found = [];
        for ($page = 1; $page <= $pages; ++$page) {
            $pager = $this->attempt($name, static fn (): Pager => $read($page));
            $read2 = $this->attempt($name, static fn (): array => $pager->getResults()->getData());
            \array_push($found, ...\array_values($see === null ? $read2 : \array_map($see, $read2)));
            $this->same(
                "$name: numbers",
                [$count, $page, $pages, $count === 0 ? 0 : ($page - 1) * $per + 1, \min($page * $per, $count)],
                [$pager->getNbResults(), $pager->getPage(), $pager->getLastPage(), $pager->getFirstIndex(), $pager->getLastIndex()],
            );
        }

        return $found;
    }

    private function iterated(Dice $dice): void
    {
        $many = $this->expected->meaning->readsMany();
        $found = [];
        $chunk = $dice->pick([1, 2, 3, 1000]);
        // At once: another row may read the object again. But where rows are hidden, looking asks for them again, which MySQL
        // cannot answer before the end of the loop.
        $see = $this->expected->meaning->readsHidden() ? static fn (ActiveRecord $object): ActiveRecord => $object : $this->sight->seen(...);
        $read = function () use (&$found, $chunk, $see): bool {
            foreach ($this->query->iterate($this->con, $chunk) as $object) {
                $found[] = $see($object);
            }
            $found = \array_map(fn (mixed $each): mixed => $each instanceof ActiveRecord ? $this->sight->seen($each) : $each, $found);

            return true;
        };
        if ($this->attempt('iterate()', $read, $many ? ['a to-many relation is loaded eagerly'] : []) === null) {
            return;
        }
        if ($many) {
            throw new Difference('iterate()', 'it was not refused, though it reads a to-many relation along');
        }
        $this->rows('iterate()', $found, $this->sight->expected(...));
    }

    /** The text of the query, executed by PDO itself. */
    private function bySql(): void
    {
        $width = \count(Schema::key($this->expected->meaning->table));
        $ids = $this->attempt('toSql() by PDO', fn (): array => \array_map(
            static fn (array $row): ?string => \in_array(null, \array_slice($row, 0, $width), true)
                ? null
                : \implode('/', \array_map(\strval(...), \array_slice($row, 0, $width))),
            $this->execute($this->query->toSql($this->con), $this->query->getParams($this->con)),
        ));
        $ids = \array_values(\array_filter($ids, static fn (?string $id): bool => $id !== null));
        if ($this->expected->meaning->readsMany()) {
            $ids = \array_values(\array_unique($ids));
        }
        $this->rows('toSql() by PDO', $ids, static fn (array $row): string => $row['id']);
    }

    /**
     * @param array<int, mixed> $values
     *
     * @return list<list<mixed>>
     */
    private function execute(string $sql, array $values): array
    {
        $statement = $this->con->getPdo()->prepare($sql);
        foreach (\array_values($values) as $index => $value) {
            $statement->bindValue($index + 1, $value, match (true) {
                \is_int($value) => PDO::PARAM_INT,
                \is_bool($value) => PDO::PARAM_BOOL,
                $value === null => PDO::PARAM_NULL,
                default => PDO::PARAM_STR,
            });
        }
        $statement->execute();

        return $statement->fetchAll(PDO::FETCH_NUM);
    }

    private function update(bool $isCalculated): void
    {
        $this->changing('update()', [], function () use ($isCalculated): void {
            // A name in an expression is that of the class; with an alias it would be the alias.
            $value = $isCalculated ? new SqlExpression('COALESCE(' . $this->expected->meaning->root . '.Mark, ?) + ?', [3, 7]) : 7;
            $count = $this->query->update(['Mark' => $value], $this->con);
            $marked = $this->ids('WHERE mark = 7');
            $this->same('update()', $this->expected->ids(), $marked);
            $this->same('update(): number of rows', \count($marked), $count);
        });
    }

    private function delete(): void
    {
        $meaning = $this->expected->meaning;
        $reasons = $meaning->restricted ? [] : ['there is no condition'];
        $this->changing('delete()', $reasons, function () use ($meaning): void {
            $before = $this->ids();
            $count = $this->query->delete($this->con);
            if (!$meaning->restricted && !$meaning->vague) {
                throw new Difference('delete()', 'it was not refused, though there is no condition');
            }
            $gone = \array_values(\array_diff($before, $this->ids()));
            $this->same('delete()', $this->expected->ids(), $gone);
            $this->same('delete(): number of rows', \count($gone), $count);
        });
    }

    /**
     * @param list<string>     $reasons
     * @param \Closure(): void $work
     */
    private function changing(string $name, array $reasons, \Closure $work): void
    {
        $this->con->beginTransaction();
        try {
            $this->attempt($name, static function () use ($work): bool {
                $work();

                return true;
            }, $reasons);
        } finally {
            $this->con->forceRollBack();
        }
    }

    /** @return list<string> the keys of rows of the table, without the runtime */
    private function ids(string $where = ''): array
    {
        $table = $this->expected->meaning->table;
        $columns = \array_map(static fn (string $column): string => Schema::sqlName($column), Schema::key($table));
        $rows = $this->execute('SELECT ' . \implode(', ', $columns) . " FROM $table $where", []);
        $ids = \array_map(static fn (array $row): string => \implode('/', $row), $rows);
        \sort($ids);

        return $ids;
    }

    /**
     * @param list<string> $names
     */
    private function selected(array $names): void
    {
        $selection = $this->attempt('select()', fn (): Selection => $this->query->select(\count($names) === 1 ? $names[0] : $names));
        $shape = static fn (mixed $row): array => \array_map(Normal::value(...), \count($names) === 1 ? [$names[0] => $row] : $row);
        $expected = static fn (array $row): array => \array_map(Normal::value(...), $row['values']);
        $rows = $this->attempt('select()->find()', fn (): array => $selection->find($this->con)->getData());
        $this->rows('select()->find()', \array_map($shape, $rows), $expected);
        $count = \count($this->expected->rows);
        $this->same('select()->count()', $count, $this->attempt('select()->count()', fn (): int => $selection->count($this->con)));
        $this->same('select()->exists()', $count > 0, $this->attempt('select()->exists()', fn (): bool => $selection->exists($this->con)));
        $this->same('select()->toSql() by PDO', $count, \count($this->attempt(
            'select()->toSql() by PDO',
            fn (): array => $this->execute($selection->toSql($this->con), $selection->getParams($this->con)),
        )));
        $per = 1 + \intdiv($count, 2);
        $found = $this->allPages('select()->paginate()', $per, fn (int $page): Pager => $selection->paginate($page, $per, $this->con));
        $this->rows('select()->paginate()', \array_map($shape, $found), $expected);
    }

    /**
     * @template T
     *
     * @param \Closure(): T $call
     * @param list<string>  $reasons why it may be refused
     *
     * @return T|null null: it was refused
     */
    private function attempt(string $name, \Closure $call, array $reasons = []): mixed
    {
        try {
            return $call();
        } catch (Difference $difference) {
            throw $difference;
        } catch (InvalidQueryException $error) {
            if ($reasons === []) {
                throw new Difference("$name: refused", $error->getMessage(), $error);
            }
            $reason = "$name: " . \implode(' or ', $reasons);
            $this->refusals[$reason] = ($this->refusals[$reason] ?? 0) + 1;

            return null;
        } catch (\Throwable $error) {
            throw new Difference("$name: " . $error::class, $error->getMessage() . "\n" . $error->getTraceAsString(), $error);
        }
    }

    /**
     * @param list<mixed>                        $found
     * @param \Closure(array<string, mixed>): mixed $shown
     */
    private function rows(string $name, array $found, \Closure $shown): void
    {
        $this->compared[$name] = ($this->compared[$name] ?? 0) + 1;
        if (!$this->expected->isShownBy(\array_values($found), $shown)) {
            $this->fail($name, $found, \array_map($shown, $this->expected->rows));
        }
    }

    private function same(string $name, mixed $expected, mixed $actual): void
    {
        $this->compared[$name] = ($this->compared[$name] ?? 0) + 1;
        if ($expected !== $actual) {
            $this->fail($name, $actual, $expected);
        }
    }

    private function fail(string $name, mixed $actual, mixed $expected): never
    {
        $text = static fn (mixed $value): string => \is_array($value) && \array_is_list($value)
            ? '[' . \implode('', \array_map(static fn (mixed $each): string => "\n    " . \json_encode($each), $value)) . "\n  ]"
            : (string) \json_encode($value);
        throw new Difference($name, "expected: {$text($expected)}\n  actual: {$text($actual)}");
    }
}

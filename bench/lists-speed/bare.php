<?php

// What a careful person would write by hand for one table of lists: the same statements as the generated classes, word
// for word, prepared once and used again, in bare PDO. No objects, no hooks, nothing to undo.

declare(strict_types=1);

namespace Bench\Speed;

use PDO;
use PDOException;
use PDOStatement;

final class BareLists
{
    public int $retries = 0;

    private readonly string $vendor;

    /** @var array<string, string> */
    private readonly array $sql;

    /** @var array<string, PDOStatement> */
    private array $prepared = [];

    private readonly string $begin;
    private readonly string $insert;
    private readonly string $delete;

    /** @var class-string<\Orm\Runtime\Map\TableMap> */
    private readonly string $map;

    /**
     * @param class-string<\Orm\Runtime\Map\TableMap> $map whose statements are sent
     */
    public function __construct(private readonly PDO $pdo, string $map = Map\ItemTableMap::class)
    {
        $this->map = $map;
        $this->vendor = (string) $pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
        $condition = $map::LIST['conditions'][0][0];
        $this->sql = \array_map(static fn (array $steps): string => \implode($condition, $steps[0][0]), $map::LIST['statements']);
        $quote = $this->vendor === 'mysql' ? '`' : '"';
        $table = $quote . $map::TABLE_NAME . $quote;
        $columns = \strtr('("title", "list_id", "sortable_rank")', '"', $quote);
        $this->insert = "INSERT INTO $table $columns VALUES (?, ?, ?)"
            . ($this->vendor === 'pgsql' ? ' RETURNING "id"' : '');
        $this->delete = "DELETE FROM $table WHERE {$quote}id{$quote} = ?";
        $this->begin = match ($this->vendor) {
            'pgsql' => 'BEGIN ISOLATION LEVEL READ COMMITTED',
            'mysql' => 'START TRANSACTION;SET @bare_wait = @@SESSION.innodb_lock_wait_timeout, SESSION innodb_lock_wait_timeout = '
                . (\str_contains((string) $pdo->getAttribute(PDO::ATTR_SERVER_VERSION), 'MariaDB') ? '0' : '1'),
            default => 'BEGIN IMMEDIATE',
        };
    }

    public function moveUp(int $id, int $list): void
    {
        $this->inTransaction($list, function () use ($id, $list): void {
            [$rank, $isHere] = $this->row('place', [$list, $id]);
            if ($isHere && $rank > 1) {
                $this->run($this->sql['move'], [$id, $rank - 1, 1, $list, $rank - 1, $rank]);
            }
        });
    }

    public function moveToRank(int $id, int $list, int $to): void
    {
        $this->inTransaction($list, function () use ($id, $list, $to): void {
            [$rank, $isHere, , $max] = $this->row('placeMax', [$list, $list, $id]);
            if ($isHere && $to !== $rank && $to <= $max) {
                $this->run($this->sql['move'], [$id, $to, $to < $rank ? 1 : -1, $list, \min($rank, $to), \max($rank, $to)]);
            }
        });
    }

    public function insertAtTop(int $list, string $title): int
    {
        return $this->inTransaction($list, function () use ($list, $title): int {
            [$max] = $this->row('max', [$list]);
            if ($max >= 1) {
                $this->run($this->sql['open'], [$list, 1]);
            }
            $statement = $this->run($this->insert, [$title, $list, 1]);
            if ($this->vendor !== 'pgsql') {
                return (int) $this->pdo->lastInsertId();
            }
            $id = (int) $statement->fetchColumn();
            $statement->closeCursor();

            return $id;
        });
    }

    public function delete(int $id, int $list): void
    {
        $this->inTransaction($list, function () use ($id, $list): void {
            [$rank, $isHere] = $this->row('place', [$list, $id]);
            $this->run($this->delete, [$id]);
            if ($isHere) {
                $this->run($this->sql['close'], [$list, $rank]);
            }
        });
    }

    /**
     * @template R
     *
     * @param callable(): R $work
     *
     * @return R
     */
    private function inTransaction(int $list, callable $work): mixed
    {
        while (true) {
            $key = null;
            try {
                $this->pdo->exec($this->begin);
                if ($this->vendor === 'pgsql') {
                    $this->row('lock', ['10000ms', '100ms', $list]);
                } elseif ($this->vendor === 'mysql') {
                    [$taken, , $key] = $this->row('lock', ['10', $list]);
                    if ((int) $taken !== 1) {
                        throw new \RuntimeException('The list is locked for ten seconds.');
                    }
                }
                $result = $work();
                $this->pdo->exec('COMMIT');
                $this->release($key);

                return $result;
            } catch (PDOException $error) {
                $this->pdo->exec('ROLLBACK');
                $this->release($key);
                $isConflict = \in_array($error->errorInfo[0] ?? '', ['40001', '40P01', '55P03'], true)
                    || \in_array($error->errorInfo[1] ?? 0, $this->vendor === 'mysql' ? [1205, 1213, 1020] : [5, 6], true);
                if (!$isConflict) {
                    throw $error;
                }
                ++$this->retries;
                \usleep(\random_int(500, 20_000));
            }
        }
    }

    private function release(?string $key): void
    {
        if ($this->vendor === 'mysql') {
            $this->pdo->exec(($key === null ? '' : "DO RELEASE_LOCK('$key');") . 'SET SESSION innodb_lock_wait_timeout = @bare_wait');
        }
    }

    /**
     * @param list<int|string> $values
     *
     * @return list<mixed>
     */
    private function row(string $name, array $values): array
    {
        $statement = $this->run($this->sql[$name], $values);
        $row = $statement->fetch(PDO::FETCH_NUM);
        $statement->closeCursor();

        return $row === false ? [0, 0, 0, 0] : $row;
    }

    /** @param list<int|string> $values */
    private function run(string $sql, array $values): PDOStatement
    {
        $statement = $this->prepared[$sql] ??= $this->pdo->prepare($sql);
        foreach ($values as $index => $value) {
            $statement->bindValue($index + 1, $value, \is_int($value) ? PDO::PARAM_INT : PDO::PARAM_STR);
        }
        $statement->execute();

        return $statement;
    }
}

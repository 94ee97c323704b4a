<?php

// The protocol of sortable lists in bare PDO, with the statements that the generated classes send: what the product is
// measured against, and the proof that the harness accepts what is right. Not a library: no hooks, no objects, one
// integer scope column.

declare(strict_types=1);

namespace Bench\Lists;

use PDO;
use PDOException;
use PDOStatement;

/** A conflict in a transaction that the caller opened. */
final class BareConflict extends \RuntimeException
{
}

class BareLists
{
    public int $retries = 0;

    protected readonly string $vendor;

    /** @var array<string, PDOStatement> */
    private array $statements = [];

    /** @var list<string> keys of MySQL's locks, which outlive the transaction */
    private array $keys = [];

    private bool $callers = false;

    /**
     * @param string $table with the columns id, $scope, $rank and $code; `$code` is what `insertAtTop` fills
     */
    public function __construct(
        protected readonly PDO $pdo,
        protected readonly string $table,
        private readonly string $scope = 'board_id',
        private readonly string $rank = 'sortable_rank',
        private readonly string $code = 'code',
    ) {
        $this->vendor = (string) $pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
    }

    /** Begins a transaction for several operations; a conflict in it is the caller's. */
    public function begin(): void
    {
        $this->sendBegin();
        $this->callers = true;
    }

    public function commit(): void
    {
        $this->callers = false;
        $this->pdo->exec('COMMIT');
        $this->release();
    }

    public function rollBack(): void
    {
        $this->callers = false;
        $this->pdo->exec('ROLLBACK');
        $this->release();
    }

    /** Takes the locks of several lists in one order, after begin() and before anything else. */
    public function lockLists(int ...$lists): void
    {
        \sort($lists);
        $this->inTransaction(function () use ($lists): void {
            foreach (\array_unique($lists) as $list) {
                $this->lock($list);
            }
        });
    }

    /** Returns the rank after the move; null when the row is not in this list. */
    public function moveUp(int $id, int $list): ?int
    {
        return $this->inTransaction(function () use ($id, $list): ?int {
            $this->lock($list);
            [$rank] = $this->place($id, $list, false);

            return $rank === null || $rank === 1 ? $rank : $this->shift($id, $list, $rank, $rank - 1);
        });
    }

    /** Returns the rank after the move; null when the row is not in this list or the rank is out of range. */
    public function moveToRank(int $id, int $list, int $to): ?int
    {
        return $this->inTransaction(function () use ($id, $list, $to): ?int {
            $this->lock($list);
            [$rank, $max] = $this->place($id, $list, true);
            if ($rank === null || $to < 1 || $to > $max) {
                return null;
            }

            return $rank === $to ? $rank : $this->shift($id, $list, $rank, $to);
        });
    }

    public function insertAtTop(int $list, string $code): int
    {
        return $this->inTransaction(function () use ($list, $code): int {
            $this->lock($list);
            $this->run("UPDATE {$this->table} SET {$this->rank} = {$this->rank} + 1 WHERE {$this->scope} = ? AND {$this->rank} >= ?", [$list, 1]);
            $insert = "INSERT INTO {$this->table} ({$this->code}, {$this->scope}, {$this->rank}) VALUES (?, ?, ?)";
            if ($this->vendor === 'pgsql') {
                return (int) $this->run("$insert RETURNING id", [$code, $list, 1])->fetchColumn();
            }
            $this->run($insert, [$code, $list, 1]);

            return (int) $this->pdo->lastInsertId();
        });
    }

    /** Returns whether there was a row to delete. */
    public function delete(int $id, int $list): bool
    {
        return $this->inTransaction(function () use ($id, $list): bool {
            $this->lock($list);
            [$rank] = $this->place($id, $list, false);
            if ($rank === null) {
                return false;
            }
            $this->run("DELETE FROM {$this->table} WHERE id = ?", [$id]);
            $this->run("UPDATE {$this->table} SET {$this->rank} = {$this->rank} - 1 WHERE {$this->scope} = ? AND {$this->rank} > ?", [$list, $rank]);

            return true;
        });
    }

    /** A statement of its own, before any rank is read: in one statement the snapshot would be older than the lock. */
    protected function lock(int $list): void
    {
        if ($this->vendor === 'pgsql') {
            $this->run(
                "SELECT current_setting('lock_timeout'), current_setting('transaction_isolation'), k.k, set_config('lock_timeout', ?, true),"
                    . " pg_advisory_xact_lock(k.k), set_config('lock_timeout', ?, true)"
                    . " FROM (SELECT hash_record_extended(ROW(CAST(? AS INTEGER)), '{$this->table}'::regclass::oid::bigint) AS k) AS k",
                [$this->callers ? '200ms' : '10000ms', '100ms', $list],
            )->fetchAll();
        } elseif ($this->vendor === 'mysql') {
            $statement = $this->run(
                'SELECT GET_LOCK(k.k, ?), k.k FROM (SELECT CONCAT(\'orm_\', SHA2(CONCAT(DATABASE(), \'.\', ?, \',\','
                    . ' HEX(CAST(? AS SIGNED))), 224)) AS k) AS k',
                [$this->callers ? 1 : 10, $this->table, $list],
            );
            [$taken, $key] = $statement->fetch(PDO::FETCH_NUM);
            $statement->closeCursor();
            if ((int) $taken !== 1) {
                throw new BareConflict('the list is locked');
            }
            $this->keys[] = $key;
        }
        // SQLite: BEGIN IMMEDIATE is the lock.
    }

    /**
     * @template R
     *
     * @param callable(): R $work
     *
     * @return R
     */
    private function inTransaction(callable $work): mixed
    {
        if ($this->callers) {
            try {
                return $work();
            } catch (PDOException $error) {
                throw $this->isConflict($error) ? new BareConflict($error->getMessage(), 0, $error) : $error;
            }
        }
        for ($attempt = 1;; ++$attempt) {
            try {
                $this->sendBegin();
                $result = $work();
                $this->pdo->exec('COMMIT');
                $this->release();

                return $result;
            } catch (PDOException | BareConflict $error) {
                $this->pdo->exec('ROLLBACK');
                $this->release();
                if ($attempt > 50 || ($error instanceof PDOException && !$this->isConflict($error))) {
                    throw $error;
                }
                ++$this->retries;
                \usleep(\random_int(500, 20_000));
            }
        }
    }

    private function sendBegin(): void
    {
        $this->pdo->exec(match ($this->vendor) {
            'pgsql' => 'BEGIN ISOLATION LEVEL READ COMMITTED',
            'mysql' => 'START TRANSACTION', // the session is at READ COMMITTED
            default => 'BEGIN IMMEDIATE',
        });
    }

    private function release(): void
    {
        foreach ($this->keys as $key) {
            $this->run('DO RELEASE_LOCK(?)', [$key]);
        }
        $this->keys = [];
    }

    /**
     * @return array{?int, ?int} the rank, null when the row is not in this list, and the highest rank
     */
    private function place(int $id, int $list, bool $withMax): array
    {
        $max = $withMax ? ", (SELECT MAX(m.{$this->rank}) FROM {$this->table} m WHERE m.{$this->scope} = ?)" : '';
        $statement = $this->run(
            "SELECT {$this->rank}, CASE WHEN {$this->scope} = ? THEN 1 ELSE 0 END$max FROM {$this->table} WHERE id = ?",
            $withMax ? [$list, $list, $id] : [$list, $id],
        );
        $row = $statement->fetch(PDO::FETCH_NUM);
        $statement->closeCursor();

        return $row === false || (int) $row[1] === 0 || $row[0] === null
            ? [null, null]
            : [(int) $row[0], $withMax ? (int) $row[2] : null];
    }

    private function shift(int $id, int $list, int $from, int $to): int
    {
        $this->run(
            "UPDATE {$this->table} SET {$this->rank} = CASE WHEN id = ? THEN CAST(? AS {$this->integer()}) ELSE {$this->rank}"
                . " + CAST(? AS {$this->integer()}) END WHERE {$this->scope} = ? AND {$this->rank} BETWEEN ? AND ?",
            [$id, $to, $from < $to ? -1 : 1, $list, \min($from, $to), \max($from, $to)],
        );

        return $to;
    }

    private function integer(): string
    {
        return $this->vendor === 'mysql' ? 'SIGNED' : 'INTEGER';
    }

    /** @param list<int|string> $values */
    private function run(string $sql, array $values): PDOStatement
    {
        $statement = $this->statements[$sql] ??= $this->pdo->prepare($sql);
        foreach ($values as $index => $value) {
            $statement->bindValue($index + 1, $value, \is_int($value) ? PDO::PARAM_INT : PDO::PARAM_STR);
        }
        $statement->execute();

        return $statement;
    }

    private function isConflict(PDOException $error): bool
    {
        return \in_array($error->errorInfo[0] ?? '', ['40001', '40P01', '55P03'], true)
            || ($this->vendor === 'mysql' && \in_array($error->errorInfo[1] ?? 0, [1213, 1205, 1020, 3058], true))
            || ($this->vendor === 'sqlite' && \in_array(($error->errorInfo[1] ?? 0) & 0xFF, [5, 6], true));
    }
}

/** The usual way, without the lock: what the harness has to catch. */
final class UnlockedLists extends BareLists
{
    protected function lock(int $list): void
    {
    }
}

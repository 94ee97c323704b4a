<?php

// The statements of Propel's sortable behavior, sent by hand: what it reads, shifts and writes, in its order and with
// its transactions, for a table with one scope column. It takes no lock; positions come from the object as it was
// loaded and from MAX as it was read. Stands in for Propel 2 where Composer cannot fetch it.

declare(strict_types=1);

namespace Bench\PropelLists;

use PDO;
use PDOStatement;

final class ByHand
{
    public function __construct(private readonly PDO $pdo)
    {
    }

    /** @return array{id: int, list: int, rank: int}|null the object, as a request loads it */
    public function load(int $id): ?array
    {
        $row = $this->send('SELECT id, list_id, sortable_rank FROM item WHERE id = ?', [$id])->fetch(PDO::FETCH_NUM);

        return $row === false ? null : ['id' => (int) $row[0], 'list' => (int) $row[1], 'rank' => (int) $row[2]];
    }

    /** MAX is read when the position is asked for; the shift waits for the save, which is the transaction. */
    public function insertAtRank(int $list, int $rank): bool
    {
        $max = $this->max($list);
        if ($rank < 1 || $rank > $max + 1) {
            return false;
        }
        $this->inTransaction(function () use ($list, $rank, $max): void {
            if ($rank <= $max) {
                $this->shift(1, $rank, null, $list);
            }
            $this->insert($list, $rank);
        });

        return true;
    }

    /** Nothing to shift: the rank behind the highest, as it is read now. */
    public function insertAtBottom(int $list): bool
    {
        $rank = $this->max($list) + 1;
        $this->inTransaction(fn () => $this->insert($list, $rank));

        return true;
    }

    /** @param array{id: int, list: int, rank: int} $item */
    public function moveToRank(array $item, int $rank): bool
    {
        if ($rank < 1 || $rank > $this->max($item['list'])) {
            return false;
        }
        if ($rank !== $item['rank']) {
            $this->inTransaction(function () use ($item, $rank): void {
                $this->shift(
                    $item['rank'] < $rank ? -1 : 1,
                    \min($item['rank'], $rank),
                    \max($item['rank'], $rank),
                    $item['list'],
                );
                $this->write($item['id'], $rank);
            });
        }

        return true;
    }

    /**
     * The neighbour is who has the next rank; then both are saved.
     *
     * @param array{id: int, list: int, rank: int} $item
     */
    public function moveBy(array $item, int $step): bool
    {
        if ($step < 0 ? $item['rank'] === 1 : $item['rank'] === $this->max($item['list'])) {
            return true;
        }
        $this->inTransaction(function () use ($item, $step): void {
            $neighbour = $this->send(
                'SELECT id FROM item WHERE sortable_rank = ? AND list_id = ? LIMIT 1',
                [$item['rank'] + $step, $item['list']],
            )->fetchColumn();
            if ($neighbour !== false) {
                $this->write($item['id'], $item['rank'] + $step);
                $this->write((int) $neighbour, $item['rank']);
            }
        });

        return true;
    }

    /** @param array{id: int, list: int, rank: int} $item */
    public function delete(array $item): bool
    {
        $this->inTransaction(function () use ($item): void {
            $this->shift(-1, $item['rank'] + 1, null, $item['list']);
            $this->send('DELETE FROM item WHERE id = ?', [$item['id']]);
        });

        return true;
    }

    /** @param array{id: int, list: int, rank: int} $item */
    public function changeList(array $item, int $list): bool
    {
        $this->inTransaction(function () use ($item, $list): void {
            $this->shift(-1, $item['rank'] + 1, null, $item['list']);
            $rank = $this->max($list) + 1;
            $this->send('UPDATE item SET list_id = ?, sortable_rank = ? WHERE id = ?', [$list, $rank, $item['id']]);
        });

        return true;
    }

    private function max(int $list): int
    {
        return (int) $this->send('SELECT MAX(sortable_rank) FROM item WHERE list_id = ?', [$list])->fetchColumn();
    }

    private function insert(int $list, int $rank): void
    {
        $this->send('INSERT INTO item (title, list_id, sortable_rank) VALUES (?, ?, ?)', ['new', $list, $rank]);
    }

    private function shift(int $delta, int $first, ?int $last, int $list): void
    {
        $this->send(
            'UPDATE item SET sortable_rank = sortable_rank + ? WHERE sortable_rank >= ?'
                . ($last === null ? '' : ' AND sortable_rank <= ?') . ' AND list_id = ?',
            $last === null ? [$delta, $first, $list] : [$delta, $first, $last, $list],
        );
    }

    private function write(int $id, int $rank): void
    {
        $this->send('UPDATE item SET sortable_rank = ? WHERE id = ?', [$rank, $id]);
    }

    /** @param list<int|string> $values */
    private function send(string $sql, array $values): PDOStatement
    {
        $statement = $this->pdo->prepare($sql);
        foreach ($values as $index => $value) {
            $statement->bindValue($index + 1, $value, \is_int($value) ? PDO::PARAM_INT : PDO::PARAM_STR);
        }
        $statement->execute();

        return $statement;
    }

    /** Nothing is tried again: what the database says reaches the caller. */
    private function inTransaction(callable $work): void
    {
        $this->pdo->beginTransaction();
        try {
            $work();
            $this->pdo->commit();
        } catch (\PDOException $error) {
            $this->pdo->rollBack();
            throw $error;
        }
    }
}

<?php

// What the scripts beside this one share: the project, its connection, and lists of a given length.

declare(strict_types=1);

namespace Bench\Speed;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;
use PDO;

/** @param array{project: string, runtime: string} $settings */
function load(array $settings): ConnectionWrapper
{
    require $settings['runtime'] . '/vendor/autoload.php';
    \spl_autoload_register(static function (string $class) use ($settings): void {
        $file = $settings['project'] . '/generated-classes/' . \strtr($class, '\\', '/') . '.php';
        if (\is_file($file)) {
            require $file;
        }
    });
    require $settings['project'] . '/generated-conf/config.php';

    return quiet(Orm::getConnection('speed'));
}

/** Commits do not wait for the disk: what we add to a statement is to be seen, and not what the disk adds. */
function quiet(ConnectionWrapper $con): ConnectionWrapper
{
    quietPdo($con->getPdo());

    return $con;
}

function quietPdo(PDO $pdo): PDO
{
    match ($pdo->getAttribute(PDO::ATTR_DRIVER_NAME)) {
        'sqlite' => $pdo->exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000'),
        'pgsql' => $pdo->exec('SET synchronous_commit = off'),
        default => null,
    };

    return $pdo;
}

/** A list in a table of its own. */
final class Lists
{
    public const LIST = 7;

    private readonly string $vendor;

    public function __construct(private readonly PDO $pdo, private readonly string $table = 'item')
    {
        $this->vendor = (string) $pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
    }

    /** Makes the table one list of so many rows. */
    public function fill(int $rows): void
    {
        if ($this->vendor === 'sqlite') {
            $this->pdo->exec("DELETE FROM {$this->table}");
        } else {
            $this->pdo->exec("TRUNCATE TABLE {$this->table}");
        }
        $this->append(1, $rows);
        if ($this->vendor === 'pgsql') {
            $this->pdo->exec("ALTER TABLE {$this->table} SET (autovacuum_enabled = false)");
        }
        match ($this->vendor) {
            'pgsql' => $this->pdo->exec("VACUUM ANALYZE {$this->table}"),
            'mysql' => $this->pdo->query("ANALYZE TABLE {$this->table}")->fetchAll(),
            default => $this->pdo->exec("ANALYZE {$this->table}"),
        };
    }

    private function append(int $first, int $last): void
    {
        $list = self::LIST;
        for (; $first <= $last; $first += 5000) {
            $rows = [];
            for ($rank = $first; $rank <= \min($last, $first + 4999); ++$rank) {
                $rows[] = "('row $rank', $list, $rank)";
            }
            $this->pdo->exec("INSERT INTO {$this->table} (title, list_id, sortable_rank) VALUES " . \implode(', ', $rows));
        }
    }

    /** After rows were added or removed: as long as before, and without the dead rows that PostgreSQL would read again. */
    public function restore(int $rows): void
    {
        $list = self::LIST;
        $this->pdo->exec("DELETE FROM {$this->table} WHERE list_id = $list AND sortable_rank > $rows");
        $this->append($this->max() + 1, $rows);
        if ($this->vendor === 'pgsql') {
            $this->pdo->exec("VACUUM {$this->table}");
        }
    }

    public function max(): int
    {
        return (int) $this->pdo->query("SELECT MAX(sortable_rank) FROM {$this->table} WHERE list_id = " . self::LIST)->fetchColumn();
    }

    /**
     * The ids of rows between two parts of the list, by rank. Their ranks are even, so that who remembers them is right
     * after others of them went up by one.
     *
     * @return array<int, int> rank => id
     */
    public function some(int $count, float $from, float $to): array
    {
        $rows = $this->max();
        $ranks = [];
        while (\count($ranks) < \min($count, (int) (($to - $from) * $rows / 2))) {
            $ranks[2 * \mt_rand((int) ($from * $rows / 2) + 1, (int) ($to * $rows / 2))] = true;
        }
        $found = $this->pdo->query(
            "SELECT sortable_rank, id FROM {$this->table} WHERE list_id = " . self::LIST
                . ' AND sortable_rank IN (' . \implode(', ', \array_keys($ranks)) . ')',
        )->fetchAll(PDO::FETCH_KEY_PAIR);

        return \array_map(\intval(...), $found);
    }

    /** @return array<int, int> the last rank => its id */
    public function last(): array
    {
        $rank = $this->max();
        $id = $this->pdo->query("SELECT id FROM {$this->table} WHERE list_id = " . self::LIST . " AND sortable_rank = $rank")->fetchColumn();

        return [$rank => (int) $id];
    }

    public function isRight(): bool
    {
        $row = $this->pdo->query(
            'SELECT COUNT(*), COUNT(DISTINCT sortable_rank), MIN(sortable_rank), MAX(sortable_rank)'
                . " FROM {$this->table} WHERE list_id = " . self::LIST,
        )->fetch(PDO::FETCH_NUM);
        [$rows, $distinct, $first, $last] = \array_map(\intval(...), $row);

        return $rows === $distinct && $first === 1 && $last === $rows;
    }
}

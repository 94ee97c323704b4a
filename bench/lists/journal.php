<?php

// What the processes of a run did, in the order in which it became true.
//
// A row is put into the table `journal` right before each outermost COMMIT, inside the transaction, with the time on the clock
// that all processes of the machine share. Why the order of these times is a serial order: a transaction that changes a list
// holds the list's lock from before its first look at the list until after its COMMIT. Of two transactions that share a list,
// the later one gets the lock after the earlier one has committed, so after the earlier one has looked at the clock; it looks
// itself still later. On a cluster the later one is refused unless its node has the earlier one's work already. Transactions
// that share no list may swap: neither sees the other's work, and replaying them in either order gives the same lists.

declare(strict_types=1);

namespace Bench\Lists;

use Closure;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\InstancePool;
use Orm\Runtime\Connection\WriteListener;
use PDO;
use PDOStatement;
use Psr\Log\LoggerInterface;
use Psr\Log\NullLogger;

/** An operation as it was called, and what came of it: filled in when it has returned. */
final class Entry implements \JsonSerializable
{
    public mixed $result = null;

    /** @param list<mixed> $call */
    public function __construct(public array $call)
    {
    }

    /** @param list<mixed> $call what is only known when it is about to happen */
    public function rename(array $call): void
    {
        $this->call = $call;
    }

    /** @return array<string, mixed> */
    public function jsonSerialize(): array
    {
        return ['call' => $this->call] + ($this->result === null ? [] : ['result' => $this->result]);
    }
}

/** What the transaction that is open has done so far. One per process. */
final class Journal
{
    public static ?self $current = null;

    /** @var list<Entry> */
    public array $pending = [];

    /** The operation that runs in a transaction of its own. */
    public ?Entry $own = null;

    /** The number of the last transaction of this process whose COMMIT has returned, and that had something to tell. */
    public int $committed = 0;

    /** The number of the last one that was about to be committed. */
    private int $number = 0;

    /** @var array<string, int> */
    private array $marks = [];

    /** @var resource|null */
    private $acknowledged;

    /** @var resource|null */
    private $state;

    public function __construct(public readonly int $process, ?string $file = null, ?string $state = null)
    {
        $this->acknowledged = $file === null ? null : \fopen($file, 'a');
        $this->state = $state === null ? null : \fopen($state, 'a');
    }

    private function trace(string $sign): void
    {
        if ($this->state !== null) {
            \fwrite($this->state, $sign);
        }
    }

    public function add(Entry $entry): void
    {
        $this->pending[] = $entry;
    }

    /** It was not done after all. */
    public function drop(?Entry $entry): void
    {
        $this->pending = \array_values(\array_filter($this->pending, static fn (Entry $one): bool => $one !== $entry));
    }

    public function begun(): void
    {
        $this->pending = $this->own === null ? [] : [$this->own];
        $this->marks = [];
        $this->trace('(');
    }

    public function mark(string $savepoint): void
    {
        $this->marks[$savepoint] = \count($this->pending);
    }

    public function backTo(string $savepoint): void
    {
        $this->pending = \array_slice($this->pending, 0, $this->marks[$savepoint]);
    }

    public function committed(): void
    {
        if ($this->pending !== []) {
            $this->committed = $this->number;
        }
        $this->gone();
    }

    public function gone(): void
    {
        $this->pending = [];
        $this->trace(')');
    }

    /**
     * The statement that writes down what the transaction has done, if there is anything. Nothing in it is prepared: behind a
     * pooler that would belong to somebody else the next time.
     *
     * @param Closure(string): string $quote
     */
    public function statement(Closure $quote): ?string
    {
        if ($this->pending === []) {
            return null;
        }
        $entries = $quote(\json_encode($this->pending, \JSON_THROW_ON_ERROR));
        $values = \implode(', ', [\hrtime(true), $this->process, ++$this->number, $entries]);

        return "INSERT INTO journal (at, process, number, entries) VALUES ($values)";
    }

    /** Tells, for good and with the time, that a COMMIT has returned. What was killed before that may be done or not. */
    public function acknowledge(int $number, Entry ...$entries): void
    {
        if ($this->acknowledged !== null) {
            $results = \array_map(static fn (Entry $entry): mixed => $entry->result, $entries);
            \fwrite($this->acknowledged, \json_encode([$number, $results, \microtime(true)]) . "\n");
        }
    }
}

/** Hands everything to the connection it stands for, and follows its transactions. */
final class JournalPdo extends PDO
{
    /**
     * PDO's own constructor would open a second connection.
     *
     * @param bool $writes whether to write the journal before each COMMIT
     */
    public function __construct(private readonly PDO $pdo, private readonly bool $writes = true)
    {
    }

    public function exec(string $statement): int|false
    {
        $journal = Journal::$current;
        // Several statements may come in one text: SET …; START TRANSACTION; SET …
        $word = '/(?:^|;\s*)(BEGIN|START TRANSACTION|COMMIT|ROLLBACK|SAVEPOINT)\b/';
        if ($journal === null || \preg_match($word, $statement, $match) !== 1) {
            return $this->pdo->exec($statement);
        }
        [, $match[0]] = $match;
        if ($match[0] === 'COMMIT' && $this->writes) {
            $insert = $journal->statement($this->pdo->quote(...));
            if ($insert !== null) {
                $this->pdo->exec($insert);
            }
        }
        $result = $this->pdo->exec($statement);
        $name = \preg_match('/SAVEPOINT\s+(\S+)$/', $statement, $found) === 1 ? $found[1] : null;
        match (true) {
            $match[0] === 'SAVEPOINT' => $journal->mark((string) $name),
            $match[0] === 'ROLLBACK' && $name !== null => $journal->backTo($name),
            $match[0] === 'ROLLBACK' => $journal->gone(),
            $match[0] === 'COMMIT' => $journal->committed(),
            default => $journal->begun(),
        };

        return $result;
    }

    /**
     * What drivers add to PDO.
     *
     * @param list<mixed> $arguments
     */
    public function __call(string $name, array $arguments): mixed
    {
        return $this->pdo->$name(...$arguments);
    }

    public function beginTransaction(): bool
    {
        return $this->exec('BEGIN') !== false;
    }

    public function commit(): bool
    {
        return $this->exec('COMMIT') !== false;
    }

    public function rollBack(): bool
    {
        return $this->exec('ROLLBACK') !== false;
    }

    public function inTransaction(): bool
    {
        return $this->pdo->inTransaction();
    }

    /** @param array<int, mixed> $options */
    public function prepare(string $query, array $options = []): PDOStatement|false
    {
        return $this->pdo->prepare($query, $options);
    }

    public function query(string $query, ?int $fetchMode = null, mixed ...$fetchModeArgs): PDOStatement|false
    {
        return $this->pdo->query($query, $fetchMode, ...$fetchModeArgs);
    }

    public function lastInsertId(?string $name = null): string|false
    {
        return $this->pdo->lastInsertId($name);
    }

    public function quote(string $string, int $type = PDO::PARAM_STR): string|false
    {
        return $this->pdo->quote($string, $type);
    }

    public function getAttribute(int $attribute): mixed
    {
        return $this->pdo->getAttribute($attribute);
    }

    public function setAttribute(int $attribute, mixed $value): bool
    {
        return $this->pdo->setAttribute($attribute, $value);
    }

    public function errorCode(): ?string
    {
        return $this->pdo->errorCode();
    }

    /** @return array<int, mixed> */
    public function errorInfo(): array
    {
        return $this->pdo->errorInfo();
    }
}

/** The connection of the runs, set by `classname`: the product's own, which writes the journal before each COMMIT. */
final class JournalConnection extends ConnectionWrapper
{
    public function __construct(
        string $name,
        AdapterInterface $adapter,
        Closure $open,
        LoggerInterface $logger = new NullLogger(),
        ?InstancePool $pool = new InstancePool(),
        ?WriteListener $writeListener = null,
        bool $statementCache = true,
    ) {
        $journalled = static fn (): PDO => new JournalPdo($open(), false);
        parent::__construct($name, $adapter, $journalled, $logger, $pool, $writeListener, $statementCache);
    }

    protected function beforeCommit(): void
    {
        $insert = Journal::$current?->statement($this->quote(...));
        if ($insert !== null) {
            // Not as a write: what follows from a write should follow from those of the lists.
            $this->command($insert);
        }
    }
}

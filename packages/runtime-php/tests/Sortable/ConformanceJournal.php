<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Tests\Support\Project;
use PDO;
use Psr\Log\AbstractLogger;

/**
 * Every statement of a scenario with its values as texts, step by step, a line of JSON each: what another language sends is
 * compared with it. Written to php-ENGINE.jsonl where ORM_JOURNAL names a folder.
 */
final class ConformanceJournal extends AbstractLogger
{
    /** @var list<array{string, list<string|null>}> */
    private array $sent = [];

    /** Whether this run has begun the file. */
    private static bool $isBegun = false;

    private function __construct(private readonly string $path, private readonly string $scenario)
    {
    }

    public static function of(string $scenario): ?self
    {
        $folder = (string) \getenv('ORM_JOURNAL');

        return $folder === '' ? null : new self("$folder/php-" . Project::engine() . '.jsonl', $scenario);
    }

    public function listen(ConnectionWrapper $con): void
    {
        $con->setQueryLog($this);
        $con->getPdo()->setAttribute(PDO::ATTR_STATEMENT_CLASS, [ConformanceStatement::class, [$this]]);
    }

    /**
     * What has no values: statements that have some tell of themselves.
     *
     * @param mixed              $level
     * @param string|\Stringable $message
     * @param array<mixed>       $context
     */
    public function log($level, $message, array $context = []): void
    {
        $this->note(\is_string($context['sql'] ?? null) ? $context['sql'] : '', []);
    }

    /**
     * @param list<string|null> $values
     */
    public function note(string $sql, array $values): void
    {
        $this->sent[] = [$sql, $values];
    }

    public function begin(): void
    {
        $this->sent = [];
    }

    /**
     * @param \Closure(): array<string, list<scalar|null>> $keys of the rows that the scenario knows: the database has made some
     */
    public function end(int $step, \Closure $keys): void
    {
        $entry = ['scenario' => $this->scenario, 'step' => $step, 'sent' => $this->sent, 'keys' => (object) $keys()];
        $line = \json_encode($entry, \JSON_THROW_ON_ERROR);
        \file_put_contents($this->path, "$line\n", self::$isBegun ? \FILE_APPEND : 0);
        self::$isBegun = true;
    }
}

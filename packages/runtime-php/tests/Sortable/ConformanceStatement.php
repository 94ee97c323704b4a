<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use PDO;
use PDOStatement;

/** A statement that tells the journal what it was executed with. */
final class ConformanceStatement extends PDOStatement
{
    /** @var array<int|string, mixed> */
    private array $bound = [];

    protected function __construct(private readonly ConformanceJournal $journal)
    {
    }

    public function bindValue(int|string $param, mixed $value, int $type = PDO::PARAM_STR): bool
    {
        $this->bound[$param] = $value;

        return parent::bindValue($param, $value, $type);
    }

    public function bindParam(
        int|string $param,
        mixed &$var,
        int $type = PDO::PARAM_STR,
        int $maxLength = 0,
        mixed $driverOptions = null,
    ): bool {
        $this->bound[$param] = &$var;

        return parent::bindParam($param, $var, $type);
    }

    /**
     * @param array<mixed>|null $params
     */
    public function execute(?array $params = null): bool
    {
        $bound = $params ?? $this->bound;
        $params === null && \ksort($bound);
        $texts = \array_map(
            static fn (mixed $value): ?string => \is_scalar($value) ? (string) $value : null,
            \array_values($bound),
        );
        $this->journal->note($this->queryString, $texts);

        return parent::execute($params);
    }
}

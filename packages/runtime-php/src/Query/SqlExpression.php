<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

/**
 * A value that the database works out: `update(['Stock' => new SqlExpression('Book.Stock - ?', [1])])`. The SQL is the
 * developer's own; what comes from outside goes into the values.
 */
final class SqlExpression
{
    /**
     * @param list<mixed> $values
     */
    public function __construct(public readonly string $sql, public readonly array $values = [])
    {
    }
}

<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

/** The words of queries: operators, directions, kinds of joins. */
final class Criteria
{
    public const EQUAL = '=';
    public const NOT_EQUAL = '<>';
    public const ALT_NOT_EQUAL = '!=';
    public const GREATER_THAN = '>';
    public const LESS_THAN = '<';
    public const GREATER_EQUAL = '>=';
    public const LESS_EQUAL = '<=';
    public const LIKE = 'LIKE';
    public const NOT_LIKE = 'NOT LIKE';
    public const ILIKE = 'ILIKE';
    public const NOT_ILIKE = 'NOT ILIKE';
    /** From … to: `filterByTitle(['min' => 'A', 'max' => 'M'], Criteria::BETWEEN)`; either may be left out. */
    public const BETWEEN = 'BETWEEN';
    public const IN = 'IN';
    public const NOT_IN = 'NOT IN';
    public const ISNULL = 'IS NULL';
    public const ISNOTNULL = 'IS NOT NULL';

    /** The values of an ARRAY or SET column: all of them, some of them, none of them are there. */
    public const CONTAINS_ALL = 'CONTAINS_ALL';
    public const CONTAINS_SOME = 'CONTAINS_SOME';
    public const CONTAINS_NONE = 'CONTAINS_NONE';

    /** The bits of an integer: some are set, all are set, none is set. */
    public const BINARY_AND = '&';
    public const BINARY_ALL = 'BINARY_ALL';
    public const BINARY_NONE = 'BINARY_NONE';

    public const ASC = 'ASC';
    public const DESC = 'DESC';

    public const INNER_JOIN = 'INNER JOIN';
    public const LEFT_JOIN = 'LEFT JOIN';
    public const RIGHT_JOIN = 'RIGHT JOIN';

    public const LOGICAL_AND = 'AND';
    public const LOGICAL_OR = 'OR';

    /**
     * A text as a part of a pattern, in which it stands for itself:
     * `filterByTitle(Criteria::escapeLike($text) . '%', Criteria::LIKE)`.
     */
    public static function escapeLike(string $text): string
    {
        return \strtr($text, ['\\' => '\\\\', '%' => '\%', '_' => '\_']);
    }

    private function __construct()
    {
    }
}

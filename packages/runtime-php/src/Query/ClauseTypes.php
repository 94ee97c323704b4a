<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

/**
 * Which column, or which kind of value, each placeholder of a clause is compared with. It follows the structure that all
 * SQL has (parentheses, comparisons, BETWEEN, IN, LIKE, calls of functions) and leaves alone what it does not know: such a
 * placeholder has no type.
 *
 * @internal
 */
final class ClauseTypes
{
    private const COMPARISONS = ['=', '<>', '!=', '<', '>', '<=', '>=', '<=>'];

    /** Words that end an operand. */
    private const WORDS = [
        'AND', 'OR', 'XOR', 'NOT', 'IN', 'BETWEEN', 'LIKE', 'ILIKE', 'RLIKE', 'REGEXP', 'SIMILAR', 'ESCAPE', 'IS', 'EXISTS', 'CASE',
        'WHEN', 'THEN', 'ELSE', 'END', 'SELECT', 'FROM', 'WHERE', 'ON', 'JOIN', 'GROUP', 'HAVING', 'ORDER', 'BY', 'LIMIT', 'OFFSET',
        'UNION', 'EXCEPT', 'INTERSECT', 'AS', 'ANY', 'SOME', 'ALL', 'OVER', 'USING', 'SEPARATOR',
    ];

    private const ARITHMETIC = ['+', '-', '*', '/', '%'];

    /** @var list<string> */
    private readonly array $tokens;

    /** @var list<int> the tokens that mean something, by their index in the clause */
    private array $indexes = [];

    /** @var array<int, int> opening parenthesis => closing one, as positions in `$indexes` */
    private array $groups = [];

    /** @var array<int, Operand> by token of the placeholder */
    private array $places = [];

    /** @var array<int, true> tokens of columns and placeholders that are compared as documents */
    private array $documents = [];

    /** @var array<int, true> */
    private array $lists = [];

    /** @var array<int, true> tokens of columns that are compared with a pattern */
    private array $matched = [];

    /**
     * @param list<string>                   $tokens
     * @param array<int, array{Source, int}> $columns by token
     * @param array<string, string>          $aliases SQL by the name that it has in this query
     */
    public function __construct(array $tokens, private readonly array $columns, private readonly array $aliases = [])
    {
        $this->tokens = $tokens;
        $open = [];
        foreach ($tokens as $index => $token) {
            if (\trim($token) === '' || \preg_match('~^(?:--|/\*)~', $token) === 1) {
                continue;
            }
            $at = \count($this->indexes);
            $this->indexes[] = $index;
            if ($token === '(') {
                $open[] = $at;
            } elseif ($token === ')' && $open !== []) {
                $this->groups[(int) \array_pop($open)] = $at;
            }
        }
    }

    /**
     * Finds out. With a target, the clause is a value of that column.
     *
     * @param array{Source, int}|null $target
     *
     * @return array<int, Operand> by token of the placeholder
     */
    public function placeholders(?array $target = null): array
    {
        $whole = $this->read(0, \count($this->indexes));
        if ($target !== null && $whole !== null) {
            $this->compare($whole, new Operand($target), '');
        }

        return $this->places;
    }

    /** Whether a column or a placeholder has to be compared as a document. */
    public function isDocument(int $token): bool
    {
        return isset($this->documents[$token]);
    }

    /** Whether a placeholder stands for a list: `IN ?`. */
    public function isList(int $token): bool
    {
        return isset($this->lists[$token]);
    }

    /** Whether a column is compared with a pattern. */
    public function isMatched(int $token): bool
    {
        return isset($this->matched[$token]);
    }

    /** Reads a range; what it is worth when it is one operand. */
    private function read(int $from, int $to): ?Operand
    {
        $parts = $this->split($from, $to);
        if (\count($parts) === 1) {
            return $this->readPart($from, $to);
        }
        $row = [];
        foreach ($parts as [$start, $end]) {
            $row[] = $this->readPart($start, $end) ?? new Operand();
        }

        return new Operand(row: $row);
    }

    /**
     * The parts between commas.
     *
     * @return non-empty-list<array{int, int}>
     */
    private function split(int $from, int $to): array
    {
        $parts = [];
        $start = $from;
        for ($at = $from; $at < $to; $at = $this->next($at)) {
            if ($this->token($at) === ',') {
                $parts[] = [$start, $at];
                $start = $at + 1;
            }
        }
        $parts[] = [$start, $to];

        return $parts;
    }

    /** Reads a range without commas: operands with comparisons and words between them. */
    private function readPart(int $from, int $to): ?Operand
    {
        $operands = $operators = [];
        $start = $from;
        for ($at = $from; $at < $to; $at = $next) {
            $next = $this->next($at);
            $operator = $this->operator($at);
            if ($operator === null) {
                continue;
            }
            $operands[] = [$start, $at];
            // IS [NOT] DISTINCT FROM
            for ($word = $next; $operator === 'IS' && $word < $to; ++$word) {
                $text = \strtoupper($this->token($word));
                if ($text === 'FROM') {
                    $operator = '=';
                    $next = $word + 1;
                } elseif ($text !== 'NOT' && $text !== 'DISTINCT') {
                    break;
                }
            }
            $operators[] = $operator;
            $start = $next;
        }
        $operands[] = [$start, $to];
        $read = \array_map(fn (array $range): Operand => $this->operand($range[0], $range[1]), $operands);
        if ($operators === []) {
            return $read[0];
        }
        foreach ($operators as $index => $operator) {
            // `x NOT IN (…)`: nothing stands between the two words.
            $left = $read[$index];
            if ($index > 0 && $operators[$index - 1] === 'NOT' && $operands[$index][0] === $operands[$index][1]) {
                $left = $read[$index - 1];
            }
            $this->relate($operator, $left, $read, $index, $operators);
        }

        return null;
    }

    /**
     * @param list<Operand> $read
     * @param list<string>  $operators
     */
    private function relate(string $operator, Operand $left, array $read, int $index, array $operators): void
    {
        $right = $read[$index + 1];
        if (\in_array($operator, self::COMPARISONS, true)) {
            $this->compare($left, $right, $operator);
        } elseif ($operator === 'BETWEEN') {
            $both = ($operators[$index + 1] ?? '') === 'AND' ? $right->and($read[$index + 2]) : $right;
            $this->compare($left, $both, '<=');
        } elseif ($operator === 'IN') {
            $this->compareAll($left, $right);
        } elseif (\in_array($operator, ['LIKE', 'ILIKE'], true)) {
            $this->matched += \array_fill_keys($left->tokens, true);
            if ($right->plain && ($operators[$index + 1] ?? '') !== 'ESCAPE') {
                $this->assign($right->places, new Operand(kind: 'pattern'));
            }
        }
    }

    /** `left IN right` */
    private function compareAll(Operand $left, Operand $right): void
    {
        $each = $right->row === [] ? [$right] : $right->row;
        if ($left->row !== []) {
            foreach ($each as $row) {
                $this->compare($left, $row, '=');
            }

            return;
        }
        if ($right->row === [] && $right->tokens === []) {
            $this->lists += \array_fill_keys($right->places, true);
        }
        $all = $left;
        foreach ($each as $item) {
            $all = $all->and($item);
        }
        $this->compare($all, new Operand(plain: true), '=');
    }

    private function compare(Operand $left, Operand $right, string $operator): void
    {
        if ($left->row !== [] && \count($left->row) === \count($right->row)) {
            foreach ($left->row as $index => $each) {
                $this->compare($each, $right->row[$index], $operator);
            }

            return;
        }
        $both = $left->and($right);
        $this->assign($both->places, $both);
        if ($both->column === null || !$both->plain || !\in_array($operator, ['=', '<>', '!=', '<=>'], true)) {
            return;
        }
        [$source, $position] = $both->column;
        if ($both->places !== [] && ($source->query::KINDS[$position] ?? '') === 'document') {
            $this->documents += \array_fill_keys([...$both->places, ...$both->tokens], true);
        }
    }

    /**
     * @param list<int> $places
     */
    private function assign(array $places, Operand $type): void
    {
        foreach ($places as $place) {
            $this->places[$place] = $type;
        }
    }

    private function operand(int $from, int $to): Operand
    {
        if ($from < $to && \in_array(\strtoupper($this->token($from)), ['DISTINCT', 'ALL'], true)) {
            ++$from;
        }
        if ($to - $from > 2 && \strtoupper($this->token($to - 2)) === 'COLLATE') {
            $to -= 2;
        }
        if ($from >= $to) {
            return new Operand();
        }
        $token = $this->token($from);
        $index = $this->indexes[$from];
        if ($from + 1 === $to) {
            return match (true) {
                isset($this->columns[$index]) => new Operand($this->columns[$index], plain: true, tokens: [$index]),
                $token === '?' => new Operand(places: [$index], plain: true),
                \ctype_digit($token[0]) => new Operand(kind: 'number'),
                default => new Operand(kind: $this->aliasKind($token)),
            };
        }
        if (($this->groups[$from] ?? null) === $to - 1) {
            return $this->read($from + 1, $to - 1) ?? new Operand();
        }
        if (($this->groups[$from + 1] ?? null) === $to - 1 && \preg_match('/^\w+$/D', $token) === 1) {
            return $this->call(\strtoupper($token), $from + 2, $to - 1);
        }

        return $this->expression($from, $to);
    }

    /** A call of a function. */
    private function call(string $name, int $from, int $to): Operand
    {
        if (\in_array($name, SqlFunctions::SAME, true)) {
            $all = new Operand();
            foreach ($this->split($from, $to) as [$start, $end]) {
                $all = $all->and($this->readPart($start, $end) ?? new Operand());
            }

            return $all->computed();
        }
        $this->read($from, $to);
        if ($name === 'CAST') {
            for ($at = $from; $at < $to; $at = $this->next($at)) {
                if (\strtoupper($this->token($at)) === 'AS' && $at + 1 < $to) {
                    return new Operand(kind: SqlFunctions::castKind(\strtoupper($this->token($at + 1))));
                }
            }
        }

        return new Operand(kind: SqlFunctions::kind($name));
    }

    /** Anything else: numbers where something is calculated, text where something is joined. */
    private function expression(int $from, int $to): Operand
    {
        $kind = null;
        $start = $from;
        for ($at = $from; $at < $to; $at = $next) {
            $next = $this->next($at);
            $token = $this->token($at);
            if ($token === '||' || \in_array($token, self::ARITHMETIC, true)) {
                $kind = $kind === 'text' || $token === '||' ? 'text' : 'number';
                $this->operand($start, $at);
                $start = $next;
            } elseif ($token === '(' && $at !== $from) {
                $this->read($at + 1, $next - 1);
            }
        }
        if ($start !== $from) {
            $this->operand($start, $to);
        }

        return new Operand(kind: $kind);
    }

    /** A name without a dot may be that of `withColumn()`. */
    private function aliasKind(string $name): ?string
    {
        $sql = $this->aliases[\trim($name, '"`')] ?? null;
        if ($sql === null) {
            return null;
        }
        $types = new self(SqlClause::tokens($sql), []);

        return $types->read(0, \count($types->indexes))?->kind;
    }

    /** What ends an operand here: a comparison or a word; null when nothing does. */
    private function operator(int $at): ?string
    {
        $token = $this->token($at);
        if (\in_array($token, self::COMPARISONS, true)) {
            return $token;
        }
        $word = \strtoupper($token);

        return \in_array($word, self::WORDS, true) ? $word : null;
    }

    private function token(int $at): string
    {
        return $this->tokens[$this->indexes[$at]];
    }

    /** The position behind a token, or behind a whole group. */
    private function next(int $at): int
    {
        return ($this->groups[$at] ?? $at) + 1;
    }
}

<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value\Matrix;

/**
 * What has to hold of every row of the matrix, whatever was written down: all ways agree with the setter. The exceptions are
 * PHP's, which converts before a setter without strict types sees anything, and SQL's, to which NULL is equal to nothing.
 */
final class Agreement
{
    /** Ways that take a value of any type. */
    private const GENERIC = ['setByName', 'fromArray', 'update'];

    /** Ways whose types PHP checks. */
    private const TYPED = ['set', 'typed filter'];

    /** Rows whose value is beyond the length or range of the column: refused where it would be stored, asked for all the same. */
    private const BEYOND = '/^(TextValues\.(Fixed|Short|Needed) <- \(\d+ characters\)|NumberValues\.(Tiny|Small|Normal) <- "?-?\d{3,}(-1)?"?'
        . '|ByteValues\.(Fixed|Short) <- .*)$/';

    private const SQL = ['where', 'where turned', 'where IN', 'where BETWEEN', 'where COALESCE', 'having'];

    /**
     * @param array<string, string> $outcomes by way
     *
     * @return list<string> what does not hold
     */
    public static function problems(string $row, array $outcomes): array
    {
        $problems = [];
        $report = static function (string $way, string $expected) use (&$problems, $row, $outcomes): void {
            $problems[] = "$row: $way {$outcomes[$way]}, and not \"$expected\"";
        };
        $expected = $outcomes['setByName'];
        foreach (self::GENERIC as $way) {
            if ($outcomes[$way] !== $expected) {
                $report($way, $expected);
            }
        }
        $isNull = \str_ends_with($row, '<- (null)');
        $isEmpty = \str_ends_with($row, '<- ""');
        $refused = $expected === 'throws InvalidValueException';
        if ($outcomes['set'] !== $expected && !self::isOfTypes($outcomes['set'])) {
            $report('set', $expected);
        }
        if ($outcomes['weak set'] !== $expected && !self::isConvertedByPhp($row, $outcomes['weak set'], $refused || $isEmpty)) {
            $report('weak set', $expected);
        }
        $isBeyond = $refused && \preg_match(self::BEYOND, $row) === 1;
        foreach (['expression', 'findOneOrCreate'] as $way) {
            if ($outcomes[$way] === $expected || $isNull) {
                continue;
            }
            if ($isBeyond && ($way === 'expression' || $outcomes[$way] === 'throws QueryException')) {
                continue; // what becomes of SQL of one's own, and of the question before it, is up to the database
            }
            // What a setter takes for null, is nothing to compare with.
            if (!($isEmpty && $expected === 'stores null' && $outcomes[$way] === 'throws InvalidValueException')) {
                $report($way, $expected);
            }
        }
        foreach (\array_diff_key($outcomes, \array_flip([...Ways::WRITES, 'set again'])) as $way => $outcome) {
            $found = match (true) {
                $isEmpty && $expected === 'stores null' => 'throws InvalidValueException',
                $isNull && $refused => 'finds nothing',
                $isNull && \in_array($way, self::SQL, true) => 'does not find it',
                $isBeyond => null,
                $refused => 'throws InvalidValueException',
                \str_starts_with($expected, 'stores') => 'finds it',
                default => null, // the database refuses it: whether it refuses the question too, is up to it
            };
            if ($found === null ? \str_contains($outcome, 'find') && $outcome !== 'finds nothing' : $outcome !== $found) {
                if (!self::isTyped($way, $row, $outcome, $outcomes)) {
                    $report($way, $found ?? 'finds nothing');
                }
            }
        }
        if ($outcomes['set again'] === 'is a change' && \preg_match('/<- NAN$|(Single|Floating) <- 0\.3333333333333333$/', $row) !== 1) {
            $report('set again', 'is no change');
        }

        return $problems;
    }

    private static function isOfTypes(string $outcome): bool
    {
        return $outcome === 'throws TypeError';
    }

    /** PHP refuses texts that are no numbers, cuts fractions off, makes infinity of what is too large, and makes "1" of true. */
    private static function isConvertedByPhp(string $row, string $outcome, bool $refused): bool
    {
        return $refused && (self::isOfTypes($outcome) || \preg_match('/<- ("?5\.5"?|1\.5|"-?1e400"|\(true\))$/', $row) === 1);
    }

    /**
     * @param array<string, string> $outcomes
     */
    private static function isTyped(string $way, string $row, string $outcome, array $outcomes): bool
    {
        if (\in_array($way, self::TYPED, true)) {
            return self::isOfTypes($outcome) && self::isOfTypes($outcomes['set']);
        }

        // As the setter from such a caller.
        return $way === 'weak filter' && (
            (self::isOfTypes($outcome) && self::isOfTypes($outcomes['weak set']))
            || (\preg_match('/<- ("?5\.5"?|1\.5|"-?1e400"|\(true\))$/', $row) === 1 && $outcome === 'finds nothing')
        );
    }
}

<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value\Matrix;

/**
 * What the matrix should be: one for all engines, and the rows in which an engine differs from it. `UPDATE_GOLDEN=1` writes
 * both anew: the reference engine the matrix, every other one its differences.
 */
final class Expectation
{
    public const REFERENCE = 'pgsql15';

    private const MATRIX = __DIR__ . '/matrix.txt';
    private const DIFFERENCES = __DIR__ . '/differences.txt';

    /**
     * Row => text, for an engine.
     *
     * @return array<string, string>
     */
    public static function of(string $engine): array
    {
        return \array_replace(self::rows(self::MATRIX), self::differences()[$engine] ?? []);
    }

    /**
     * The rows in which an engine differs.
     *
     * @return array<string, string>
     */
    public static function differencesOf(string $engine): array
    {
        return self::differences()[$engine] ?? [];
    }

    /**
     * @param array<string, string> $lines
     */
    public static function write(string $engine, array $lines): void
    {
        $lock = \fopen(__FILE__, 'r') ?: throw new \LogicException('no lock');
        \flock($lock, \LOCK_EX); // engines are run beside each other
        if ($engine === self::REFERENCE) {
            \file_put_contents(self::MATRIX, self::text($lines));
        } else {
            $all = self::differences();
            $all[$engine] = \array_diff_assoc($lines, self::rows(self::MATRIX));
            \ksort($all);
            $text = '';
            foreach (\array_filter($all) as $name => $rows) {
                $text .= "$name\n" . self::text($rows) . "\n";
            }
            \file_put_contents(self::DIFFERENCES, $text);
        }
        \fclose($lock);
    }

    /** @return array<string, array<string, string>> */
    private static function differences(): array
    {
        $all = [];
        foreach (\explode("\n\n", \trim((string) @\file_get_contents(self::DIFFERENCES))) as $part) {
            [$engine, $rows] = \explode("\n", $part, 2) + [1 => ''];
            $all[$engine] = self::parsed($rows);
        }

        return $all;
    }

    /** @return array<string, string> */
    private static function rows(string $file): array
    {
        return self::parsed((string) @\file_get_contents($file));
    }

    /** @return array<string, string> */
    private static function parsed(string $text): array
    {
        $rows = [];
        foreach (\array_filter(\explode("\n", $text)) as $line) {
            [$key, $row] = \explode("\t", $line, 2) + [1 => ''];
            $rows[$key] = $row;
        }

        return $rows;
    }

    /**
     * @param array<string, string> $lines
     */
    private static function text(array $lines): string
    {
        $text = '';
        foreach ($lines as $key => $line) {
            $text .= "$key\t$line\n";
        }

        return $text;
    }
}

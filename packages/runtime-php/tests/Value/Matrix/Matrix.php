<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value\Matrix;

use BackedEnum;
use DateTimeInterface;
use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\DataException;
use Orm\Runtime\Exception\QueryException;
use Throwable;

/** Runs every value through every way, and says what came out. */
final class Matrix
{
    /** Outcome of each way by `column value`. @var array<string, array<string, string>> */
    public array $outcomes = [];

    public int $cells = 0;

    public function __construct(private readonly ConnectionWrapper $con)
    {
    }

    public function run(): void
    {
        foreach (Columns::all() as $name => [$model, $column, $kind]) {
            foreach (Values::of($kind) as $label => $make) {
                $this->outcomes["$name <- $label"] = $this->row($model, $column, $kind, static fn (): mixed => Values::labelled($make(), $column));
            }
        }
    }

    /**
     * Lines of text: ways with the same outcome stand together.
     *
     * @return array<string, string>
     */
    public function lines(): array
    {
        $lines = [];
        foreach ($this->outcomes as $key => $outcomes) {
            $groups = [];
            foreach ($outcomes as $way => $outcome) {
                $groups[$outcome][] = $way;
            }
            $parts = [];
            foreach ($groups as $outcome => $ways) {
                $parts[] = self::together($ways, \array_keys($outcomes)) . ": $outcome";
            }
            $lines[$key] = \implode(' | ', $parts);
        }

        return $lines;
    }

    /**
     * @param list<string> $ways
     * @param list<string> $all
     */
    private static function together(array $ways, array $all): string
    {
        if ($ways === $all) {
            return 'all';
        }
        foreach (['writes' => Ways::WRITES, 'finds' => Ways::FINDS] as $name => $group) {
            $group = \array_values(\array_intersect($all, $group));
            if ($ways === $group) {
                return $name;
            }
        }

        return \implode(', ', $ways);
    }

    /**
     * @param class-string<ActiveRecord> $model
     * @param callable(): mixed          $make
     *
     * @return array<string, string> outcome by way
     */
    private function row(string $model, string $column, string $kind, callable $make): array
    {
        $ways = new Ways($this->con, $model, $column, $kind);
        $outcomes = [];
        foreach (Ways::WRITES as $way) {
            $outcomes[$way] = $this->outcome(function () use ($ways, $way, $make): string {
                return 'stores ' . self::shown($ways->read($ways->write($way, $make())));
            });
        }
        $outcomes['set again'] = $this->outcome(static fn (): string => $ways->changes($make) ? 'is a change' : 'is no change');
        $ways->query()->deleteAll();
        $row = $this->stored($ways, $make);
        $value = Values::other($kind, $column);
        $other = $value === null ? null : $ways->write('setByName', $value);
        foreach ($ways->finds() as $way) {
            $outcomes[$way] = $this->outcome(static function () use ($ways, $way, $make, $row, $other): string {
                $found = $ways->find($way, $make());

                return match (true) {
                    $found === [] => $row === null ? 'finds nothing' : 'does not find it',
                    $found === [$row] => 'finds it',
                    $other !== null && \in_array($other, $found, true) => 'finds the other row',
                    default => 'finds ' . \count($found) . ' rows',
                };
            });
        }

        return $outcomes;
    }

    /**
     * The row with the value, by the first way that stores it.
     *
     * @param callable(): mixed $make
     */
    private function stored(Ways $ways, callable $make): ?int
    {
        foreach (['set', 'setByName', 'update'] as $way) {
            try {
                return $ways->write($way, $make());
            } catch (Throwable) {
                $ways->query()->deleteAll();
            }
        }

        return null;
    }

    /**
     * @param callable(): string $work
     */
    private function outcome(callable $work): string
    {
        ++$this->cells;
        try {
            return $work();
        } catch (Throwable $error) {
            // Whether it was the value or the whole statement that a server refused, it says in its own way.
            $class = $error instanceof DataException ? QueryException::class : $error::class;

            return 'throws ' . \substr($class, (int) \strrpos("\\$class", '\\'));
        }
    }

    private static function shown(mixed $value): string
    {
        return match (true) {
            $value === null => 'null',
            \is_resource($value) => self::shown(\stream_get_contents($value)),
            \is_string($value) => '"' . \preg_replace_callback(
                '/[^ -~\x80-\xff]/',
                static fn (array $match): string => '\x' . \bin2hex($match[0]),
                \preg_match('//u', $value) === 1 ? (\mb_strlen($value) > 40 ? \mb_strlen($value) . ' characters' : $value) : 'bytes ' . \bin2hex($value),
            ) . '"',
            \is_float($value) => \var_export($value, true),
            $value instanceof DateTimeInterface => $value->format('Y-m-d H:i:s.u e'),
            $value instanceof BackedEnum => $value->name,
            \is_array($value) => self::array($value),
            \is_object($value) => $value::class . ' ' . \md5(\serialize($value)),
            default => \var_export($value, true),
        };
    }

    /**
     * @param array<mixed> $value
     */
    private static function array(array $value): string
    {
        if (!\array_is_list($value)) {
            \ksort($value); // some databases change the order of keys
        }
        $items = [];
        foreach ($value as $key => $item) {
            $items[] = (\array_is_list($value) ? '' : self::shown($key) . ': ') . self::shown($item);
        }

        return '[' . \implode(', ', $items) . ']';
    }
}

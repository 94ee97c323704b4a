<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Security;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Query\ModelQuery;
use Orm\Runtime\Tests\Support\Project;
use ReflectionMethod;
use ReflectionNamedType;
use ReflectionParameter;
use ReflectionUnionType;

/** Attempts at injection through every generated method that takes a text, found by reflection. */
final class GeneratedEntryTest extends SecurityTestCase
{
    /** What is expected of a parameter of a query, by patterns of `method.parameter`; the first that fits counts. */
    private const QUERY = [
        '/^create\.alias$/' => self::HARMLESS,
        '/^(findPks?|requirePk|filterByPrimaryKeys?)\.keys?$/' => self::BOUND,
        '/^filterBy\w+\.comparison$/' => self::REFUSED,
        '/^filterBy\w+\.objects$/' => self::REFUSED,
        '/^filterBy\w+\./' => self::BOUND,
        '/^orderBy\w+\.order$/' => self::REFUSED,
        '/^(findBy|findOneBy|requireOneBy)\w+\./' => self::BOUND,
        '/^((left|right|inner)J|j)oin\w+\.alias$/' => self::HARMLESS,
        '/^join\w+\.joinType$/' => self::REFUSED,
        '/^(use|with)\w+Query\.alias$/' => self::HARMLESS,
        '/^(use|with)\w+Query\.joinType$/' => self::REFUSED,
        '/^with\w+Query\.conditions$/' => self::DEVELOPERS,
    ];

    private const MODEL = [
        '/^(fromRow|hydrate)\.row$/' => self::DEVELOPERS,
        '/^(add|set|init|remove|populate)\w+\.(objects|combinations)$/' => self::REFUSED,
        '/^setPrimaryKey\.key$/' => self::HARMLESS,
        '/^(set|add|remove|has)\w+\./' => self::HARMLESS,
    ];

    public function testEveryTextOfAGeneratedQueryIsRefusedOrBound(): void
    {
        $number = 0;
        foreach (self::classes(ModelQuery::class) as $class) {
            foreach (self::generatedEntries($class) as $entry) {
                $expected = self::expected($class, $entry, self::QUERY);
                [$name, $parameter] = \explode('.', $entry);
                $method = new ReflectionMethod($class, $name);
                $text = fn (string $text): array => self::arguments($method, $parameter, $text);
                if ($expected === self::DEVELOPERS) {
                    continue;
                }
                ++$number;
                $this->attemptQuietly("$class::$entry", $expected, static function (string $given) use ($class, $method, $text): mixed {
                    $result = $method->isStatic() ? $method->invokeArgs(null, $text($given)) : $method->invokeArgs(new $class(), $text($given));

                    return $result instanceof ModelQuery && \str_starts_with($method->getName(), 'use') ? $result->endUse() : $result;
                });
            }
        }
        $this->assertIntact('a generated query');
        self::assertGreaterThan(1500, $number);
    }

    public function testEveryTextOfAGeneratedModelIsRefusedOrKept(): void
    {
        $number = 0;
        foreach (self::classes(ActiveRecord::class) as $class) {
            foreach (self::generatedEntries($class) as $entry) {
                $expected = self::expected($class, $entry, self::MODEL);
                [$name, $parameter] = \explode('.', $entry);
                $method = new ReflectionMethod($class, $name);
                if ($expected === self::DEVELOPERS) {
                    continue;
                }
                ++$number;
                $this->attemptQuietly("$class::$entry", $expected, static function (string $given) use ($class, $method, $parameter): void {
                    $method->invokeArgs(new $class(), self::arguments($method, $parameter, $given));
                });
            }
        }
        self::assertGreaterThan(150, $number);
    }

    public function testGeneratedTableMapsTakeNoTextOfTheirOwn(): void
    {
        foreach (self::classes(TableMap::class, 'Map/') as $class) {
            self::assertSame([], self::generatedEntries($class));
        }
    }

    /**
     * @param array<string, string> $patterns
     */
    private static function expected(string $class, string $entry, array $patterns): string
    {
        foreach ($patterns as $pattern => $expected) {
            if (\preg_match($pattern, $entry) === 1) {
                return $expected;
            }
        }
        self::fail("$class::$entry takes a text, and nothing says what injection through it must come to");
    }

    /**
     * The arguments of a call with a text for one parameter: what is needed before it, and the text in its shape.
     *
     * @return array<string, mixed>
     */
    private static function arguments(ReflectionMethod $method, string $name, string $text): array
    {
        $arguments = [];
        foreach ($method->getParameters() as $parameter) {
            if ($parameter->getName() === $name) {
                $arguments[$name] = self::shaped($method, $parameter, $text);
            } elseif (!$parameter->isOptional()) {
                $arguments[$parameter->getName()] = (string) $parameter->getType() === 'callable' ? static fn (mixed $query): mixed => $query : null;
            }
        }

        return $arguments;
    }

    private static function shaped(ReflectionMethod $method, ReflectionParameter $parameter, string $text): mixed
    {
        $type = $parameter->getType();
        $types = $type instanceof ReflectionUnionType ? $type->getTypes() : [$type];
        $names = \array_map(static fn (mixed $each): string => $each instanceof ReflectionNamedType ? $each->getName() : 'mixed', $types);
        if (\in_array('string', $names, true) || \in_array('mixed', $names, true)) {
            return $text;
        }
        $class = $method->getDeclaringClass();
        $map = $class->getConstants()['MAP'] ?? $class->getConstants()['TABLE_MAP'] ?? null;
        $count = \is_string($map) && \is_a($map, TableMap::class, true) ? \count($map::KEY_POSITIONS) : 1;
        $key = $count > 1 ? \array_fill(0, $count, $text) : $text;

        return match ($parameter->getName()) {
            'key' => $key,
            'keys' => [$key, $key],
            'combinations' => [[$text, $text]],
            default => [$text],
        };
    }

    /**
     * As attempt(), and looks at the database only at the end of all.
     *
     * @param callable(string): mixed $call
     */
    private function attemptQuietly(string $entry, string $expected, callable $call): void
    {
        $this->tryTexts($entry, $expected, $call, HostileText::some());
    }

    /**
     * @param class-string $class
     *
     * @return list<string>
     */
    private static function generatedEntries(string $class): array
    {
        return \array_values(\array_filter(self::entries($class), static function (string $entry) use ($class): bool {
            $method = new ReflectionMethod($class, \explode('.', $entry)[0]);

            return \preg_match('/^Bookstore\\\\(Base|Map)\\\\/', $method->class) === 1;
        }));
    }

    /**
     * @param class-string $parent
     *
     * @return list<class-string>
     */
    private static function classes(string $parent, string $folder = ''): array
    {
        $classes = [];
        foreach (\glob(Project::folder() . "/generated-classes/Bookstore/$folder*.php") ?: [] as $file) {
            $class = 'Bookstore\\' . \strtr($folder, '/', '\\') . \basename($file, '.php');
            if (\is_subclass_of($class, $parent) && !(new \ReflectionClass($class))->isAbstract()) {
                $classes[] = $class;
            }
        }
        self::assertGreaterThan(40, \count($classes));

        return $classes;
    }
}

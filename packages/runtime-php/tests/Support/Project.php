<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Support;

/**
 * The project that `scripts/php/suite.mjs` has built for this run: generated classes, config.php, and a database of its
 * own with the tables. Unit tests run without one.
 */
final class Project
{
    /** Makes the generated classes loadable and reads config.php, as an application does. */
    public static function load(): void
    {
        if (!self::isBuilt()) {
            return;
        }
        $classes = self::folder() . '/generated-classes/';
        \spl_autoload_register(static function (string $class) use ($classes): void {
            $file = $classes . \strtr($class, '\\', '/') . '.php';
            if (\is_file($file)) {
                require $file;
            }
        });
        require self::folder() . '/generated-conf/config.php';
    }

    public static function isBuilt(): bool
    {
        return \is_string(\getenv('ORM_TEST_PROJECT'));
    }

    public static function folder(): string
    {
        return self::variable('ORM_TEST_PROJECT');
    }

    /** `pgsql15`, `pgsql18`, `mariadb`, `mysql9` or `sqlite`. */
    public static function engine(): string
    {
        return self::variable('ORM_TEST_ENGINE');
    }

    /** `pgsql`, `mysql` or `sqlite`. */
    public static function adapter(): string
    {
        return self::variable('ORM_TEST_ADAPTER');
    }

    /**
     * The connections of the project's configuration by name.
     *
     * @return array<string, array{dsn: string, user: string|null, password: string|null}>
     */
    public static function connections(): array
    {
        $text = \file_get_contents(self::folder() . '/orm.json');
        /** @var array{orm: array{database: array{connections: array<string, array<string, string>>}}} $configuration */
        $configuration = \json_decode((string) $text, true, 512, \JSON_THROW_ON_ERROR);
        return \array_map(static fn (array $connection): array => [
            'dsn' => $connection['dsn'],
            'user' => $connection['user'] ?? null,
            'password' => $connection['password'] ?? null,
        ], $configuration['orm']['database']['connections']);
    }

    private static function variable(string $name): string
    {
        $value = \getenv($name);
        if (!\is_string($value)) {
            throw new \LogicException(
                "$name is not set: tests on an engine are run with \"node scripts/php/suite.mjs --engine <name>\""
            );
        }
        return $value;
    }
}

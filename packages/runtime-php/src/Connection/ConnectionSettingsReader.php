<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Adapter\DsnUrl;
use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\Exception\Excerpt;

/**
 * Reads the array that config.php has for a connection. Whatever is wrong in it is named by its key; values are never
 * repeated, they may be secrets.
 *
 * @internal
 */
final class ConnectionSettingsReader
{
    private const KEYS = [
        'dsn', 'user', 'password', 'classname', 'options', 'attributes', 'settings', 'root', 'environment',
    ];
    private const SETTINGS = [
        'charset', 'queries', 'statementCache', 'instancePool', 'queryLog', 'slowQuery', 'primaryAfterWrite',
    ];

    /** Attributes whose value is a text, also when it looks like a number. */
    private const TEXT = '/^MYSQL_ATTR_(SSL_(CA|CAPATH|CERT|CIPHER|KEY)|INIT_COMMAND|READ_DEFAULT_(FILE|GROUP)'
        . '|LOCAL_INFILE_DIRECTORY|SERVER_PUBLIC_KEY)$|^OCI_ATTR_(ACTION|CLIENT_INFO|CLIENT_IDENTIFIER|MODULE)$/D';

    /** Attributes whose value is the name of a file or folder. */
    private const FILE = '/^MYSQL_ATTR_(SSL_(CA|CAPATH|CERT|KEY)|READ_DEFAULT_FILE|LOCAL_INFILE_DIRECTORY'
        . '|SERVER_PUBLIC_KEY)$/D';

    public function __construct(private readonly string $connection)
    {
    }

    /**
     * @param array<string, mixed> $values
     */
    public function read(#[\SensitiveParameter] array $values): ConnectionSettings
    {
        $this->refuseUnknown($values, self::KEYS, '');
        $settings = $this->map($values, 'settings');
        $this->refuseUnknown($settings, self::SETTINGS, 'settings.');
        $root = $this->text($values, 'root') ?? '';
        $dsn = $this->text($values, 'dsn');
        if ($dsn === null || $dsn === '') {
            throw $this->wrong(
                'dsn',
                'is missing: it says where the database is, as in "pgsql:host=localhost;dbname=shop" or "postgres://user:password@localhost/shop"',
            );
        }

        [$dsn, $user, $password] = $this->login(
            \str_replace('@DB@', $this->connection, $dsn),
            $this->text($values, 'user'),
            $this->text($values, 'password'),
        );

        return new ConnectionSettings(
            name: $this->connection,
            dsn: $this->dsn($dsn, $root),
            user: $user,
            password: $password,
            options: $this->constants($values, 'options', $root),
            attributes: $this->constants($values, 'attributes', $root),
            charset: $this->text($settings, 'charset', 'settings.'),
            queries: $this->queries($settings),
            classname: $this->classname($values),
            statementCache: $this->switch($settings, 'statementCache', true),
            instancePool: $this->switch($settings, 'instancePool', true),
            queryLog: $this->switch($settings, 'queryLog', false),
            slowQuery: $this->seconds($settings, 'slowQuery'),
            primaryAfterWrite: $this->seconds($settings, 'primaryAfterWrite'),
        );
    }

    /**
     * A URL taken apart; any other DSN as it is.
     *
     * @return array{string, ?string, ?string} the DSN of PDO, user, password
     */
    private function login(
        #[\SensitiveParameter]
        string $dsn,
        #[\SensitiveParameter]
        ?string $user,
        #[\SensitiveParameter]
        ?string $password,
    ): array {
        if (!DsnUrl::is($dsn)) {
            return [$dsn, $user, $password];
        }
        try {
            $url = DsnUrl::read($dsn);
        } catch (ConfigurationException $error) {
            throw $this->wrong('dsn', "is a URL that cannot be read: {$error->getMessage()}");
        }
        foreach ([['user', $user, $url->user], ['password', $password, $url->password]] as [$key, $given, $inUrl]) {
            if ($given !== null && $inUrl !== null && $given !== $inUrl) {
                throw $this->wrong($key, "is another one than in the URL of its dsn: remove the key, or take the $key out of the URL");
            }
        }

        return [$url->dsn, $url->user ?? $user, $url->password ?? $password];
    }

    /** Files are relative to the project folder, as they are for the commands, wherever PHP was started. */
    private function dsn(#[\SensitiveParameter] string $dsn, string $root): string
    {
        if (\str_starts_with($dsn, 'sqlite:')) {
            $file = \substr($dsn, 7);
            $isName = $file === '' || $file === ':memory:' || \str_starts_with($file, 'file:');

            return $isName ? $dsn : 'sqlite:' . self::absolute($file, $root);
        }
        if (!\str_starts_with($dsn, 'pgsql:')) {
            return $dsn;
        }

        return \preg_replace_callback(
            '/(?<=[:;\s])(sslrootcert|sslcert|sslkey|sslcrl)(\s*=\s*)(?:\'((?:[^\'\\\\]|\\\\.)+)\'|([^;\s\']+))/',
            static function (array $found) use ($root): string {
                [$all, $name, $equals] = $found;
                $file = $found[4] ?? \stripslashes($found[3] ?? '');
                if ($file === 'system' || self::absolute($file, $root) === $file) {
                    return $all;
                }

                return $name . $equals . "'" . \addcslashes(self::absolute($file, $root), "'\\") . "'";
            },
            $dsn,
        ) ?? $dsn;
    }

    private static function absolute(string $file, string $root): string
    {
        $isAbsolute = $root === '' || $file === '' || \preg_match('~^([/\\\\]|[A-Za-z]:[/\\\\])~', $file) === 1;

        return $isAbsolute ? $file : "$root/$file";
    }

    /**
     * PDO options or attributes by the names of their constants. The names stay: the adapter looks them up once it knows
     * that the driver they belong to is there.
     *
     * @param array<string, mixed> $values
     *
     * @return array<int|string, mixed>
     */
    private function constants(array $values, string $key, string $root): array
    {
        $constants = [];
        foreach ($this->map($values, $key) as $name => $value) {
            if ($value === false && \is_string($name) && \preg_match(self::TEXT, $name) === 1) {
                throw $this->wrong("$key.$name", 'comes from an environment variable that is not set');
            }
            if ($value !== null) {
                $constants[$name] = \is_string($name) && \is_string($value) ? self::typed($name, $value, $root) : $value;
            }
        }

        return $constants;
    }

    /** Environment variables and some formats give texts, and PDO refuses `'1'` for true. */
    private static function typed(string $name, string $value, string $root): bool|int|string
    {
        return match (true) {
            \preg_match(self::FILE, $name) === 1 => self::absolute($value, $root),
            \preg_match(self::TEXT, $name) === 1 => $value,
            \strcasecmp($value, 'true') === 0 => true,
            \strcasecmp($value, 'false') === 0 => false,
            \preg_match('/^-?\d{1,9}$/D', $value) === 1 => (int) $value,
            default => $value,
        };
    }

    /**
     * @param array<int|string, mixed> $settings
     *
     * @return list<string>
     */
    private function queries(array $settings): array
    {
        $queries = [];
        foreach ($this->map($settings, 'queries', 'settings.') as $name => $query) {
            if (!\is_string($query)) {
                throw $this->wrong("settings.queries.$name", 'must be a statement as a text');
            }
            if (\trim($query) !== '') {
                $queries[] = $query;
            }
        }

        return $queries;
    }

    /**
     * @param array<string, mixed> $values
     *
     * @return class-string<ConnectionWrapper>
     */
    private function classname(array $values): string
    {
        $class = $this->text($values, 'classname') ?? ConnectionWrapper::class;
        if (\preg_match('/^\\\\?[A-Za-z_\x80-\xff]/', $class) !== 1 || !\class_exists($class)) {
            throw $this->wrong('classname', \sprintf('names the class %s, which the autoloader does not find', Excerpt::of($class)));
        }
        if (!\is_a($class, ConnectionWrapper::class, true)) {
            throw $this->wrong('classname', \sprintf(
                'names the class %s, which does not extend %s',
                $class,
                ConnectionWrapper::class,
            ));
        }

        return $class;
    }

    /**
     * @param array<int|string, mixed> $values
     */
    private function text(#[\SensitiveParameter] array $values, string $key, string $group = ''): ?string
    {
        $value = $values[$key] ?? null;
        if (\is_int($value) || \is_float($value)) {
            return (string) $value;
        }
        if ($value === false) {
            throw $this->wrong($group . $key, 'comes from an environment variable that is not set');
        }
        if ($value !== null && !\is_string($value)) {
            throw $this->wrong($group . $key, 'must be a text');
        }

        return $value;
    }

    /**
     * @param array<int|string, mixed> $settings
     */
    private function switch(array $settings, string $key, bool $default): bool
    {
        $value = $settings[$key] ?? $default;

        return \is_bool($value) ? $value : throw $this->wrong("settings.$key", 'must be true or false');
    }

    /**
     * @param array<int|string, mixed> $settings
     */
    private function seconds(array $settings, string $key): ?float
    {
        $value = $settings[$key] ?? null;
        if ($value === null) {
            return null;
        }
        if ((!\is_int($value) && !\is_float($value)) || $value < 0) {
            throw $this->wrong("settings.$key", 'must be a number of seconds');
        }

        return (float) $value;
    }

    /**
     * @param array<int|string, mixed> $values
     *
     * @return array<int|string, mixed>
     */
    private function map(#[\SensitiveParameter] array $values, string $key, string $group = ''): array
    {
        $value = $values[$key] ?? [];

        return \is_array($value) ? $value : throw $this->wrong($group . $key, 'must be an array');
    }

    /**
     * @param array<int|string, mixed> $values
     * @param list<string>             $known
     */
    private function refuseUnknown(#[\SensitiveParameter] array $values, array $known, string $group): void
    {
        foreach (\array_keys($values) as $key) {
            if (!\in_array($key, $known, true)) {
                throw $this->wrong($group . $key, 'is unknown; known are ' . \implode(', ', $known));
            }
        }
    }

    private function wrong(string $key, string $what): ConfigurationException
    {
        return new ConfigurationException(\sprintf('In the connection "%s", %s %s.', Excerpt::of($this->connection), Excerpt::of($key), $what));
    }
}

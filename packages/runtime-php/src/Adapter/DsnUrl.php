<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

use Orm\Runtime\Exception\ConfigurationException;

/**
 * A URL such as `postgres://user:password@host/database`, as PDO wants it. The commands of `orm` read URLs in the same way:
 * `conformance/dsn-urls.json` has cases for both.
 *
 * Nothing of the text is in a message: any part may be a password that was not encoded.
 *
 * @internal
 */
final class DsnUrl
{
    public const SCHEMES = [
        'postgres' => 'pgsql', 'postgresql' => 'pgsql', 'pgsql' => 'pgsql', 'mysql' => 'mysql', 'mariadb' => 'mysql', 'sqlite' => 'sqlite',
    ];

    /** What a URL of each driver may have behind its "?". */
    public const PARAMETERS = [
        'pgsql' => [
            'application_name', 'channel_binding', 'charset', 'client_encoding', 'connect_timeout', 'dbname', 'fallback_application_name',
            'gssdelegation', 'gssencmode', 'gsslib', 'host', 'hostaddr', 'keepalives', 'keepalives_count', 'keepalives_idle',
            'keepalives_interval', 'krbsrvname', 'load_balance_hosts', 'options', 'passfile', 'password', 'port', 'require_auth',
            'requirepeer', 'serverVersion', 'service', 'ssl_max_protocol_version', 'ssl_min_protocol_version', 'sslcert', 'sslcertmode',
            'sslcompression', 'sslcrl', 'sslcrldir', 'sslkey', 'sslmode', 'sslnegotiation', 'sslpassword', 'sslrootcert', 'sslsni',
            'target_session_attrs', 'tcp_user_timeout', 'user',
        ],
        'mysql' => ['charset', 'dbname', 'host', 'password', 'port', 'serverVersion', 'socket', 'unix_socket', 'user'],
        'sqlite' => ['serverVersion'],
    ];

    /** Parameters of other libraries that change nothing about a connection. */
    private const IGNORED = ['serverVersion'];

    private const SYNONYMS = ['pgsql' => ['charset' => 'client_encoding'], 'mysql' => ['socket' => 'unix_socket'], 'sqlite' => []];

    private const SCHEME = '~^([a-z][a-z0-9+.-]*)://~i';

    private function __construct(
        public readonly string $dsn,
        public readonly ?string $user,
        public readonly ?string $password,
    ) {
    }

    public static function is(#[\SensitiveParameter] string $dsn): bool
    {
        return self::driver($dsn) !== null;
    }

    /** Whether it says as whom to connect. */
    public static function hasUser(#[\SensitiveParameter] string $dsn): bool
    {
        return self::is($dsn) && \preg_match('~^[^/]*//[^/?]*@|[?&]user=~', $dsn) === 1;
    }

    /** @throws ConfigurationException with what is wrong, as the end of a sentence */
    public static function read(#[\SensitiveParameter] string $url): self
    {
        $driver = self::driver($url) ?? self::refuse('it is not a URL of a database');
        $rest = (string) \preg_replace(self::SCHEME, '', $url);
        if (\str_contains($rest, '#')) {
            self::refuse('it has a "#", which is written %23 in a URL');
        }
        \preg_match('~^([^/?]*)(.*)$~Ds', $rest, $parts);
        [, $authority, $tail] = $parts + ['', '', ''];
        if (\str_contains($tail, '@')) {
            self::refuse('it has an "@" behind its host; in a user or a password "/" is written %2F and "?" %3F, elsewhere "@" is %40');
        }
        [$path, $query] = \explode('?', $tail, 2) + ['', ''];
        $parameters = \array_diff_key(self::query($query, $driver), \array_flip(self::IGNORED));

        return $driver === 'sqlite'
            ? new self(self::sqlite($authority, $path), null, null)
            : self::server($driver, $authority, $path, $parameters);
    }

    /** @return 'pgsql'|'mysql'|'sqlite'|null */
    private static function driver(#[\SensitiveParameter] string $url): ?string
    {
        return \preg_match(self::SCHEME, $url, $match) === 1 ? self::SCHEMES[\strtolower($match[1])] ?? null : null;
    }

    /** As Doctrine and SQLAlchemy: three slashes and a path from the project folder, or four and an absolute one. */
    private static function sqlite(string $authority, string $path): string
    {
        $file = $authority === ':memory:' && $path === '' ? $authority : self::decoded(\substr($path, 1));
        if ($authority !== '' && $file !== ':memory:') {
            self::refuse('a URL of SQLite has three slashes before a path from the project folder, and four before an absolute one');
        }

        return 'sqlite:' . ($file === '' ? self::refuse('it names no file') : $file);
    }

    /**
     * @param 'pgsql'|'mysql'       $driver
     * @param array<string, string> $parameters
     */
    private static function server(
        string $driver,
        #[\SensitiveParameter]
        string $authority,
        string $path,
        #[\SensitiveParameter]
        array $parameters,
    ): self {
        $at = \strrpos($authority, '@');
        $login = \explode(':', $at === false ? '' : \substr($authority, 0, $at), 2);
        [$host, $port] = self::hosts($at === false ? $authority : \substr($authority, $at + 1), $driver);
        $given = ['host' => $host, 'port' => $port, 'dbname' => self::database($path)];
        $isSocket = isset($parameters['unix_socket']);
        if ($isSocket || \preg_match('~^[/@]~', $parameters['host'] ?? '') === 1) {
            $given['host'] = null;
        }
        if ($isSocket) {
            $given['port'] = null;
        }
        foreach (\array_filter($given, \is_string(...)) as $key => $value) {
            if (($parameters[$key] ?? $value) !== $value) {
                self::refuse("it has $key twice");
            }
            $parameters[$key] = $value;
        }
        $name = self::decoded($login[0]);
        $user = self::credential('user', $name === '' ? null : $name, $parameters);
        $password = self::credential('password', isset($login[1]) ? self::decoded($login[1]) : null, $parameters);
        unset($parameters['user'], $parameters['password']);
        self::checkPorts($parameters['port'] ?? null);
        $ordered = [];
        foreach (['host', 'port', 'unix_socket', 'dbname', ...\array_keys($parameters)] as $key) {
            if (isset($parameters[$key])) {
                $ordered[$key] = $parameters[$key];
            }
        }

        return new self(self::written($driver, $ordered), $user, $password);
    }

    private static function checkPorts(?string $port): void
    {
        $ports = $port === null ? [] : \explode(',', $port);
        foreach ($ports as $each) {
            $isPort = \preg_match('/^\d{1,5}$/D', $each) === 1 && (int) $each > 0 && (int) $each < 65536;
            if (!$isPort && ($each !== '' || \count($ports) === 1)) {
                self::refuse('its port is not a number from 1 to 65535; in a user or a password ":" is written %3A');
            }
        }
    }

    /**
     * One host, or several of PostgreSQL, each with its port.
     *
     * @return array{?string, ?string}
     */
    private static function hosts(string $text, string $driver): array
    {
        $hosts = [];
        $ports = [];
        foreach (\explode(',', $text) as $place) {
            if (\preg_match('/^(\[[^\]]*\]|[^:]*)(?::(.*))?$/Ds', $place, $match) !== 1) {
                self::refuse('its host cannot be read');
            }
            $hosts[] = self::decoded((string) \preg_replace('/^\[|\]$/D', '', $match[1]));
            $ports[] = $match[2] ?? '';
        }
        if (\count($hosts) > 1 && $driver !== 'pgsql') {
            self::refuse('it names several hosts');
        }

        return [
            $hosts === [''] ? null : \implode(',', $hosts),
            \array_unique($ports) === [''] ? null : \implode(',', $ports),
        ];
    }

    private static function database(string $path): ?string
    {
        $name = \substr($path, 1);
        if (\str_contains($name, '/')) {
            self::refuse('it has more than the name of a database behind its host; a "/" in a name is written %2F');
        }
        $name = self::decoded($name);

        return $name === '' ? null : $name;
    }

    /**
     * From one of the two places where a URL may have it.
     *
     * @param array<string, string> $parameters
     */
    private static function credential(
        string $name,
        #[\SensitiveParameter]
        ?string $value,
        #[\SensitiveParameter]
        array $parameters,
    ): ?string {
        $other = $parameters[$name] ?? null;

        return $value !== null && $other !== null && $value !== $other ? self::refuse("it has $name twice") : $value ?? $other;
    }

    /** @return array<string, string> */
    private static function query(#[\SensitiveParameter] string $query, string $driver): array
    {
        $parameters = [];
        foreach (\array_filter(\explode('&', $query), static fn (string $pair): bool => $pair !== '') as $pair) {
            [$written, $value] = \explode('=', $pair, 2) + ['', ''];
            $written = self::decoded($written);
            $name = self::SYNONYMS[$driver][$written] ?? $written;
            if ($driver === 'mysql' && \stripos($name, 'ssl') === 0) {
                self::refuse('it asks for encryption, which PDO takes from the options of the connection: set MYSQL_ATTR_SSL_CA there');
            }
            if (!\in_array($name, self::PARAMETERS[$driver] ?? [], true)) {
                // What does not look like a name may be a part of a password.
                self::refuse('it has an unknown parameter' . (\preg_match('/^\w{1,40}$/D', $name) === 1 ? " \"$name\"" : ''));
            }
            if (isset($parameters[$name])) {
                self::refuse("it has $name twice");
            }
            $parameters[$name] = self::decoded($value);
        }

        return $parameters;
    }

    /** @param array<string, string> $parameters */
    private static function written(string $driver, #[\SensitiveParameter] array $parameters): string
    {
        $pairs = [];
        foreach ($parameters as $name => $value) {
            $pairs[] = "$name=" . match (true) {
                $driver === 'mysql' => \str_replace(';', ';;', $value),
                \str_contains($value, ';') => self::refuse('a value in it has a ";", which PDO cannot pass to PostgreSQL'),
                \preg_match('/^[^\s\'\\\\]+$/D', $value) === 1 => $value,
                default => "'" . \addcslashes($value, "'\\") . "'",
            };
        }

        return "$driver:" . \implode(';', $pairs);
    }

    /** A `+` is a plus: only forms of browsers mean a space by it. */
    private static function decoded(#[\SensitiveParameter] string $text): string
    {
        $value = \rawurldecode($text);
        if (\preg_match('/%(?![0-9a-f]{2})/i', $text) === 1 || \preg_match('//u', $value) !== 1) {
            self::refuse('it has a "%" that is not followed by two digits of a byte; a "%" itself is written %25');
        }

        return \preg_match('/[\x00-\x1f\x7f]/', $value) === 1 ? self::refuse('it has a control character in it') : $value;
    }

    private static function refuse(string $problem): never
    {
        throw new ConfigurationException($problem);
    }
}

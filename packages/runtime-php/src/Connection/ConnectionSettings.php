<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Adapter\Dsn;
use SensitiveParameterValue;

/**
 * How to open one connection; made from an array of `config.php` by `ConnectionSettings::fromArray`.
 *
 * What may have a secret in it is kept so that PHP shows nothing of it in a dump, an export, JSON or the trace of an
 * exception, and serializes none of it.
 *
 * @property-read string                   $dsn
 * @property-read string|null              $password
 * @property-read array<int|string, mixed> $options
 * @property-read array<int|string, mixed> $attributes
 * @property-read list<string>             $queries
 */
final class ConnectionSettings
{
    private readonly SensitiveParameterValue $secrets;

    /**
     * @param array<int|string, mixed> $options    PDO options, by constant value or name
     * @param array<int|string, mixed> $attributes PDO attributes, by constant value or name
     * @param list<string>             $queries    run on connecting, in order
     * @param class-string<ConnectionWrapper> $classname
     * @param float|null $slowQuery         seconds from which on a statement is logged as slow; null: none is
     * @param float|null $primaryAfterWrite seconds that reads stay on the primary after a write; null: until the end of
     *                                      the request
     */
    public function __construct(
        public readonly string $name,
        #[\SensitiveParameter]
        string $dsn,
        #[\SensitiveParameter]
        public readonly ?string $user = null,
        #[\SensitiveParameter]
        ?string $password = null,
        #[\SensitiveParameter]
        array $options = [],
        #[\SensitiveParameter]
        array $attributes = [],
        public readonly ?string $charset = null,
        #[\SensitiveParameter]
        array $queries = [],
        public readonly string $classname = ConnectionWrapper::class,
        public readonly bool $statementCache = true,
        public readonly bool $instancePool = true,
        public readonly bool $queryLog = false,
        public readonly ?float $slowQuery = null,
        public readonly ?float $primaryAfterWrite = null,
    ) {
        $this->secrets = new SensitiveParameterValue([
            'dsn' => $dsn,
            'password' => $password,
            'options' => $options,
            'attributes' => $attributes,
            'queries' => $queries,
        ]);
    }

    public function __get(string $name): mixed
    {
        /** @var array<string, mixed> $secrets */
        $secrets = $this->secrets->getValue();

        return $secrets[$name];
    }

    /**
     * From the form of config.php: `dsn`, `user`, `password`, `classname`, `options`, `attributes`, `settings` (with
     * `charset`, `queries`, `statementCache`, `instancePool`, `queryLog`, `slowQuery`, `primaryAfterWrite`), and `root`,
     * the folder that files in it are relative to.
     *
     * @param array<string, mixed> $values
     */
    public static function fromArray(string $name, #[\SensitiveParameter] array $values): self
    {
        return (new ConnectionSettingsReader($name))->read($values);
    }

    /**
     * What a dump may show.
     *
     * @return array<string, mixed>
     */
    public function __debugInfo(): array
    {
        return ['name' => $this->name, 'dsn' => Dsn::withoutPassword($this->dsn), 'user' => $this->user];
    }
}

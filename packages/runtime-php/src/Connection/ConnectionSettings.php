<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Adapter\Dsn;

/** How to open one connection; made from an array of `config.php` by `ConnectionSettings::fromArray`. */
final class ConnectionSettings
{
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
        public readonly string $dsn,
        #[\SensitiveParameter]
        public readonly ?string $user = null,
        #[\SensitiveParameter]
        public readonly ?string $password = null,
        public readonly array $options = [],
        public readonly array $attributes = [],
        public readonly ?string $charset = null,
        public readonly array $queries = [],
        public readonly string $classname = ConnectionWrapper::class,
        public readonly bool $statementCache = true,
        public readonly bool $instancePool = true,
        public readonly bool $queryLog = false,
        public readonly ?float $slowQuery = null,
        public readonly ?float $primaryAfterWrite = null,
    ) {
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

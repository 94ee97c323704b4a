<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Adapter\DsnUrl;
use Orm\Runtime\Exception\ConfigurationException;
use Orm\Runtime\Orm;
use SensitiveParameterValue;

/**
 * What config.php says about one database. It is checked when the connection is first needed: a script that never uses
 * a connection needs neither its driver nor its environment variables.
 *
 * @internal
 */
final class ConnectionConfiguration
{
    private readonly SensitiveParameterValue $values;

    /** @var list<string> environment variables that were not set when config.php read them */
    private readonly array $missing;

    /**
     * @param array<string, mixed> $values
     */
    public function __construct(
        private readonly string $name,
        #[\SensitiveParameter]
        array $values,
    ) {
        $this->values = new SensitiveParameterValue($values);
        $missing = [];
        $variables = $values['environment'] ?? [];
        foreach (\is_array($variables) ? $variables : [] as $variable) {
            if (\is_string($variable) && Orm::env($variable) === false) {
                $missing[] = $variable;
            }
        }
        $this->missing = $missing;
    }

    /**
     * @param array<string, mixed> $defaults what counts where this configuration says nothing
     */
    public function settings(#[\SensitiveParameter] array $defaults = []): ConnectionSettings
    {
        if ($this->missing !== []) {
            throw new ConfigurationException($this->explainMissing($this->missing[0]));
        }

        $values = $this->values();
        if (\is_string($values['dsn'] ?? null) && DsnUrl::hasUser($values['dsn'])) {
            // The user of the primary is not meant for a replica whose URL has its own.
            unset($defaults['user'], $defaults['password']);
        }

        return ConnectionSettings::fromArray($this->name, $values + $defaults);
    }

    /**
     * @return array<string, mixed>
     */
    public function values(): array
    {
        /** @var array<string, mixed> */
        return $this->values->getValue();
    }

    /**
     * What a dump may show: no password.
     *
     * @return array<string, mixed>
     */
    public function __debugInfo(): array
    {
        return ['name' => $this->name];
    }

    private function explainMissing(string $variable): string
    {
        $what = \sprintf('The connection "%s" needs the environment variable %s', $this->name, $variable);
        if (Orm::env($variable) !== false) {
            return "$what, which was not set yet when config.php was loaded: set it (or read your .env file) before.";
        }

        return "$what, which is not set: set it where PHP runs (the shell, the pool of PHP-FPM, the container).";
    }
}

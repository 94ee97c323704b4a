<?php

declare(strict_types=1);

namespace Cinema;

use Cinema\Base\SecretQuery as BaseSecretQuery;
use Orm\Runtime\Connection\ConnectionWrapper;

/** A stub as users write them: hidden rows are not found, and deleting hides. */
class SecretQuery extends BaseSecretQuery
{
    /** @var list<string> */
    public static array $calls = [];

    public bool $hides = true;

    protected function preSelect(ConnectionWrapper $con): void
    {
        $this->filterByHidden(false);
    }

    protected function preUpdate(array &$values, ConnectionWrapper $con): ?int
    {
        if (isset($values['Name']) && \is_string($values['Name'])) {
            $values['Name'] = \strtoupper($values['Name']);
        }

        return ($values['Name'] ?? null) === 'STOP' ? 42 : null;
    }

    protected function postUpdate(int $affectedRows, ConnectionWrapper $con): void
    {
        self::$calls[] = "postUpdate $affectedRows";
    }

    protected function preDelete(ConnectionWrapper $con): ?int
    {
        return $this->hides ? $this->update(['Hidden' => true], $con) : null;
    }

    protected function postDelete(int $affectedRows, ConnectionWrapper $con): void
    {
        self::$calls[] = "postDelete $affectedRows";
    }
}

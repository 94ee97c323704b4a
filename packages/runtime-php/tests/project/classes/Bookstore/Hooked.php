<?php

declare(strict_types=1);

namespace Bookstore;

use Bookstore\Base\Hooked as BaseHooked;
use Orm\Runtime\Connection\ConnectionWrapper;
use RuntimeException;

/** A stub as users write them: every hook tells that it was called, and stops or throws where a test says so. */
class Hooked extends BaseHooked
{
    /** @var list<string> */
    public static array $calls = [];
    public static string $stopsIn = '';
    public static string $throwsIn = '';

    public static function reset(string $stopsIn = '', string $throwsIn = ''): void
    {
        self::$calls = [];
        self::$stopsIn = $stopsIn;
        self::$throwsIn = $throwsIn;
    }

    public function preSave(?ConnectionWrapper $con = null): bool
    {
        return $this->note('preSave', $con);
    }

    public function postSave(?ConnectionWrapper $con = null): void
    {
        $this->note('postSave', $con);
    }

    public function preInsert(?ConnectionWrapper $con = null): bool
    {
        $this->setChanges($this->getChanges() + 1);

        return $this->note('preInsert', $con);
    }

    public function postInsert(?ConnectionWrapper $con = null): void
    {
        $this->note('postInsert', $con);
    }

    public function preUpdate(?ConnectionWrapper $con = null): bool
    {
        $this->setChanges($this->getChanges() + 1);

        return $this->note('preUpdate', $con);
    }

    public function postUpdate(?ConnectionWrapper $con = null): void
    {
        $this->note('postUpdate', $con);
    }

    public function preDelete(?ConnectionWrapper $con = null): bool
    {
        return $this->note('preDelete', $con);
    }

    public function postDelete(?ConnectionWrapper $con = null): void
    {
        $this->note('postDelete', $con);
    }

    private function note(string $hook, ?ConnectionWrapper $con): bool
    {
        self::$calls[] = $hook . ($con?->inTransaction() ? '' : ' outside of a transaction');
        if (self::$throwsIn === $hook) {
            throw new RuntimeException("thrown in $hook");
        }

        return self::$stopsIn !== $hook;
    }
}

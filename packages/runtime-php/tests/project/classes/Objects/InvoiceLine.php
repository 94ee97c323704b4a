<?php

declare(strict_types=1);

namespace Objects;

use Closure;
use Objects\Base\InvoiceLine as BaseInvoiceLine;
use Orm\Runtime\Connection\ConnectionWrapper;

/** A stub whose hooks do what a test gives them to do, and tell that they were called. */
class InvoiceLine extends BaseInvoiceLine
{
    /** @var array<string, Closure(self, ConnectionWrapper|null): mixed> */
    public static array $does = [];

    /** @var list<string> */
    public static array $calls = [];

    public function preSave(?ConnectionWrapper $con = null): bool
    {
        $this->called('preSave', $con);

        return true;
    }

    public function preUpdate(?ConnectionWrapper $con = null): bool
    {
        $this->called('preUpdate', $con);

        return true;
    }

    public function postInsert(?ConnectionWrapper $con = null): void
    {
        $this->called('postInsert', $con);
    }

    public function postUpdate(?ConnectionWrapper $con = null): void
    {
        $this->called('postUpdate', $con);
    }

    public function postSave(?ConnectionWrapper $con = null): void
    {
        $this->called('postSave', $con);
    }

    private function called(string $hook, ?ConnectionWrapper $con): void
    {
        self::$calls[] = $hook;
        (self::$does[$hook] ?? null)?->__invoke($this, $con);
    }
}

<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Security;

/** A class that does something when it is made of bytes: what an attacker looks for. */
final class Gadget
{
    public static int $woken = 0;

    public int $x = 1;

    public function __wakeup(): void
    {
        ++self::$woken;
    }
}

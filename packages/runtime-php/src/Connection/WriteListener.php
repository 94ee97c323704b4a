<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

/** Who has to know that a connection may have written. */
interface WriteListener
{
    public function noteWrite(): void;
}

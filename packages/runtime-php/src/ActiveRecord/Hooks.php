<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Connection\ConnectionWrapper;

/**
 * Methods that a stub class overrides to act before or after a row is written.
 */
trait Hooks
{
    /** Before an insert or an update; false stops it. */
    public function preSave(?ConnectionWrapper $con = null): bool
    {
        return true;
    }

    public function postSave(?ConnectionWrapper $con = null): void
    {
    }

    public function preInsert(?ConnectionWrapper $con = null): bool
    {
        return true;
    }

    public function postInsert(?ConnectionWrapper $con = null): void
    {
    }

    public function preUpdate(?ConnectionWrapper $con = null): bool
    {
        return true;
    }

    public function postUpdate(?ConnectionWrapper $con = null): void
    {
    }

    public function preDelete(?ConnectionWrapper $con = null): bool
    {
        return true;
    }

    public function postDelete(?ConnectionWrapper $con = null): void
    {
    }
}

<?php

declare(strict_types=1);

namespace Conformance;

use Conformance\Base\Watched as BaseWatched;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Sortable\ListChange;
use RuntimeException;

/** What conformance/README.md asks of the class of this table: it notes changes of lists, and stops where a scenario says. */
class Watched extends BaseWatched
{
    /** The hook that refuses. */
    public static ?string $veto = null;

    /** @var list<array{list<scalar|null>, int, int|null}> scope, first and last rank */
    public static array $changes = [];

    public function preSave(?ConnectionWrapper $con = null): bool
    {
        return self::$veto !== 'preSave';
    }

    public function preDelete(?ConnectionWrapper $con = null): bool
    {
        return self::$veto !== 'preDelete';
    }

    public static function postListChange(ListChange $change, ConnectionWrapper $con): void
    {
        self::$changes[] = [$change->scope, $change->firstRank, $change->lastRank];
        if (self::$veto === 'postListChange') {
            throw new RuntimeException('refused by postListChange');
        }
    }
}

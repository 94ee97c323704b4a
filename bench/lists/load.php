<?php

// Performs operations on lists through the generated classes. Each is written into the journal before it is called, and its
// outcome behind it: the ranks that the objects then say.

declare(strict_types=1);

namespace Bench\Lists;

use Closure;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\AlreadyInListException;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\NotInListException;
use Orm\Runtime\Exception\RankOutOfRangeException;
use Orm\Runtime\Exception\RowGoneException;

require_once __DIR__ . '/held.php';
require_once __DIR__ . '/choices.php';

/** An operation that is planned: what the journal says of it, and what to call. */
final class Plan
{
    /**
     * @param list<mixed>                         $call    for the journal, the table first
     * @param Closure(Closure, ?Entry): (list<object>|null) $work gets a function that gives the object of a held one, and what
     *                                                     the journal has of it; returns the objects that were changed,
     *                                                     null when a row is not there
     * @param list<object>                        $objects the held objects that it uses
     */
    public function __construct(public array $call, public Closure $work, public array $objects)
    {
    }
}

final class NothingThere extends \RuntimeException
{
}

final class Load
{
    public readonly Choices $choices;
    public readonly Held $held;

    /**
     * @param array<string, array{scope: list<string>, rank: string, lists: list<list<int|string|null>>}> $tables
     */
    public function __construct(
        private readonly ConnectionWrapper $con,
        private readonly Journal $journal,
        array $tables,
        bool $mayBeLost = false,
    ) {
        $this->held = new Held($tables);
        $this->choices = new Choices($con, $this->held, $journal->process, $mayBeLost);
    }

    /**
     * Performs a planned operation and fills in what came of it. Conflicts are thrown.
     *
     * @param bool $anew read the objects again, in place of using those that are held
     *
     * @return Entry|null null when it was not done
     */
    public function perform(Plan $plan, bool $own, bool $anew): ?Entry
    {
        $entry = $plan->call === [] ? null : new Entry($plan->call);
        if ($entry !== null && $own) {
            $this->journal->own = $entry;
        } elseif ($entry !== null) {
            $this->journal->add($entry);
        }
        $get = static function (object $object) use ($anew): ?object {
            return $anew ? ($object::class . 'Query')::create()->findPk($object->getId()) : $object;
        };
        try {
            $changed = ($plan->work)($get, $entry);
            if ($changed === null) {
                $this->journal->drop($entry);

                return null;
            }
            if ($entry !== null) {
                $entry->result = ['places' => $this->places($plan->call[0], $changed, $others), 'others' => $others];
            }

            return $entry;
        } catch (NothingThere) {
            // No list was there to be locked, so nothing says when it was empty: before or after what others did.
            $entry->result = ['refused' => 'nothing there'];

            return $entry;
        } catch (NotInListException | RankOutOfRangeException | RowGoneException | AlreadyInListException | InvalidQueryException $error) {
            $this->held->forget(...$plan->objects);
            if ($entry === null) {
                return null;
            }
            $name = \substr($error::class, (int) \strrpos($error::class, '\\') + 1, -\strlen('Exception'));
            $entry->result = ['refused' => $name === 'InvalidQuery' ? 'refused' : $name];
            if ($name === 'InvalidQuery' && $entry->call[1] !== 'reorder') {
                throw $error;
            }

            return $entry;
        } finally {
            $this->journal->own = null;
        }
    }

    /**
     * What the objects say: the changed ones, and some others of the connection's pool that say to be in the same list.
     *
     * @param list<object>         $changed
     * @param list<string>|null    $others
     *
     * @return array<string, array{?int, list<int|string|null>}>
     */
    private function places(string $table, array $changed, ?array &$others): array
    {
        $places = [];
        $others = [];
        $scopes = [];
        foreach ($changed as $object) {
            $places[$object->getCode()] = [$object->getRank(), $this->held->scopeOf($table, $object)];
            if ($object->getRank() !== null) {
                $scopes[] = $this->held->scopeOf($table, $object);
            }
        }
        $pool = [];
        foreach ($this->con->getPool()?->table(Held::model($table)::TABLE_MAP)->refs ?? [] as $reference) {
            $pool[] = $reference->get();
        }
        foreach ($this->held->objects[$table] ?? [] as $object) {
            if (
                \count($others) < 3 && \in_array($object, $pool, true) && !$object->isDeleted() && !$object->isModified() && $object->getRank() !== null
                && !isset($places[$object->getCode()]) && \in_array($this->held->scopeOf($table, $object), $scopes, true)
            ) {
                $places[$object->getCode()] = [$object->getRank(), $this->held->scopeOf($table, $object)];
                $others[] = $object->getCode();
            }
        }

        return $places;
    }
}

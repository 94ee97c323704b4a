<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

/** What the oracle says about the beginning and the end of a transaction. */
final class Transactions
{
    public static function begin(World $world, int $con, bool $callable): void
    {
        $world->transacting = $con;
        $world->frames[] = new Frame(clone $world->lists, $world->objects(), $callable);
    }

    public static function commit(World $world): void
    {
        $frame = \array_pop($world->frames);
        $parent = $world->frame();
        if ($frame !== null && $parent !== null) {
            $frame->mergeInto($parent);
        }
    }

    /**
     * The rows are what they were. Objects are too, except that what was set stays set, and is unsaved again.
     */
    public static function rollBack(World $world): void
    {
        $frame = \array_pop($world->frames) ?? throw new \LogicException('no transaction is open');
        $world->lists = $frame->lists;
        foreach ($world->objects() as $live) {
            if ($live->con === $world->transacting) {
                self::restore($world, $frame, $live);
            }
        }
    }

    private static function restore(World $world, Frame $frame, Live $live): void
    {
        $before = $frame->before[$live->id] ?? [
            'isNew' => $live->born,
            'isDeleted' => false,
            'key' => $live->born ? null : $live->key,
            'sure' => false,
            'savedWish' => [],
        ];
        $live->savedWish = $before['savedWish'];
        $note = $frame->note($live);
        if ($note['read']) {
            $world->frame()?->read($live); // What was read in it is not forgotten.
        }
        $live->isNew = $before['isNew'];
        $live->isDeleted = $before['isDeleted'];
        $live->key = $before['key'];
        $live->titleSet = $live->titleSet || $note['title'];
        foreach ($note['scope'] as $index) {
            $live->scopeSet[$index] = true;
        }
        if ($note['calls'] !== []) {
            // The call that was carried out is to be carried out again. Of several, which one is nobody's promise.
            if (\count($note['calls']) === 1 && $live->pending === null && !$note['read']) {
                $live->pending = $note['calls'][0];
            } else {
                $live->tainted = true;
            }
        }
        self::restoreWish($live, $note);
        if ($note['deleted'] && $live->pending !== null) {
            $live->tainted = true;
        }
        if ($live->isNew) {
            $live->rank = null;
            $live->pooled = false;

            return;
        }
        if (!isset($frame->before[$live->id])) {
            // Read in the transaction: it has to be true again as long as the pool knows it.
            $live->sure = $live->pooled;
        } elseif (!$before['sure']) {
            $live->sure = false;
        } elseif (!$note['read']) {
            $live->sure = true;
            $world->use($live);
        }
        $live->take($world->lists);
    }

    /**
     * A scope that was set and saved is set again. Where an insert beside another object had brought this one into a list,
     * that list is right too: the call is to be repeated.
     *
     * @param array{scope: list<int>, moved: list<list<int|string|null>>} $note
     */
    private static function restoreWish(Live $live, array $note): void
    {
        if (!$live->isNew && $note['scope'] === []) {
            return;
        }
        $wish = $live->scope;
        foreach ($live->wish as $index => $value) {
            if ($live->isNew || $live->scopeSet[$index]) {
                $wish[$index] = $value;
            }
        }
        $actual = $live->object === null ? $wish : Reading::scope($live->object, \count($wish));
        $isBrought = $note['moved'] !== [] && $actual === $live->scope;
        $live->scope = $isBrought ? $actual : \array_values($wish);
    }
}

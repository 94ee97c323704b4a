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
        $before = $frame->before[$live->id] ?? ['isNew' => $live->born, 'isDeleted' => false, 'key' => $live->born ? null : $live->key, 'sure' => false];
        $note = $frame->note($live);
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
        if ($live->isNew || $note['scope'] !== []) {
            self::choose($live, [...$note['moved'], $live->wish]);
        }
        if ($note['deleted'] && $live->pending !== null) {
            $live->tainted = true;
        }
        if ($world->isMasked('wishes') && $live->isUnsettled()) {
            $live->tainted = true;
        }
        if ($live->isNew) {
            $live->rank = null;
            $live->pooled = false;

            return;
        }
        if (!isset($frame->before[$live->id])) {
            // Read in the transaction: it has to be true again as long as the pool knows it.
            $live->sure = $live->pooled && !$world->isMasked('read in transaction');
        } elseif (!$before['sure']) {
            $live->sure = false;
        } elseif ($note['read'] && $world->isMasked('read in transaction')) {
            $live->sure = false;
        } elseif (!$note['read']) {
            $live->sure = true;
            $world->use($live);
        }
        $live->take($world->lists);
    }

    /**
     * Something other than its own wish had brought the object into another list: whether it now says that scope or the
     * one that was asked for before, either is the scope of a wish.
     *
     * @param list<list<int|string|null>> $scopes
     */
    private static function choose(Live $live, array $scopes): void
    {
        if ($live->object === null) {
            return;
        }
        $actual = Reading::scope($live->object, \count($live->scope));
        if (\in_array($actual, [...$scopes, $live->scope], true)) {
            $live->scope = $actual;
        }
    }
}

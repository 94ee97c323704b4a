<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

/**
 * An open transaction of the story: what was when it began, and what it did to objects.
 *
 * @phpstan-import-type Pending from Live
 * @phpstan-type Note array{title: bool, scope: list<int>, calls: list<Pending>, read: bool, moved: list<list<int|string|null>>, deleted: bool}
 */
final class Frame
{
    private const NOTHING = ['title' => false, 'scope' => [], 'calls' => [], 'read' => false, 'moved' => [], 'deleted' => false];

    /** @var array<int, array{isNew: bool, isDeleted: bool, key: string|null, sure: bool, savedWish: list<int|string|null>}> by id of the object */
    public array $before = [];

    /** @var array<int, Note> by id of the object */
    private array $notes = [];

    /**
     * @param iterable<Live> $objects
     */
    public function __construct(
        public readonly Lists $lists,
        iterable $objects,
        public readonly bool $callable,
    ) {
        foreach ($objects as $live) {
            $this->before[$live->id] = [
                'isNew' => $live->isNew,
                'isDeleted' => $live->isDeleted,
                'key' => $live->key,
                'sure' => $live->sure,
                'savedWish' => $live->savedWish,
            ];
        }
    }

    /** @return Note */
    public function note(Live $live): array
    {
        return $this->notes[$live->id] ?? self::NOTHING;
    }

    /** Whether the frame did anything to the object. */
    public function knows(Live $live): bool
    {
        return isset($this->notes[$live->id]);
    }

    /** What a save writes is unsaved again after a rollback. */
    public function saved(Live $live): void
    {
        $note = $this->note($live);
        $note['title'] = $note['title'] || $live->titleSet;
        $note['scope'] = \array_values(\array_unique([...$note['scope'], ...\array_keys($live->scopeSet, true, true)]));
        if ($live->pending !== null) {
            $note['calls'][] = $live->pending;
        }
        $this->notes[$live->id] = $note;
    }

    /** The row was read into the object: its rank and scope are not what they were when the frame began. */
    public function read(Live $live): void
    {
        $this->notes[$live->id] = ['read' => true] + $this->note($live);
    }

    /**
     * The object came into another list by something other than its own wish.
     *
     * @param list<int|string|null> $from
     */
    public function moved(Live $live, array $from): void
    {
        $note = $this->note($live);
        $note['moved'][] = $from;
        $this->notes[$live->id] = $note;
    }

    public function deleted(Live $live): void
    {
        $this->notes[$live->id] = ['deleted' => true] + $this->note($live);
    }

    public function mergeInto(self $parent): void
    {
        foreach ($this->notes as $id => $note) {
            $known = $parent->notes[$id] ?? self::NOTHING;
            $parent->notes[$id] = [
                'title' => $known['title'] || $note['title'],
                'scope' => \array_values(\array_unique([...$known['scope'], ...$note['scope']])),
                'calls' => [...$known['calls'], ...$note['calls']],
                'read' => $known['read'] || $note['read'],
                'moved' => [...$known['moved'], ...$note['moved']],
                'deleted' => $known['deleted'] || $note['deleted'],
            ];
        }
    }
}

<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation\Model;

use Orm\Runtime\Tests\Query\Model\Dice;

/** Makes up the next step of a story, from what the oracle says is there. Objects are written `@name`. */
final class Generator
{
    private const STEPS = [
        'new' => 14, 'read' => 4, 'amount' => 6, 'point' => 16, 'add' => 12, 'remove' => 7, 'replace' => 4, 'link' => 12, 'unlink' => 7,
        'relink' => 3, 'save' => 16, 'delete' => 2, 'look' => 6, 'begin' => 4, 'commit' => 3, 'rollback' => 3, 'restart' => 1,
    ];

    /** Of some stories: few objects are linked and taken apart, saved from either end, and read anew. */
    private const LINKS = [
        'new' => 8, 'amount' => 1, 'link' => 16, 'unlink' => 12, 'relink' => 8, 'save' => 30, 'look' => 3, 'restart' => 4,
        'begin' => 1, 'commit' => 1, 'rollback' => 1,
    ];

    /** A story is about some of the tables: objects meet more often. */
    private const CASTS = [
        ['house', 'room', 'guest'],
        ['guest', 'tag'],
        ['guest', 'card', 'passport'],
        ['guest', 'card'],
        ['guest', 'debt', 'tag'],
        ['node'],
        ['debt', 'guest'],
        ['house', 'rack', 'crate'],
        ['tag', 'house', 'guest', 'room'],
        Schema::TABLES,
    ];

    private readonly Dice $dice;

    /** @var array<string, int> */
    private readonly array $steps;

    /** @var list<string> */
    private readonly array $cast;

    public readonly int $length;

    /** So many objects are made: few meet more often. */
    private readonly int $most;

    private int $names = 0;

    public function __construct(int $seed, private readonly World $world)
    {
        $this->dice = new Dice("relations $seed");
        $links = $this->dice->maybe(20);
        $this->steps = $links ? self::LINKS : self::STEPS;
        $this->cast = $this->dice->pick($links ? [['guest', 'tag'], ['guest'], ['tag', 'house']] : self::CASTS);
        $this->length = $this->dice->number(8, 45);
        $this->most = $this->dice->pick($links ? [2, 3, 4] : [4, 6, 8, 15]);
    }

    /** @return list<mixed>|null null when the dice fell on something that cannot be done now */
    public function step(): ?array
    {
        $op = (string) $this->dice->weighted($this->steps);
        $relation = $this->relation();
        $cross = $this->cross();
        $end = $this->dice->number(0, 1);

        return match ($op) {
            'new' => \count($this->world->things) >= $this->most ? null : ['new', $table = $this->dice->pick($this->cast), $table . ++$this->names],
            'read' => $this->read(),
            'amount' => $this->with($op, [$this->one(null)], $this->dice->number(1, 9)),
            'point' => $this->dice->maybe(25)
                ? $this->with($op, [$this->one($this->childOf($relation))], $relation)
                : $this->related($op, $relation, [$this->childOf($relation), $this->parentOf($relation)]),
            'add', 'remove' => $this->related($op, $relation, [$this->parentOf($relation), $this->childOf($relation)]),
            'replace' => $relation === null ? null : $this->several($op, $this->parentOf($relation), $this->childOf($relation), [$relation]),
            'link', 'unlink' => $cross === null ? null : $this->linked($op, $cross, $end),
            'relink' => $cross === null ? null
                : $this->several($op, Schema::CROSSES[$cross]['ends'][$end], Schema::CROSSES[$cross]['ends'][1 - $end], [$cross, $end]),
            'save' => $this->with($op, [$this->one(null)], $this->dice->maybe(70)),
            'delete' => $this->with($op, [$this->one(null)]),
            'look' => $this->with($op, [$this->one(null)]),
            default => [$op],
        };
    }

    public function finish(): bool
    {
        return $this->dice->maybe(50);
    }

    private function relation(): ?string
    {
        $known = \array_filter(
            Schema::RELATIONS,
            fn (array $relation): bool => \in_array($relation['child'], $this->cast, true) && \in_array($relation['parent'], $this->cast, true),
        );

        return $known === [] ? null : $this->dice->pick(\array_keys($known));
    }

    private function cross(): ?string
    {
        $known = \array_filter(Schema::CROSSES, fn (array $cross): bool => \array_diff($cross['ends'], $this->cast) === []);

        return $known === [] ? null : $this->dice->pick(\array_keys($known));
    }

    private function childOf(?string $relation): ?string
    {
        return $relation === null ? null : Schema::RELATIONS[$relation]['child'];
    }

    private function parentOf(?string $relation): ?string
    {
        return $relation === null ? null : Schema::RELATIONS[$relation]['parent'];
    }

    private function one(?string $table): ?string
    {
        $live = $this->world->live($table);

        return $live === [] ? null : '@' . $this->dice->pick($live)->id;
    }

    /**
     * @param list<string|null> $objects
     *
     * @return list<mixed>|null
     */
    private function with(string $op, array $objects, mixed ...$more): ?array
    {
        return \in_array(null, $objects, true) || \in_array(null, $more, true) ? null : [$op, ...$objects, ...\array_values($more)];
    }

    /**
     * @param array{string|null, string|null} $tables
     *
     * @return list<mixed>|null
     */
    private function related(string $op, ?string $relation, array $tables): ?array
    {
        if ($relation === null) {
            return null;
        }
        [$one, $other] = [$this->one($tables[0]), $this->one($tables[1])];
        if ($op === 'remove' && $one !== null && $this->dice->maybe(80)) {
            $there = \array_filter(
                $this->world->live($tables[1]),
                fn (Thing $child): bool => $this->world->isAt($child, $relation, $this->world->things[\substr($one, 1)]->row),
            );
            $other = $there === [] ? null : '@' . $this->dice->pick($there)->id;
        }

        return $one === null || $other === null ? null : [$op, $one, $relation, $other];
    }

    /** @return list<mixed>|null */
    private function linked(string $op, string $cross, int $end): ?array
    {
        $ends = Schema::CROSSES[$cross]['ends'];
        [$one, $other] = [$this->one($ends[$end]), $this->one($ends[1 - $end])];

        return $one === null || $other === null ? null : [$op, $one, $cross, $end, $other];
    }

    /**
     * @param list<mixed> $more
     *
     * @return list<mixed>|null
     */
    private function several(string $op, ?string $one, ?string $others, array $more): ?array
    {
        $from = $this->one($one);
        $to = \array_map(static fn (Thing $thing): string => "@{$thing->id}", $this->dice->some($this->world->live($others)));

        return $from === null ? null : [$op, $from, ...$more, \array_slice($to, 0, $this->dice->number(0, 3))];
    }

    /** @return list<mixed>|null */
    private function read(): ?array
    {
        $table = $this->dice->pick($this->cast);
        $rows = \array_keys($this->world->rows->tables[$table]);
        if ($rows === [] || \count($this->world->things) > 20) {
            return null;
        }
        $row = (string) $this->dice->pick($rows);

        return ['read', $table, $this->world->single ? $row : $row . '#' . ++$this->names];
    }
}

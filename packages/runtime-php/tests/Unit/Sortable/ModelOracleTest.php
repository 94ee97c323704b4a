<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Unit\Sortable;

use Orm\Runtime\Tests\Sortable\Model\Generator;
use Orm\Runtime\Tests\Sortable\Model\Lists;
use Orm\Runtime\Tests\Sortable\Model\ModelCheck;
use Orm\Runtime\Tests\Sortable\Model\Reordering;
use Orm\Runtime\Tests\Sortable\Model\Runner;
use Orm\Runtime\Tests\Sortable\Model\Shape;
use Orm\Runtime\Tests\Sortable\Model\Shrinker;
use Orm\Runtime\Tests\Sortable\Model\World;
use PHPUnit\Framework\TestCase;

/** The model check's own parts: an oracle that is wrong finds nothing. */
final class ModelOracleTest extends TestCase
{
    public function testRowsEnterLeaveAndMove(): void
    {
        $lists = self::lists('abcd');
        $lists->move('a', 3);
        self::assertSame(['b', 'c', 'a', 'd'], $lists->members([1]));
        $lists->move('d', 1);
        self::assertSame(['d', 'b', 'c', 'a'], $lists->members([1]));
        $lists->leave('b');
        self::assertSame(['d', 'c', 'a'], $lists->members([1]));
        self::assertNull($lists->rank('b'));
        self::assertSame([1], $lists->scope('b'));
        $lists->enter('b', [null], 1);
        self::assertSame(['b'], $lists->members([null]));
        $lists->delete('c');
        self::assertSame(['d', 'a'], $lists->members([1]));
        self::assertFalse($lists->has('c'));
        self::assertSame(
            ['a' => [[1], 2, 't'], 'b' => [[null], 1, 't'], 'd' => [[1], 1, 't']],
            $lists->table(),
        );
    }

    public function testSwaps(): void
    {
        $lists = self::lists('abc');
        $lists->insert('x', [2], 't', 1);
        $lists->swap('a', 'c');
        self::assertSame(['c', 'b', 'a'], $lists->members([1]));
        $lists->swap('x', 'b');
        self::assertSame([['c', 'x', 'a'], ['b']], [$lists->members([1]), $lists->members([2])]);
        self::assertSame([[1], [2]], [$lists->scope('x'), $lists->scope('b')]);
    }

    public function testACloneIsASnapshot(): void
    {
        $lists = self::lists('abc');
        $before = clone $lists;
        $lists->move('c', 1);
        $lists->setTitle('a', 'other');
        self::assertSame(['a', 'b', 'c'], $before->members([1]));
        self::assertSame('t', $before->title('a'));
    }

    public function testOrders(): void
    {
        $lists = self::lists('#1', '#2', '#3', '#4');
        $shape = Shape::of('scoped');
        for ($die = 0; $die < 50; ++$die) {
            foreach (['whole', 'part'] as $kind) {
                [$order, $after] = Reordering::order($lists, $shape, [1], $kind, [$die, 7 * $die, 3]);
                self::assertNotNull($after);
                foreach ($order as [$key, $rank]) {
                    self::assertSame($key, $after[$rank - 1]);
                }
                \sort($after);
                self::assertSame(['#1', '#2', '#3', '#4'], $after);
            }
            foreach (['unknown', 'ranks', 'part ranks'] as $kind) {
                self::assertNull(Reordering::order($lists, $shape, [1], $kind, [$die, 7 * $die, 3])[1], $kind);
            }
        }
    }

    public function testStoriesAreLongAndTheSameForTheSameSeed(): void
    {
        $stories = [];
        $length = 0;
        foreach ([1, 1, 2] as $seed) {
            $steps = [];
            for ($more = 0; $more < 200; ++$more) {
                $shape = Shape::all()[$more % 10];
                $runner = new Runner(new World($shape, []));
                $runner->play((new Generator($shape, $seed + $more))(...));
                $steps[] = $runner->played;
                $length += $runner->length;
            }
            $stories[] = $steps;
        }
        self::assertSame($stories[0], $stories[1]);
        self::assertNotSame($stories[0], $stories[2]);
        self::assertGreaterThan(15, $length / 600, 'the mean length');
    }

    public function testEveryStepIsPlayed(): void
    {
        $check = new ModelCheck([]);
        self::assertNull($check->run(1000, 1));
        self::assertSame([], \array_diff(Generator::operations(), \array_keys($check->counts)));
    }

    public function testAFailingStoryIsShortened(): void
    {
        $fails = static fn (array $steps): bool => \count(\array_intersect([3, 17, 18], $steps)) === 3;
        self::assertSame([3, 17, 18], Shrinker::shrink(\range(1, 40), $fails));
        self::assertSame([], Shrinker::shrink(\range(1, 5), static fn (): bool => true));
    }

    private static function lists(string ...$keys): Lists
    {
        $lists = new Lists();
        foreach (\count($keys) === 1 ? \str_split($keys[0]) : $keys as $index => $key) {
            $lists->insert($key, [1], 't', $index + 1);
        }

        return $lists;
    }
}

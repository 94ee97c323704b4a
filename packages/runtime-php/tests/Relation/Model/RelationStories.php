<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation\Model;

use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\InstancePool;
use Orm\Runtime\Orm;
use Orm\Runtime\Tests\Query\Model\Difference;
use Orm\Runtime\Tests\Sortable\Model\Shrinker;
use Orm\Runtime\Tests\Support\Project;
use Psr\Log\NullLogger;

/** Random stories of relations against an oracle. Story n of seed s is story 0 of seed s + n. */
final class RelationStories
{
    /** Of this many stories one is played without the instance pool. */
    private const WITHOUT_POOL = 3;

    /** @var array<string, int> how often each kind of step was played */
    private array $steps = [];

    /** Stories that ended early, because nobody promises how they go on. */
    private int $cutShort = 0;

    /** @var array<int, ConnectionWrapper> */
    private readonly array $connections;

    private readonly ConnectionManagerSingle $manager;

    public function __construct()
    {
        $this->connections = [self::connect(true), self::connect(false)];
        $this->manager = new ConnectionManagerSingle(Schema::DATABASE);
        Orm::getServiceContainer()->setConnectionManager($this->manager);
    }

    /** @return array{kind: string, seed: int, text: string}|null what went wrong, with the shortest story that shows it */
    public function check(int $seed): ?array
    {
        $con = $this->connections[$seed % self::WITHOUT_POOL === 0 ? 1 : 0];
        [$steps, $failure] = $this->tell($seed, $con);

        return $failure === null ? null : ['kind' => $failure->kind, 'seed' => $seed, 'text' => $this->report($steps, $seed, $con, $failure)];
    }

    /** @return array<string, mixed> what was done */
    public function summary(): array
    {
        return ['steps' => $this->steps, 'cutShort' => $this->cutShort];
    }

    /** @return array{list<list<mixed>>, Difference|null} */
    private function tell(int $seed, ConnectionWrapper $con): array
    {
        $player = $this->begin($con);
        $generator = new Generator($seed, $player->world);
        $steps = [];
        for ($tries = 0; \count($steps) < $generator->length && $tries < 400 && !$player->world->isOver; ++$tries) {
            $step = $generator->step();
            if ($step === null) {
                continue;
            }
            $steps[] = $step;
            $played = self::attempt($player, $step);
            if ($played instanceof Difference) {
                return [$steps, $played];
            }
            if ($played) {
                $this->steps[(string) $step[0]] = ($this->steps[(string) $step[0]] ?? 0) + 1;
            } else {
                \array_pop($steps);
            }
        }
        $steps[] = ['finish', $generator->finish()];
        $played = $player->world->isOver ? true : self::attempt($player, $steps[\count($steps) - 1]);
        $this->cutShort += $player->world->isOver ? 1 : 0;

        return [$steps, $played instanceof Difference ? $played : null];
    }

    /**
     * @param list<list<mixed>> $steps
     */
    private function play(array $steps, ConnectionWrapper $con): ?Difference
    {
        $player = $this->begin($con);
        foreach ($steps as $step) {
            $played = $player->world->isOver ? true : self::attempt($player, $step);
            if ($played instanceof Difference) {
                return $played;
            }
        }

        return null;
    }

    /**
     * @param list<mixed> $step
     */
    private static function attempt(Player $player, array $step): bool|Difference
    {
        try {
            return $player->play($step);
        } catch (Difference $difference) {
            return $difference;
        } catch (\Throwable $error) {
            if (\str_contains($error->getMessage(), 'exceeds max tables limit')) {
                return $player->world->isOver = true; // MySQL follows no cascade through so many levels of a tree.
            }

            return new Difference('error in ' . $step[0], $error::class . ': ' . $error->getMessage() . "\n" . $error->getTraceAsString(), $error);
        }
    }

    private function begin(ConnectionWrapper $con): Player
    {
        foreach ($this->connections as $each) {
            if ($each->inTransaction()) {
                $each->forceRollBack();
            }
        }
        Image::clean($con->getPdo());
        $con->getPool()?->clear();
        $this->manager->setConnection($con);

        return new Player($con);
    }

    /**
     * @param list<list<mixed>> $steps
     */
    private function report(array $steps, int $seed, ConnectionWrapper $con, Difference $failure): string
    {
        $attempts = 0;
        $fails = function (array $part) use ($failure, $con, &$attempts): bool {
            /** @var list<list<mixed>> $part */
            return ++$attempts < 1500 && $this->play($part, $con)?->kind === $failure->kind;
        };
        $shortest = Shrinker::shrink($steps, $fails);
        $last = $this->play($shortest, $con) ?? $failure;

        return \sprintf(
            "seed %d on %s, %s, %d steps of %d: %s\n\n%s\n\n  %s\n",
            $seed,
            Project::engine(),
            $con->getPool() === null ? 'without the pool' : 'with the pool',
            \count($shortest),
            \count($steps),
            $last->kind,
            \implode("\n", \array_map(static fn (array $step): string => '  ' . \json_encode($step), $shortest)),
            $last->getMessage(),
        );
    }

    private static function connect(bool $pool): ConnectionWrapper
    {
        $con = ConnectionFactory::create(
            ConnectionSettings::fromArray(Schema::DATABASE, ['settings' => ['instancePool' => $pool]] + \array_filter(Project::connections()[Schema::DATABASE])),
            Orm::getAdapter(Schema::DATABASE),
            new NullLogger(),
            new InstancePool(),
        );
        if (Project::adapter() === 'sqlite') {
            // Nothing has to survive a crash of the machine.
            $con->exec('PRAGMA synchronous = OFF');
            $con->exec('PRAGMA journal_mode = MEMORY');
        }

        return $con;
    }
}

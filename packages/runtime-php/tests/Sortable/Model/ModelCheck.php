<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

use Closure;
use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\InstancePool;
use Orm\Runtime\Orm;
use Orm\Runtime\Tests\Support\Project;
use Psr\Log\NullLogger;

/**
 * Random sequences of list operations against an oracle of plain arrays. Sequence n of seed s is sequence 0 of seed s + n.
 *
 * @phpstan-import-type Step from Runner
 */
final class ModelCheck
{
    /** Steps of stories that are left out because of faults that are known and not fixed yet. */
    public const KNOWN = [];

    public int $sequences = 0;
    public int $steps = 0;

    /** @var array<string, int> how often each step was played */
    public array $counts = [];

    /** @var array<string, int> how often each exception was rightly thrown */
    public array $refusals = [];

    /** Objects whose state nobody promises, and which were therefore not looked at. */
    public int $tainted = 0;
    public int $looked = 0;

    /**
     * @param list<ConnectionWrapper> $connections
     * @param list<string>            $masked
     * @param list<string>            $tables
     */
    public function __construct(
        private readonly array $connections,
        private readonly array $masked = [],
        private readonly array $tables = [],
    ) {
    }

    /** The default connection of the project that was built for this run, and another one. */
    public static function onProject(string ...$tables): self
    {
        return new self(self::connections(), self::KNOWN, \array_values($tables));
    }

    /** @return list<ConnectionWrapper> */
    public static function connections(): array
    {
        $given = Project::connections()[Shape::DATABASE];
        $other = ConnectionFactory::create(
            ConnectionSettings::fromArray(Shape::DATABASE, \array_filter($given)),
            Orm::getAdapter(Shape::DATABASE),
            new NullLogger(),
            new InstancePool(),
        );

        $connections = [Orm::getConnection(Shape::DATABASE), $other];
        foreach (Project::adapter() === 'sqlite' ? $connections : [] as $con) {
            // Nothing has to survive a crash of the machine.
            $con->exec('PRAGMA synchronous = OFF');
            $con->exec('PRAGMA journal_mode = MEMORY');
        }

        return $connections;
    }

    /**
     * @param Closure(int): void|null $progress called with the number of sequences that are done
     *
     * @return string|null what went wrong, with the shortest story that shows it
     */
    public function run(int $sequences, int $seed, ?Closure $progress = null): ?string
    {
        for ($number = 0; $number < $sequences; ++$number) {
            $failure = $this->sequence($seed + $number);
            if ($failure !== null) {
                return $failure;
            }
            if ($progress !== null && $number % 100 === 99) {
                $progress($number + 1);
            }
        }

        return null;
    }

    private function sequence(int $seed): ?string
    {
        $shapes = $this->tables === [] ? Shape::all() : \array_map(Shape::of(...), $this->tables);
        $shape = $shapes[\crc32((string) $seed) % \count($shapes)];
        $runner = new Runner(new World($shape, $this->connections));
        $failure = $this->play($runner, (new Generator($shape, $seed, $this->masked))(...));
        ++$this->sequences;
        $this->steps += $runner->length;
        foreach ($runner->played as $step) {
            $this->counts[$step['op']] = ($this->counts[$step['op']] ?? 0) + 1;
        }
        foreach ($runner->world->refusals as $name => $count) {
            $this->refusals[$name] = ($this->refusals[$name] ?? 0) + $count;
        }
        foreach ($runner->world->objects() as $live) {
            ++$this->looked;
            $this->tainted += $live->tainted ? 1 : 0;
        }

        return $failure === null ? null : $this->report($shape, $seed, $runner->played, $failure);
    }

    /**
     * @param Closure(World): (Step|null) $source
     */
    private function play(Runner $runner, Closure $source): ?Mismatch
    {
        $this->clean($runner->world->shape);
        try {
            $runner->play($source);
        } catch (Mismatch $failure) {
            return $failure;
        } finally {
            foreach ($this->connections as $con) {
                if ($con->inTransaction()) {
                    $con->forceRollBack();
                }
            }
        }

        return null;
    }

    private function clean(Shape $shape): void
    {
        foreach ($this->connections as $index => $con) {
            if ($index === 0) {
                $con->getPdo()->exec('DELETE FROM ' . $con->quoteIdentifier($shape->name));
            }
            $con->getPool()?->clear();
        }
    }

    /**
     * @param list<Step> $steps
     */
    private function report(Shape $shape, int $seed, array $steps, Mismatch $failure): string
    {
        $attempts = 0;
        $fails = function (array $part) use ($shape, $failure, &$attempts): bool {
            /** @var list<Step> $part */
            return ++$attempts < 3000 && $this->replay($shape, $part)?->kind === $failure->kind;
        };
        $shortest = $fails($steps) ? Shrinker::shrink($steps, $fails) : $steps;
        $last = $this->replay($shape, $shortest) ?? $failure;

        return \sprintf(
            "seed %d, table \"%s\", %d steps of %d:\n\n%s\n\nAfter the last step (%s) %s\n\nas data: %s\n",
            $seed,
            $shape->name,
            \count($shortest),
            \count($steps),
            Story::tell($shape, $shortest),
            $last->kind,
            $last->getMessage(),
            \json_encode($shortest),
        );
    }

    /**
     * @param list<Step> $steps
     */
    public function replay(Shape $shape, array $steps): ?Mismatch
    {
        return $this->play(new Runner(new World($shape, $this->connections)), static function () use (&$steps): ?array {
            return \array_shift($steps);
        });
    }
}

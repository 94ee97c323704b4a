<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Query\Model;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;
use Orm\Runtime\Tests\Support\Project;

/**
 * Random query chains against an oracle. Chain n of seed s is chain 0 of seed s + n.
 *
 * @phpstan-import-type Plan from Meaning
 */
final class QueryChains
{
    /** This many seeds share their rows. */
    private const CHAINS_PER_DATA = 50;

    /** @var array<string, int> how often each kind of step was played */
    private array $steps = [];

    /** Plans whose limit was left out, because rows were equal to their order. */
    private int $unlimited = 0;

    /** Chains that found something. */
    private int $finding = 0;

    private Check $check;
    private readonly ConnectionWrapper $con;
    private readonly Dialect $dialect;
    private ?Data $data = null;

    public function __construct()
    {
        $this->con = Orm::getConnection(Schema::DATABASE);
        $this->dialect = new Dialect(Project::adapter());
        $this->check = new Check($this->con);
        if (Project::adapter() === 'sqlite') {
            // Nothing has to survive a crash of the machine.
            $this->con->exec('PRAGMA synchronous = OFF');
            $this->con->exec('PRAGMA journal_mode = MEMORY');
        }
    }

    /** @return array{kind: string, seed: int, text: string}|null what went wrong, with the shortest chain that shows it */
    public function check(int $seed): ?array
    {
        $plan = $this->plan($seed);
        $this->note($plan['steps']);
        $failure = $this->play($plan);
        $this->finding += $this->check->hasFound() ? 1 : 0;

        return $failure === null ? null : ['kind' => $failure->kind, 'seed' => $seed, 'text' => $this->report($plan, $seed, $failure)];
    }

    /** @return array<string, mixed> what was done */
    public function summary(): array
    {
        return [
            'steps' => $this->steps,
            'compared' => $this->check->compared,
            'refusals' => $this->check->refusals,
            'finding' => $this->finding,
            'unlimited' => $this->unlimited,
        ];
    }

    /** @return Plan the seed's own; without its limit where only the database could say which rows that leaves */
    public function plan(int $seed): array
    {
        $this->prepare(\intdiv($seed, self::CHAINS_PER_DATA));
        $plan = (new Generator($this->data, $seed))->plan();
        if (Project::adapter() === 'sqlite') {
            $plan['steps'] = self::ascending($plan);
        }
        if (\str_starts_with(Project::engine(), 'mariadb') && \in_array(['distinct'], $plan['steps'], true)) {
            // MariaDB ignores OFFSET behind DISTINCT where it knows the key of the only row (docs/vendors.md).
            $plan['steps'] = self::without($plan, ['offset']);
        }
        if (!$this->isDetermined($plan)) {
            $plan['steps'] = self::without($plan, ['limit', 'offset']);
            ++$this->unlimited;
        }

        return $plan;
    }

    /**
     * @param Plan         $plan
     * @param list<string> $names
     *
     * @return list<array<int, mixed>>
     */
    private static function without(array $plan, array $names): array
    {
        return \array_values(\array_filter($plan['steps'], static fn (array $step): bool => !\in_array($step[0], $names, true)));
    }

    /**
     * SQLite (3.40 at least) leaves out a LEFT JOIN that nothing needs, and then forgets which of the tables behind it were to be
     * read backwards: `ORDER BY … DESC` of their columns gives ascending rows (docs/vendors.md).
     *
     * @param Plan $plan
     *
     * @return list<array<int, mixed>>
     */
    private static function ascending(array $plan): array
    {
        $joins = \array_filter($plan['steps'], static fn (array $step): bool => \in_array($step[0], ['join', 'use'], true));
        if (\count($joins) < 2) {
            return $plan['steps'];
        }
        $own = $plan['alias'] ?? $plan['query'];

        return \array_map(static function (array $step) use ($own): array {
            $isOwn = $step[0] !== 'order' || ($step[1][0] === 'col' && $step[1][1] === $own);

            return $isOwn ? $step : ['order', $step[1], false, ...\array_slice($step, 3)];
        }, $plan['steps']);
    }

    private function prepare(int $number): void
    {
        if ($this->data?->number !== $number) {
            $this->data = new Data($number);
            $this->data->store($this->con);
            $this->con->getPool()?->clear();
        }
    }

    /** @param Plan $plan */
    private function isDetermined(array $plan): bool
    {
        $oracle = new Oracle($this->data, $this->dialect);
        try {
            $plan['values'] ? $oracle->values($plan) : $oracle->objects($plan);
            if (!$plan['values'] && $plan['select'] !== []) {
                $oracle->values($plan);
            }
        } catch (Undetermined) {
            return false;
        }

        return true;
    }

    /** @param Plan $plan */
    public function play(array $plan): ?Difference
    {
        try {
            $this->check->plan($plan, $this->data, $this->dialect);
        } catch (Difference $difference) {
            return $difference;
        } finally {
            $this->con->getPool()?->clear();
        }

        return null;
    }

    /**
     * @param Plan $plan
     */
    private function report(array $plan, int $seed, Difference $failure): string
    {
        $attempts = 0;
        $check = $this->check;
        $this->check = new Check($this->con); // for what is counted
        $fails = function (array $part) use ($failure, &$attempts): bool {
            try {
                return ++$attempts < 2000 && $this->play($part)?->kind === $failure->kind;
            } catch (Undetermined) {
                return false;
            }
        };
        $shortest = Shrinker::shrink($plan, $fails);
        $last = $this->play($shortest) ?? $failure;
        $this->check = $check;
        $chain = new Chain($shortest);
        try {
            $query = $chain->query($this->data, $this->con);
            $query = $shortest['values'] ? $query->select($shortest['select']) : $query;
            $sql = $query->toSql($this->con) . "\n" . \json_encode($query->getParams($this->con));
        } catch (\Throwable $error) {
            $sql = $error->getMessage();
        }

        return \sprintf(
            "seed %d on %s, %d steps of %d: %s\n\n%s\n\n%s\n\n  %s\n\nas data: %s\n",
            $seed,
            Project::engine(),
            \count($shortest['steps']),
            \count($plan['steps']),
            $last->kind,
            $chain->code(),
            $sql,
            $last->getMessage(),
            \json_encode($shortest),
        );
    }

    /**
     * @param list<array<int, mixed>> $steps
     */
    private function note(array $steps): void
    {
        foreach ($steps as $step) {
            $this->steps[$step[0]] = ($this->steps[$step[0]] ?? 0) + 1;
            foreach (['use' => [4], 'exists' => [4], 'branch' => [2, 3]][$step[0]] ?? [] as $inner) {
                $this->note($step[$inner]);
            }
        }
    }
}

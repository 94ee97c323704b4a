<?php

// One process of a run on generated classes: php worker.php SETTINGS PROCESS. Settings are those of tables.php, and:
//   project            the folder with the generated classes
//   begin              when to begin, in seconds since 1970
//   seed, operations   how many committed operations this process is to do; `duration` seconds at most, and not after the
//                      file `stop` is there
//   modes              share of own, hand and callable, in parts
//   isolation          levels that callers use, null for the usual one
//   people             true: a caller's transaction is one operation on a list and an edit of a row, as an endpoint does it
//   rate               transactions a second of this process, in place of as fast as it can
//   stampede           lists of `card` that were empty, one after the other: each process inserts into the same at once
//   timeout            seconds that operations and transaction(callable) go on trying; 10 as usual
//   tolerant           true: a lost connection is counted, and the process goes on; 'all': so is every error of the runtime
//   requests           true: each transaction is a request of its own
//   replicas           true: reads after a write that do not go to the primary are counted
//   trace              true: the file state-<process> ends with ( while a transaction is open
// Prints JSON.

declare(strict_types=1);

namespace Bench\Lists;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\ConnectionException;
use Orm\Runtime\Exception\AbortedTransactionException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;
use Psr\Log\AbstractLogger;

require __DIR__ . '/project.php';
require __DIR__ . '/load.php';

/** Counts statements that failed, by what the database said. */
final class Failures extends AbstractLogger
{
    /** @var array<string, int> */
    public array $count = [];

    /**
     * @param mixed                $level
     * @param array<string, mixed> $context
     */
    public function log($level, \Stringable|string $message, array $context = []): void
    {
        if (isset($context['sql'], $context['reason'])) {
            $text = \preg_replace('/\d+/', '#', \strtok((string) $context['reason'], "\n") . ' — ' . \substr((string) $context['sql'], 0, 60));
            $this->count[$text] = ($this->count[$text] ?? 0) + 1;
        }
    }
}

/** The caller's own reason to give up. */
final class ChangedMind extends \RuntimeException
{
}

final class Worker
{
    /** @var array<string, mixed> */
    private array $count = ['operations' => [], 'transactions' => [], 'conflicts' => [], 'unexpected' => [], 'journalled late' => 0];

    private readonly Load $load;
    private readonly Failures $failures;
    private readonly float $deadline;

    /** @param array<string, mixed> $settings */
    public function __construct(
        private readonly array $settings,
        private readonly ConnectionWrapper $con,
        private readonly Journal $journal,
    ) {
        $this->load = new Load($con, $journal, $settings['tables'], ($settings['tolerant'] ?? false) !== false);
        Orm::getServiceContainer()->setListLockTimeout((float) ($settings['timeout'] ?? 10));
        $con->retrySeconds = (float) ($settings['timeout'] ?? 10);
        $this->failures = new Failures();
        $con->setLogger($this->failures);
        $this->deadline = $settings['begin'] + ($settings['duration'] ?? 3600);
    }

    /** @return array<string, mixed> */
    public function run(): array
    {
        $this->until($this->settings['begin']);
        if (isset($this->settings['stampede'])) {
            $this->stampede($this->settings['stampede']);
        } else {
            $this->mixed();
        }

        return $this->count + ['retries' => $this->con->getRetryCount(), 'failed statements' => $this->failures->count];
    }

    private function until(float $moment): void
    {
        $left = $moment - \microtime(true);
        if ($left > 0) {
            \usleep((int) ($left * 1e6));
        }
    }

    private function mixed(): void
    {
        $operations = $this->settings['operations'] ?? \PHP_INT_MAX;
        $rate = $this->settings['rate'] ?? null;
        $next = $this->settings['begin'];
        $modes = $this->settings['modes'];
        $stop = $this->settings['folder'] . '/stop';
        while (\array_sum($this->count['operations']) < $operations && \microtime(true) < $this->deadline && !\is_file($stop)) {
            if ($rate !== null) {
                // As people come: at random.
                $next += -\log(\mt_rand(1, 1_000_000) / 1_000_000) / $rate;
                $this->until($next);
            }
            $roll = \mt_rand(1, \array_sum($modes));
            foreach ($modes as $mode => $share) {
                $roll -= $share;
                if ($roll <= 0) {
                    break;
                }
            }
            $this->transaction($mode);
            if ($this->settings['requests'] ?? false) {
                Orm::endRequest();
            }
            \clearstatcache();
        }
    }

    /** A plan, for which lists may have to be read. */
    private function plan(string $mode, array $used = []): Plan
    {
        for (;;) {
            try {
                return $this->load->choices->plan($used, $mode === 'callable');
            } catch (OrmException $error) {
                if (!$this->isTolerated($error)) {
                    throw $error;
                }
                $this->lost($error);
            }
        }
    }

    private function isTolerated(\Throwable $error): bool
    {
        return match ($this->settings['tolerant'] ?? false) {
            'all' => $error instanceof OrmException,
            true => $error instanceof ConnectionException || $error instanceof AbortedTransactionException,
            default => false,
        };
    }

    private function lost(\Throwable $error): void
    {
        if (\microtime(true) > $this->deadline + 60) {
            throw $error;
        }
        $name = \substr($error::class, (int) \strrpos($error::class, '\\') + 1);
        $this->count['lost'][$name] = ($this->count['lost'][$name] ?? 0) + 1;
        $text = "$name: " . \preg_replace(['/\d{2,}/', '/\s+/'], ['#', ' '], \substr($error->getMessage(), 0, 300));
        $this->count['errors'][$text] = ($this->count['errors'][$text] ?? 0) + 1;
        if ($this->con->inTransaction()) {
            $this->con->forceRollBack();
        }
        \usleep(50_000);
    }

    /** @param list<int> $lists */
    private function stampede(array $lists): void
    {
        $interval = $this->settings['interval'];
        foreach ($lists as $index => $list) {
            $this->until($this->settings['begin'] + $index * $interval);
            $mode = ['own', 'hand', 'callable'][\mt_rand(0, 2)];
            $this->guarded($mode, function () use ($list, $mode): void {
                $code = \sprintf('s%d-%d', $this->journal->process, $list);
                $entry = new Entry(['card', 'insert', $code, [$list], ['top']]);
                $work = static fn () => (new Card())->setCode($code)->setBoardId($list)->insertAtTop()->save();
                if ($mode === 'own') {
                    $this->journal->own = $entry;
                    $work();
                } else {
                    $this->inside($mode, null, function () use ($entry, $work): void {
                        $this->journal->add($entry);
                        $work();
                    });
                }
                $this->done($mode, [$entry]);
            });
        }
    }

    private function transaction(string $mode): void
    {
        if ($mode === 'own') {
            $this->own();

            return;
        }
        $levels = $this->settings['isolation'] ?? [null];
        $level = $levels[\array_rand($levels)];
        $plans = [];
        $used = [];
        $people = $this->settings['people'] ?? false;
        for ($left = $people ? 1 : \mt_rand(1, 3); $left > 0; --$left) {
            $plans[] = $plan = $this->plan($mode, $used);
            \array_push($used, ...$plan->objects);
        }
        if ($people) {
            $edit = $this->load->choices->edit($used);
            $plans = \mt_rand(0, 1) === 0 ? [...$plans, $edit] : [$edit, ...$plans];
        }
        $anew = \mt_rand(0, 2) === 0;
        $changesMind = \mt_rand(1, 20) === 1;
        $this->guarded($mode, function () use ($mode, $level, $plans, $anew, $changesMind): void {
            $entries = [];
            try {
                $this->inside($mode, $level, function () use ($plans, $anew, $changesMind, &$entries): void {
                    $entries = [];
                    foreach ($plans as $plan) {
                        $entry = $this->step($plan, $anew);
                        if ($entry !== null) {
                            $entries[] = $entry;
                        }
                        if (\mt_rand(1, 10) === 1) {
                            \usleep(\mt_rand(100, 3000));
                        }
                    }
                    if ($changesMind) {
                        throw new ChangedMind();
                    }
                });
                $this->done($mode, $entries);
            } catch (ChangedMind) {
                $this->load->held->forget(...\array_merge(...\array_map(static fn (Plan $plan): array => $plan->objects, $plans)));
            }
        }, $plans);
    }

    /** An operation of a transaction; now and then in a savepoint of the caller's, which may be rolled back. */
    private function step(Plan $plan, bool $anew): ?Entry
    {
        $roll = \mt_rand(1, 12);
        if ($roll > 2) {
            return $this->load->perform($plan, false, $anew);
        }
        if ($roll === 1) {
            return $this->con->transaction(fn (): ?Entry => $this->load->perform($plan, false, $anew));
        }
        $this->con->beginTransaction();
        $this->load->perform($plan, false, $anew);
        $this->con->rollBack();
        $this->load->held->forget(...$plan->objects);

        return null;
    }

    private function inside(string $mode, ?string $level, callable $work): void
    {
        if ($mode === 'callable') {
            $this->con->transaction($work, $level);

            return;
        }
        $this->con->beginTransaction($level);
        try {
            $work();
            $this->con->commit();
        } catch (\Throwable $error) {
            $this->con->forceRollBack();
            throw $error;
        }
    }

    private function own(): void
    {
        $plan = $this->plan('own');
        $before = $this->journal->committed;
        $this->guarded('own', function () use ($plan, $before): void {
            $entry = $this->load->perform($plan, true, \mt_rand(0, 2) === 0);
            if ($entry === null || isset($entry->result['refused'])) {
                if ($entry !== null && $this->journal->committed !== $before) {
                    $this->journal->acknowledge($this->journal->committed, $entry);
                }

                return;
            }
            if ($this->journal->committed === $before) {
                // Saved without a transaction, because no list was concerned.
                ++$this->count['journalled late'];
                $this->con->transaction(fn () => $this->journal->add($entry));
            }
            $this->done('own', [$entry]);
        }, [$plan]);
    }

    /** @param list<Entry> $entries */
    private function done(string $mode, array $entries): void
    {
        $this->count['transactions'][$mode] = ($this->count['transactions'][$mode] ?? 0) + 1;
        if ($entries === []) {
            return;
        }
        $this->journal->acknowledge($this->journal->committed, ...$entries);
        $done = \array_filter($entries, static fn (Entry $entry): bool => !isset($entry->result['refused']));
        if (($this->settings['replicas'] ?? false) && $done !== [] && Orm::getReadConnection('lists') !== $this->con) {
            $this->count['stale reads'] = ($this->count['stale reads'] ?? 0) + 1;
        }
        $this->count['operations'][$mode] = ($this->count['operations'][$mode] ?? 0) + \count($done);
    }

    /** @param list<Plan> $plans */
    private function guarded(string $mode, callable $work, array $plans = []): void
    {
        $begun = \hrtime(true);
        try {
            $work();
        } catch (ConflictException $error) {
            $name = \substr($error::class, (int) \strrpos($error::class, '\\') + 1);
            $text = \preg_replace('/\d+/', '#', (string) \strtok($error->getMessage(), "\n"));
            $this->count['conflicts'][$mode]["$name: $text"] = ($this->count['conflicts'][$mode]["$name: $text"] ?? 0) + 1;
            $this->load->held->forget(...\array_merge(...\array_map(static fn (Plan $plan): array => $plan->objects, $plans)));
        } catch (\Throwable $error) {
            $objects = \array_merge(...\array_map(static fn (Plan $plan): array => $plan->objects, $plans));
            if ($this->isTolerated($error)) {
                $this->load->held->forget(...$objects);
                $this->lost($error);

                return;
            }
            $calls = \json_encode(\array_map(static fn (Plan $plan): array => $plan->call, $plans));
            $text = \sprintf("%s in %s: %s\n%s\n%s", $error::class, $mode, $error->getMessage(), $calls, $error->getTraceAsString());
            if (\count($this->count['unexpected']) < 3) {
                $this->count['unexpected'][$text] = 1;
            }
            $this->count['failures'] = ($this->count['failures'] ?? 0) + 1;
            if ($this->con->inTransaction()) {
                $this->con->forceRollBack();
            }
            $this->load->held->forget(...$objects);
        } finally {
            $this->journal->own = null;
        }
        $milliseconds = (\hrtime(true) - $begun) / 1e6;
        $this->count["milliseconds $mode"] = ($this->count["milliseconds $mode"] ?? 0) + $milliseconds;
        $this->count["longest $mode"] = \max($this->count["longest $mode"] ?? 0, \round($milliseconds));
    }
}

/** @var array<string, mixed> $settings */
$settings = \json_decode((string) \file_get_contents($argv[1]), true, 512, \JSON_THROW_ON_ERROR);
$process = (int) $argv[2];
\mt_srand($settings['seed'] + 7919 * $process);
$con = openProject($settings, $process);

$journal = Journal::$current = new Journal(
    $process,
    "{$settings['folder']}/acknowledged-$process.jsonl",
    ($settings['trace'] ?? false) ? "{$settings['folder']}/state-$process" : null,
);
echo \json_encode((new Worker($settings, $con, $journal))->run(), \JSON_THROW_ON_ERROR);

<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable;

use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\ConnectionSettings;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\InstancePool;
use Orm\Runtime\Orm;
use Orm\Runtime\Tests\Support\Database;
use Orm\Runtime\Tests\Support\EngineTestCase;
use Orm\Runtime\Tests\Support\Project;
use Psr\Log\NullLogger;
use Throwable;

/** Runs the scenarios of conformance/lists, a test per file. ORM_CONFORMANCE=text runs those whose name has the text. */
final class ConformanceTest extends EngineTestCase
{
    private const FOLDER = __DIR__ . '/../../../../conformance/';

    public function testInserting(): void
    {
        $this->runFile('inserting');
    }

    public function testMoving(): void
    {
        $this->runFile('moving');
    }

    public function testLeaving(): void
    {
        $this->runFile('leaving');
    }

    public function testScopes(): void
    {
        $this->runFile('scopes');
    }

    public function testQueries(): void
    {
        $this->runFile('queries');
    }

    public function testReordering(): void
    {
        $this->runFile('reordering');
    }

    public function testObjects(): void
    {
        $this->runFile('objects');
    }

    public function testKinds(): void
    {
        $this->runFile('kinds');
    }

    public function testRelations(): void
    {
        $this->runFile('relations');
    }

    public function testTransactions(): void
    {
        $this->runFile('transactions');
    }

    public function testHooks(): void
    {
        $this->runFile('hooks');
    }

    public function testFailures(): void
    {
        $this->runFile('failures');
    }

    public function testEveryFileIsRun(): void
    {
        $files = \array_map(static fn (string $path): string => \basename($path, '.json'), \glob(self::FOLDER . 'lists/*.json') ?: []);
        self::assertNotSame([], $files);
        foreach ($files as $file) {
            self::assertTrue(\method_exists($this, 'test' . \ucfirst($file)), "no test runs conformance/lists/$file.json");
        }
        foreach (\glob(self::FOLDER . 'pending/*.json') ?: [] as $path) {
            $names = \array_column(self::read($path)['scenarios'], 'name');
            \fwrite(\STDERR, \sprintf("\nNOT RUN, conformance/pending/%s: %s\n", \basename($path), \implode('; ', $names)));
        }
    }

    private function runFile(string $file): void
    {
        $tables = self::read(self::FOLDER . 'tables.json');
        $quote = self::adapter() === 'mysql' ? '`' : '"';
        $only = (string) \getenv('ORM_CONFORMANCE');
        $failures = [];
        $count = 0;
        foreach (self::read(self::FOLDER . "lists/$file.json")['scenarios'] as $scenario) {
            $isHere = \in_array(self::engine(), $scenario['engines'] ?? [self::engine()], true);
            if (!$isHere || ($only !== '' && !\str_contains($scenario['name'], $only))) {
                continue;
            }
            Database::of('conformance')->emptyTables();
            $con = Orm::getConnection('conformance');
            $con->getPool()?->clear();
            ++$count;
            try {
                (new ConformanceRun($scenario, new ConformanceTables($tables, $quote), $con, self::open(...)))->run();
            } catch (Throwable $error) {
                $covers = \implode('; ', $scenario['covers']);
                $failures[] = "$file: {$scenario['name']}\n    covers $covers\n    {$error->getMessage()}";
            }
        }
        if ($failures !== []) {
            self::fail(\sprintf("%d of %d scenarios failed:\n%s", \count($failures), $count, \implode("\n\n", $failures)));
        }
        self::assertTrue($count > 0 || $only !== '', 'no scenario runs here');
    }

    private static function open(): ConnectionWrapper
    {
        return ConnectionFactory::create(
            ConnectionSettings::fromArray('conformance', \array_filter(Project::connections()['conformance'])),
            Orm::getAdapter('conformance'),
            new NullLogger(),
            new InstancePool(),
        );
    }

    /**
     * @return array<string, mixed>
     */
    private static function read(string $path): array
    {
        /** @var array<string, mixed> */
        return \json_decode((string) \file_get_contents($path), true, 64, \JSON_THROW_ON_ERROR);
    }
}

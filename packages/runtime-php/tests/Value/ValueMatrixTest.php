<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value;

use Orm\Runtime\Tests\Support\ModelTestCase;
use Orm\Runtime\Tests\Value\Matrix\Agreement;
use Orm\Runtime\Tests\Value\Matrix\Documented;
use Orm\Runtime\Tests\Value\Matrix\Expectation;
use Orm\Runtime\Tests\Value\Matrix\Matrix;

/**
 * Every type of column, every public way in which a value reaches it, and values of every kind: what is stored or found, or
 * what is thrown.
 */
final class ValueMatrixTest extends ModelTestCase
{
    private static ?Matrix $matrix = null;

    public function testEveryEngineDoesWhatIsWrittenDown(): void
    {
        $lines = self::matrix()->lines();
        if (\getenv('UPDATE_GOLDEN') === '1') {
            Expectation::write(self::engine(), $lines);
        }
        \fwrite(\STDERR, \sprintf("matrix of values: %d cells in %d rows\n", self::matrix()->cells, \count($lines)));
        self::assertSame(Expectation::of(self::engine()), $lines);
        self::assertGreaterThan(15000, self::matrix()->cells);
    }

    public function testEnginesDifferInWhatIsDocumentedOnly(): void
    {
        $documentation = (string) \file_get_contents(\dirname(__DIR__, 4) . '/docs/types.md');
        $rows = \array_keys(Expectation::differencesOf(self::engine()));
        self::assertSame([], Documented::problems(self::engine(), $rows, $documentation));
    }

    public function testEveryWayAgreesWithTheSetter(): void
    {
        $problems = [];
        foreach (self::matrix()->outcomes as $row => $outcomes) {
            $problems = [...$problems, ...Agreement::problems($row, $outcomes)];
        }
        self::assertSame([], $problems);
    }

    private static function matrix(): Matrix
    {
        if (self::$matrix !== null) {
            return self::$matrix;
        }
        \date_default_timezone_set('Europe/Berlin');
        if (self::adapter() === 'sqlite') {
            self::con()->exec('PRAGMA synchronous = OFF'); // thousands of small transactions, none of which need outlive the power
        }
        $matrix = new Matrix(self::con());
        $matrix->run();

        return self::$matrix = $matrix;
    }
}

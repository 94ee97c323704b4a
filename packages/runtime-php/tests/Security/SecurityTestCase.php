<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Security;

use Bookstore\Author;
use Bookstore\Book;
use Bookstore\BookQuery;
use Bookstore\Publisher;
use Bookstore\Review;
use Orm\Runtime\Exception\ConstraintViolationException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\QueryException;
use Orm\Runtime\Query\ModelQuery;
use Orm\Runtime\Query\Selection;
use Orm\Runtime\Tests\Support\ModelTestCase;
use PHPUnit\Framework\AssertionFailedError;
use ReflectionClass;
use ReflectionIntersectionType;
use ReflectionMethod;
use ReflectionNamedType;
use ReflectionType;
use ReflectionUnionType;
use TypeError;

/** What attempts at injection have in common: how one is made, and what may come of it. */
abstract class SecurityTestCase extends ModelTestCase
{
    /** It has to be refused by the runtime, before the database sees anything. */
    protected const REFUSED = 'refused';

    /** It goes to the database as a value: nothing is found, or what was stored is read again. */
    protected const BOUND = 'bound';

    /** Refused, or harmless: an alias, a name that only PHP sees. */
    protected const HARMLESS = 'harmless';

    /** SQL, a class or a callable of the developer's own: never a place for text from outside, and not tried. */
    protected const DEVELOPERS = 'developers';

    private string $state = '';

    /** @var array<string, string> by entry */
    private array $problems = [];

    protected function setUp(): void
    {
        parent::setUp();
        $author = (new Author())->setName('Anna')->setEmail('anna@example.org')->setBorn('1970-01-02');
        $author->save();
        (new Publisher())->setName('House')->save();
        foreach (['War', 'Peace'] as $title) {
            $book = (new Book())->setTitle($title)->setAuthor($author)->setQuantity(1)->setPublishedAt('2000-01-01 10:00:00');
            $book->save();
            (new Review())->setBook($book)->setRating(5)->setText('good')->save();
        }
        $this->state = self::state();
    }

    /** All tables, and how many rows they have. */
    private static function state(): string
    {
        $database = self::database();
        $tables = $database->value(match (self::adapter()) {
            'pgsql' => "SELECT string_agg(schemaname || '.' || tablename, ',' ORDER BY schemaname, tablename) FROM pg_tables"
                . " WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
            'mysql' => 'SELECT CONCAT(COUNT(*), MIN(table_name), MAX(table_name), SUM(CRC32(table_name)))'
                . ' FROM information_schema.tables WHERE table_schema = database()',
            default => "SELECT group_concat(name) FROM sqlite_master WHERE type = 'table'",
        });
        $rows = '';
        foreach (['author', 'publisher', 'book', 'review'] as $table) {
            $rows .= " $table " . $database->value("SELECT COUNT(*) FROM $table");
        }
        $books = $database->rows('SELECT title, quantity FROM book ORDER BY id');

        return $tables . $rows . \json_encode($books, \JSON_THROW_ON_ERROR);
    }

    protected function assertIntact(string $what): void
    {
        self::assertSame($this->state, self::state(), "$what changed something in the database");
    }

    /**
     * Tries hostile texts at one entry.
     *
     * @param string                  $entry  for messages
     * @param self::REFUSED|self::BOUND|self::HARMLESS $expected
     * @param callable(string): mixed $call   what is returned is run if it is a query
     * @param list<string>|null       $texts
     */
    protected function attempt(string $entry, string $expected, callable $call, ?array $texts = null): void
    {
        $this->tryTexts($entry, $expected, $call, $texts ?? HostileText::all());
        $this->assertIntact($entry);
    }

    /**
     * @param callable(string): mixed $call
     * @param list<string>            $texts
     */
    protected function tryTexts(string $entry, string $expected, callable $call, array $texts): void
    {
        foreach ($texts as $text) {
            $what = $entry . ' with ' . self::shown($text);
            try {
                $this->attemptOne($what, $expected, static fn (): mixed => $call($text));
            } catch (AssertionFailedError $failure) {
                // One of every entry is enough for a report, and the second entry says more about the first.
                $this->problems[$entry] ??= $failure->getMessage();
            }
        }
    }

    /**
     * @param callable(): mixed $call
     */
    private function attemptOne(string $what, string $expected, callable $call): void
    {
        try {
            $found = self::used($call());
        } catch (AssertionFailedError $failure) {
            throw $failure;
        } catch (\Throwable $error) {
            self::assertOurs($error, $what, $expected);

            return;
        }
        self::assertNotSame(self::REFUSED, $expected, "$what was not refused");
        if ($expected === self::BOUND) {
            self::assertSame(0, $found, "$what found something");
        }
    }

    protected function assertPostConditions(): void
    {
        self::assertSame('', \implode("\n\n", \array_slice($this->problems, 0, 20)), \count($this->problems) . ' attempts');
        parent::assertPostConditions();
    }

    /**
     * Runs what an entry gave back.
     *
     * @return int the number of rows it found
     */
    private static function used(mixed $result): int
    {
        if ($result instanceof ModelQuery) {
            $result->toSql();
            $found = \count($result->find());
            self::assertSame($found, $result->count(), 'find() and count() differ');

            return $found;
        }
        if ($result instanceof Selection) {
            return \count($result->find());
        }
        if (\is_countable($result)) {
            return \count($result);
        }

        return $result === null || $result === false || $result === 0 ? 0 : 1;
    }

    /** An error that a caller can expect: one of ours, in words that can go into a log. */
    protected static function assertOurs(\Throwable $error, string $what, string $expected): void
    {
        $frames = \array_slice(\explode("\n", $error->getTraceAsString()), 0, 3);
        $about = "$what: " . $error::class . ' ' . self::shown($error->getMessage()) . "\n" . \implode("\n", $frames);
        if ($error instanceof TypeError) {
            // Of the entry itself; one from inside means that something unexpected went too far.
            self::assertMatchesRegularExpression('/^(Orm\\\\Runtime|Bookstore)\\\\[\w\\\\]+::\w+\(\): Argument #\d+ /', $error->getMessage(), $about);

            return;
        }
        self::assertInstanceOf(OrmException::class, $error, $about);
        if ($error instanceof QueryException) {
            self::assertNotSame(self::REFUSED, $expected, "it went to the database: $about");
            self::assertTrue($error instanceof ConstraintViolationException || self::isAboutData($error), $about);

            return;
        }
        self::assertDoesNotMatchRegularExpression('/[\x00-\x1f\x7f]/', $error->getMessage(), "control characters in the message of $about");
        self::assertSame(1, \preg_match('//u', $error->getMessage()), "no UTF-8 in the message of $about");
        self::assertLessThan(3000, \strlen($error->getMessage()), "too long a message of $about");
    }

    /** Whether the database refused a value, and not a statement. */
    private static function isAboutData(QueryException $error): bool
    {
        return match (self::adapter()) {
            // Class 22 of SQLSTATE is data: a byte that is no UTF-8, a number out of range, a pattern that ends with \.
            'pgsql' => \str_starts_with((string) $error->getSqlState(), '22'),
            // Incorrect string or number, too long, invalid character, illegal mix of collations, packet too large.
            'mysql' => \in_array((int) $error->getDriverCode(), [1366, 1406, 1300, 1264, 1267, 1292, 1525, 3140, 3141, 3854, 4025, 3988, 1265], true),
            // A pattern longer than SQLite takes, a document that is none.
            default => \preg_match('/LIKE or GLOB pattern too complex|malformed JSON/', $error->getDatabaseMessage()) === 1,
        };
    }

    protected static function shown(string $text): string
    {
        $text = \addcslashes($text, "\0..\x1f\x7f..\xff");

        return '"' . (\strlen($text) > 600 ? \substr($text, 0, 600) . '…' : $text) . '"';
    }

    protected static function books(): BookQuery
    {
        return BookQuery::create();
    }

    /**
     * The parameters of public methods that take a text, alone or in an array: `method.parameter`.
     *
     * @param class-string $class
     *
     * @return list<string>
     */
    protected static function entries(string $class, ?string $declaredIn = null): array
    {
        $entries = [];
        foreach ((new ReflectionClass($class))->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
            if ($declaredIn !== null && !\str_starts_with($method->class, $declaredIn)) {
                continue;
            }
            foreach ($method->getParameters() as $parameter) {
                if (self::takesText($parameter->getType())) {
                    $entries[] = $method->getName() . '.' . $parameter->getName();
                }
            }
        }

        return $entries;
    }

    private static function takesText(?ReflectionType $type): bool
    {
        if ($type instanceof ReflectionUnionType || $type instanceof ReflectionIntersectionType) {
            foreach ($type->getTypes() as $each) {
                if (self::takesText($each)) {
                    return true;
                }
            }

            return false;
        }

        return !$type instanceof ReflectionNamedType
            || \in_array($type->getName(), ['string', 'mixed', 'array', 'iterable', 'callable', 'object'], true);
    }

    /**
     * Every entry of a class has a case, and every case is an entry.
     *
     * @param class-string        $class
     * @param array<string, mixed> $cases
     */
    protected static function assertCovered(string $class, array $cases): void
    {
        $entries = self::entries($class);
        self::assertSame([], \array_values(\array_diff($entries, \array_keys($cases))), "$class has entries without a case of attempted injection");
        self::assertSame([], \array_values(\array_diff(\array_keys($cases), $entries)), "$class has no such entries");
    }

    /**
     * @param class-string $class
     * @param array<string, array{string, (callable(string): mixed)|null}> $cases
     */
    protected function attemptAll(string $class, array $cases): void
    {
        self::assertCovered($class, $cases);
        foreach ($cases as $entry => [$expected, $call]) {
            if ($expected !== self::DEVELOPERS && $call !== null) {
                $this->attempt("$class::$entry", $expected, $call);
            }
        }
    }
}

<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Security;

use Bookstore\ByteValues;
use Bookstore\Country;
use Bookstore\CountryQuery;
use Bookstore\DocumentValues;
use Bookstore\LabelValues;
use Bookstore\MomentValues;
use Bookstore\NumberValues;
use Bookstore\Order;
use Bookstore\Series;
use Bookstore\SeriesQuery;
use Bookstore\TextValues;
use Bookstore\UuidValues;
use Orm\Runtime\ActiveRecord\ActiveRecord;

/** Whatever a setter takes is read again as it was, and nothing else happens; the rest is refused before the database. */
final class StoredTextTest extends SecurityTestCase
{
    public function testTextsInColumnsOfEveryType(): void
    {
        self::con()->beginTransaction(); // one for all: they are many
        $all = [TextValues::class, ByteValues::class];
        $some = [NumberValues::class, MomentValues::class, LabelValues::class, DocumentValues::class, UuidValues::class, Order::class];
        foreach ([...$all, ...$some] as $class) {
            $texts = \in_array($class, $all, true) ? HostileText::all() : HostileText::some();
            foreach ($class::TABLE_MAP::PHP_NAMES as $position => $name) {
                if ($position === 0) {
                    continue;
                }
                foreach ($texts as $text) {
                    $this->assertKept($class, $name, $text);
                }
            }
        }
        self::con()->commit();
        $this->assertIntact('storing texts');
    }

    public function testDocumentsAndLists(): void
    {
        self::con()->beginTransaction(); // one for all: they are many
        foreach (HostileText::all() as $text) {
            foreach (['Document' => [$text => [$text, [$text]]], 'Words' => [$text, $text]] as $name => $value) {
                $this->assertKept(DocumentValues::class, $name, $value);
            }
            $this->assertKept(LabelValues::class, 'Tags', [$text]);
        }
        self::con()->commit();
        $this->assertIntact('storing documents');
    }

    public function testKeysOfText(): void
    {
        self::con()->beginTransaction(); // one for all: they are many
        foreach (HostileText::all() as $text) {
            $cases = [
                [static fn (): ActiveRecord => (new Country())->setCode($text)->setName($text), static fn () => CountryQuery::create()->findPk($text)],
                [static fn (): ActiveRecord => (new Series())->setName($text)->setYear(1), static fn () => SeriesQuery::create()->findPk([$text, 1])],
            ];
            foreach ($cases as [$make, $find]) {
                try {
                    $object = $make();
                    self::con()->transaction(static fn (): int => $object->save());
                } catch (\Throwable $error) {
                    self::assertOurs($error, 'a key ' . self::shown($text), self::BOUND);
                    continue;
                }
                self::con()->getPool()?->clear();
                $found = $find();
                self::assertInstanceOf($object::class, $found, self::shown($text));
                self::assertSame($object->getPrimaryKey(), $found->getPrimaryKey());
                $found->delete();
            }
        }
        self::con()->commit();
        $this->assertIntact('keys');
    }

    /**
     * @param class-string<ActiveRecord> $class
     */
    private function assertKept(string $class, string $column, mixed $value): void
    {
        $what = "$class.$column with " . self::shown(\is_string($value) ? $value : \serialize($value));
        $object = new $class();
        try {
            if ($object instanceof TextValues) {
                $object->setNeeded('x');
            }
            $object->setByName($column, $value);
            self::con()->transaction(static fn (): int => $object->save());
        } catch (\Throwable $error) {
            self::assertOurs($error, $what, self::BOUND);

            return;
        }
        $read = self::readAgain($object);
        $expected = self::plain($object->getByName($column));
        if ($column === 'Fixed') {
            // CHAR and BINARY are filled up, or lose blanks at their end.
            self::assertSame(\rtrim((string) $expected, " \0"), \rtrim((string) self::plain($read->getByName($column)), " \0"), $what);
        } elseif (\is_float($expected)) {
            self::assertEqualsWithDelta($expected, $read->getByName($column), \abs($expected) / 10000, $what);
        } elseif ($column !== 'BigText' || self::adapter() !== 'sqlite') {
            // A whole number beyond 64 bits becomes a float in SQLite.
            self::assertEquals($expected, self::plain($read->getByName($column)), $what);
        }
        $read->delete();
    }

    private static function plain(mixed $value): mixed
    {
        return \is_resource($value) ? \stream_get_contents($value, -1, 0) : $value;
    }
}

<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Persistence;

use Bookstore\ArchiveEntry;
use Bookstore\Author;
use Bookstore\ByteValues;
use Bookstore\Country;
use Bookstore\ImportRow;
use Bookstore\LogLine;
use Bookstore\NumberValues;
use Bookstore\WideValues;
use Orm\Runtime\Exception\NotNullViolationException;
use Orm\Runtime\Exception\ObjectDeletedException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\ReadOnlyException;
use Orm\Runtime\Exception\RowGoneException;
use Orm\Runtime\Exception\UniqueViolationException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Insert, update, delete, read again. */
final class SaveTest extends ModelTestCase
{
    public function testAnInsertSendsTheColumnsThatWereSet(): void
    {
        $author = (new Author())->setName('Jane')->setEmail('j@example.org');
        $sql = self::sqlOf(fn () => self::assertSame(1, $author->save()));
        $returning = self::adapter() === 'pgsql' ? ' RETURNING "id"' : '';
        self::assertSame([self::quoted('INSERT INTO "author" ("name", "email") VALUES (?, ?)' . $returning)], $sql);
        self::assertFalse($author->isNew());
        self::assertEquals(
            [['id' => $author->getId(), 'name' => 'Jane', 'email' => 'j@example.org', 'born' => null]],
            self::database()->rows('SELECT * FROM author'),
        );
        self::assertIsInt($author->getId());
        self::assertSame($author->getId(), $author->getPrimaryKey());
    }

    public function testAnInsertOfNothingButDefaults(): void
    {
        $object = new NumberValues();
        self::assertSame(1, $object->save());
        self::assertSame('1', self::database()->value('SELECT count(*) FROM number_values'));
        self::assertSame(1, (new NumberValues())->save());
        self::assertSame('2', self::database()->value('SELECT count(*) FROM number_values'));
    }

    public function testAnUpdateSendsTheColumnsThatWereChanged(): void
    {
        $author = (new Author())->setName('Jane')->setEmail('j@example.org');
        $author->save();
        self::database()->pdo->exec("UPDATE author SET email = 'other'");
        $sql = self::sqlOf(fn () => self::assertSame(1, $author->setName('Jane A.')->setBorn('1775-12-16')->save()));
        self::assertSame([self::quoted('UPDATE "author" SET "name" = ?, "born" = ? WHERE "id" = ?')], $sql);
        $row = self::database()->rows('SELECT name, email, born FROM author')[0];
        self::assertSame(['name' => 'Jane A.', 'email' => 'other', 'born' => '1775-12-16'], $row);
    }

    public function testASaveOfNothingSendsNothing(): void
    {
        $author = (new Author())->setName('Jane');
        $author->save();
        $sql = self::sqlOf(function () use ($author): void {
            self::assertSame(0, $author->save());
            self::assertSame(0, $author->setName('Jane')->save());
        });
        self::assertSame([], $sql);
    }

    public function testManySavesOfTheSameKind(): void
    {
        // Statements are prepared on the server after their first uses: each way has to do the same.
        foreach ([true, false] as $cache) {
            $con = self::con();
            $con->setStatementCache($cache);
            $authors = [];
            for ($i = 0; $i < 6; ++$i) {
                $author = (new Author())->setName("name $i")->setEmail($i % 2 === 0 ? null : "$i$cache@example.org");
                self::assertSame(1, $author->save());
                $authors[] = $author;
            }
            foreach ($authors as $i => $author) {
                self::assertSame(1, $author->setName("new $i")->save());
                self::assertSame(1, $author->setBorn("200$i-01-01")->save());
                self::assertSame(1, $author->setName("both $i")->setBorn(null)->setEmail(null)->save());
                $read = self::readAgain($author);
                self::assertSame(["both $i", null, null], [$read->getName(), $read->getBorn(), $read->getEmail()]);
            }
            foreach ($authors as $i => $author) {
                $author->delete();
                self::assertSame((string) (5 - $i), self::database()->value('SELECT count(*) FROM author'));
            }
        }
        self::con()->setStatementCache(true);
    }

    public function testASaveThatFailedCanBeTriedAgain(): void
    {
        (new Author())->setName('Jane')->setEmail('taken')->save();
        $other = (new Author())->setName('Ann')->setEmail('taken');
        $error = self::caught(UniqueViolationException::class, fn () => $other->save());
        self::assertStringContainsString('The database says: ', $error->getMessage());
        self::assertStringContainsString(self::quoted('SQL: INSERT INTO "author"'), $error->getMessage());
        self::assertStringNotContainsString('Ann', $error->getSql());
        self::assertTrue($other->isNew());
        self::assertNull($other->getId());
        self::assertSame(['author.name', 'author.email'], $other->getModifiedColumns());
        self::assertSame(1, $other->setEmail('free')->save());
        self::assertSame('free', self::readAgain($other)->getEmail());

        // An update
        $error = self::caught(UniqueViolationException::class, fn () => $other->setEmail('taken')->setName('A')->save());
        self::assertSame(['author.name', 'author.email'], $other->getModifiedColumns());
        self::assertSame(1, $other->setEmail('free again')->save());
        $read = self::readAgain($other);
        self::assertSame(['A', 'free again'], [$read->getName(), $read->getEmail()]);
    }

    public function testAnUpdateWhoseRowIsGoneSaysSo(): void
    {
        $country = (new Country())->setCode('fr')->setName('France');
        $country->save();
        self::database()->pdo->exec('DELETE FROM country');
        $country->setName('La France');
        $error = self::caught(RowGoneException::class, fn () => $country->save());
        self::assertSame(
            "Nothing was updated: the row of this Country (code = 'fr') is not in the database any more. Somebody deleted "
                . 'it, or changed its key. To insert it again, call copy() and save the copy.',
            $error->getMessage(),
        );
        self::assertTrue($country->isModified());
        self::assertSame(1, $country->copy()->save());
        self::assertSame('La France', self::database()->value('SELECT name FROM country'));
        // Its row is there again.
        self::assertSame(1, $country->save());
    }

    public function testAnUpdateThatChangesNothingInTheRowIsAnUpdate(): void
    {
        $author = (new Author())->setName('Jane');
        $author->save();
        self::database()->pdo->exec("UPDATE author SET name = 'Ann'");
        self::assertSame(1, $author->setName('Ann')->save());
        self::assertFalse($author->isModified());
    }

    public function testTablesOfManyColumns(): void
    {
        $wide = (new WideValues())->setC1(1)->setC62('sixty-two')->setC63(63);
        $sql = self::sqlOf(fn () => $wide->save());
        self::assertStringContainsString(self::quoted('("c1", "c62", "c63") VALUES (?, ?, ?)'), $sql[0]);
        self::assertFalse($wide->isModified());
        self::assertSame(0, $wide->save());
        $read = self::readAgain($wide);
        self::assertSame([1, 'sixty-two', 63, 60, 70], [$read->getC1(), $read->getC62(), $read->getC63(),
            $read->getC60(), $read->getC70()]);
        $read->setC2('two')->setC61(null)->setC69(69)->setC70(-1);
        $sql = self::sqlOf(fn () => self::assertSame(1, $read->save()));
        self::assertSame(
            [self::quoted('UPDATE "wide_values" SET "c2" = ?, "c69" = ?, "c70" = ? WHERE "id" = ?')],
            $sql,
        );
        self::assertSame([], $read->getModifiedColumns());
        $again = self::readAgain($read);
        self::assertSame(['two', 69, -1, 63], [$again->getC2(), $again->getC69(), $again->getC70(), $again->getC63()]);
        self::assertSame(0, $again->save());
    }

    public function testAKeyThatTheDatabaseMakesIsNotSetByHand(): void
    {
        $author = (new Author())->setName('Jane')->setId(77);
        $error = self::caught(OrmException::class, fn () => $author->save());
        self::assertSame(
            'The database makes the values of author.id: do not set it before an insert, or write allowPkInsert="true" on '
                . 'the table in the schema.',
            $error->getMessage(),
        );
        self::assertSame('0', self::database()->value('SELECT count(*) FROM author'));
        $author->resetModified('id');
        self::assertSame(1, $author->save());
    }

    /** MySQL and SQLite count on from a key that was given; PostgreSQL's sequence does not see it (docs/php-models.md). */
    public function testKeysThatAreMadeAfterOnesThatWereGiven(): void
    {
        ($first = (new ImportRow())->setName('made'))->save();
        (new ImportRow())->setId((int) $first->getId() + 1)->setName('given')->save();
        $next = (new ImportRow())->setName('made again');
        if (self::adapter() === 'pgsql') {
            self::caught(UniqueViolationException::class, static fn () => $next->save());
            self::con()->exec("SELECT setval(pg_get_serial_sequence('import_row', 'id'), (SELECT MAX(id) FROM import_row))");
        }
        self::assertSame(1, $next->save());
        self::assertSame((int) $first->getId() + 2, $next->getId());
    }

    public function testAKeyThatMayBeSetByHand(): void
    {
        $row = (new ImportRow())->setId(700)->setName('seven hundred');
        self::assertSame(1, $row->save());
        self::assertSame(700, $row->getId());
        self::assertSame('seven hundred', self::readAgain($row)->getName());
        for ($i = 0; $i < 4; ++$i) {
            $made = (new ImportRow())->setName("made $i");
            $made->save();
            self::assertGreaterThan(0, $made->getId());
            self::assertNotSame(700, $made->getId());
            self::assertSame("made $i", self::readAgain($made)->getName());
            $given = (new ImportRow())->setId(600 - $i)->setName("given $i");
            $given->save();
            self::assertSame("given $i", self::readAgain($given)->getName());
        }
    }

    public function testANaturalKeyThatIsMissing(): void
    {
        $error = self::caught(OrmException::class, fn () => (new Country())->setName('nowhere')->save());
        if (self::adapter() !== 'mysql') {
            self::assertInstanceOf(NotNullViolationException::class, $error);
        }
        self::assertSame('0', self::database()->value('SELECT count(*) FROM country'));
    }

    public function testWhatIsDeletedIsNotSavedOrDeletedAgain(): void
    {
        $country = (new Country())->setCode('fr')->setName('France');
        $error = self::caught(OrmException::class, fn () => $country->delete());
        self::assertSame('This Country was never saved, so there is no row to delete.', $error->getMessage());
        $country->save();
        $sql = self::sqlOf(fn () => $country->delete());
        self::assertSame([self::quoted('DELETE FROM "country" WHERE "code" = ?')], $sql);
        self::assertTrue($country->isDeleted());
        self::assertSame('0', self::database()->value('SELECT count(*) FROM country'));
        $error = self::caught(ObjectDeletedException::class, fn () => $country->setName('x')->save());
        self::assertSame(
            'This Country was deleted and cannot be saved. Make a copy() to insert it again.',
            $error->getMessage(),
        );
        $error = self::caught(ObjectDeletedException::class, fn () => $country->delete());
        self::assertSame('This Country was deleted already.', $error->getMessage());
        $error = self::caught(OrmException::class, fn () => $country->reload());
        self::assertSame('This Country has no row to read again, because it was deleted.', $error->getMessage());
    }

    public function testADeleteWhoseRowIsGone(): void
    {
        $country = (new Country())->setCode('fr')->setName('France');
        $country->save();
        self::database()->pdo->exec('DELETE FROM country');
        $country->delete();
        self::assertTrue($country->isDeleted());
    }

    public function testReadingARowAgain(): void
    {
        $country = (new Country())->setCode('fr')->setName('France');
        $error = self::caught(OrmException::class, fn () => $country->reload());
        self::assertSame('This Country has no row to read again, because it was never saved.', $error->getMessage());
        $country->save();
        self::database()->pdo->exec("UPDATE country SET name = 'Frankreich', remark = 'new'");
        $country->setName('edited');
        $country->reload();
        self::assertSame(['Frankreich', 'new'], [$country->getName(), $country->getRemark()]);
        self::assertFalse($country->isModified());
        self::database()->pdo->exec('DELETE FROM country');
        $error = self::caught(RowGoneException::class, fn () => $country->reload());
        self::assertSame('The row of this Country is not in the database any more.', $error->getMessage());
    }

    public function testATableThatIsOnlyRead(): void
    {
        self::database()->pdo->exec("INSERT INTO archive_entry (id, name) VALUES (1, 'old')");
        $entry = (new ArchiveEntry());
        $message = 'The table "archive_entry" is read-only in the schema.';
        self::assertSame($message, self::caught(ReadOnlyException::class, fn () => $entry->save())->getMessage());
        $entry->hydrate([1, 'old']);
        self::assertSame(0, $entry->save());
        self::assertSame($message, self::caught(ReadOnlyException::class, fn () => $entry->delete())->getMessage());
        $entry->reload();
        self::assertSame('old', $entry->getName());
        self::assertFalse(\is_callable([$entry, 'setName']));
    }

    public function testATableWithoutAKey(): void
    {
        $line = (new LogLine())->setLine('one');
        self::assertSame(1, $line->save());
        (new LogLine())->setLine('two')->setLevel(3)->save();
        self::assertEquals(
            [['line' => 'one', 'level' => 1], ['line' => 'two', 'level' => 3]],
            self::database()->rows('SELECT * FROM log_line ORDER BY line'),
        );
        self::assertNull($line->getPrimaryKey());
        $refused = [
            'updated' => fn () => $line->setLine('changed')->save(),
            'deleted' => fn () => $line->delete(),
            'read again' => fn () => $line->reload(),
        ];
        foreach ($refused as $deed => $work) {
            self::assertSame(
                "The table \"log_line\" has no primary key: a row of it can be inserted, not $deed.",
                self::caught(OrmException::class, $work)->getMessage(),
            );
        }
        self::assertSame('2', self::database()->value('SELECT count(*) FROM log_line'));
    }

    public function testAConnectionThatIsGivenIsTheOneThatIsUsed(): void
    {
        $other = self::anotherConnection();
        $country = (new Country())->setCode('fr')->setName('France');
        $used = self::sqlOf(fn () => $country->save($other), $other);
        self::assertCount(1, $used);
        $notUsed = self::sqlOf(function () use ($country, $other): void {
            $country->setName('x')->save($other);
            $country->reload(false, $other);
            $country->delete($other);
        });
        self::assertSame([], $notUsed);
    }

    public function testObjectsThatWereSerialized(): void
    {
        $country = (new Country())->setCode('fr')->setName('France');
        self::con()->transaction(fn () => $country->save());
        $country->setRemark('edited');
        $copy = \unserialize(\serialize($country));
        self::assertInstanceOf(Country::class, $copy);
        self::assertFalse($copy->isNew());
        self::assertSame(['country.remark'], $copy->getModifiedColumns());
        self::assertSame(1, $copy->save());
        self::assertSame('edited', self::database()->value('SELECT remark FROM country'));
        $new = \unserialize(\serialize((new Country())->setCode('de')->setName('Germany')));
        self::assertInstanceOf(Country::class, $new);
        self::assertSame(1, $new->save());
    }

    public function testLargeValuesAreNotKeptInMemoryByStatements(): void
    {
        $small = (new ByteValues())->setLong('x');
        $small->save();
        $before = \memory_get_usage();
        foreach ([new ByteValues(), $small] as $object) {
            $object->setLong(\str_repeat('y', 8_000_000))->save();
            $object->setLong(null);
        }
        unset($object);
        self::assertLessThan(4_000_000, \memory_get_usage() - $before);
    }
}

<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Column;

use Bookstore\Author;
use Bookstore\Book;
use Bookstore\ByteValues;
use Bookstore\Country;
use Bookstore\DocumentValues;
use Bookstore\ExpressionValues;
use Bookstore\LabelValues;
use Bookstore\LazyValues;
use Bookstore\Map\BookTableMap;
use Bookstore\Mixedcase;
use Bookstore\MomentValues;
use Bookstore\NumberValues;
use Bookstore\Order;
use Bookstore\OrderQuery;
use Bookstore\PriceTag;
use Bookstore\Stock;
use Loose;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\UnknownColumnException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Columns by name: arrays, JSON, copies, texts. */
final class GenericAccessTest extends ModelTestCase
{
    public function testArraysByEveryKindOfName(): void
    {
        $book = (new Book())->setTitle('Emma')->setIsbn('x')->setPrice('7.5')->setPublishedAt('1815-12-23 10:00:00');
        $values = [null, 'Emma', 'x', '7.50', 0, '1815-12-23T10:00:00+00:00', null, null];
        $names = [
            TableMap::TYPE_PHPNAME => ['Id', 'Title', 'Isbn', 'Price', 'Quantity', 'PublishedAt', 'AuthorId', 'PublisherId'],
            TableMap::TYPE_CAMELNAME => ['id', 'title', 'isbn', 'price', 'quantity', 'publishedAt', 'authorId', 'publisherId'],
            TableMap::TYPE_FIELDNAME => ['id', 'title', 'isbn', 'price', 'quantity', 'published_at', 'author_id', 'publisher_id'],
            TableMap::TYPE_COLNAME => ['book.id', 'book.title', 'book.isbn', 'book.price', 'book.quantity', 'book.published_at',
                'book.author_id', 'book.publisher_id'],
            TableMap::TYPE_NUM => [0, 1, 2, 3, 4, 5, 6, 7],
        ];
        foreach ($names as $type => $keys) {
            $array = $book->toArray($type);
            self::assertSame(\array_combine($keys, $values), $array, $type);
            unset($array[$keys[0]], $array[$keys[6]]);
            $copy = (new Book())->fromArray($array, $type);
            self::assertSame($book->getModifiedColumns(), $copy->getModifiedColumns(), $type);
            self::assertEquals($book->getPublishedAt(), $copy->getPublishedAt());
        }
        self::assertSame($book->toArray(TableMap::TYPE_PHPNAME), $book->toArray());
        self::assertSame(BookTableMap::getFieldNames(), $names[TableMap::TYPE_PHPNAME]);
        self::assertSame('book.author_id', BookTableMap::translateFieldName(
            'AuthorId',
            TableMap::TYPE_PHPNAME,
            TableMap::TYPE_COLNAME,
        ));
    }

    public function testCopiesIntoAnotherObject(): void
    {
        $author = self::saved((new Author())->setName('Jane'));
        $book = self::saved((new Book())->setTitle('Emma')->setIsbn('x')->setPrice('7.5')->setAuthor($author));
        $new = (new Book())->setQuantity(9);
        $book->copyInto($new);
        self::assertTrue($new->isNew());
        self::assertSame([null, 'Emma', '7.50', 0], [$new->getId(), $new->getTitle(), $new->getPrice(), $new->getQuantity()]);
        self::assertGreaterThan($book->getId(), self::saved($new)->getId());

        $other = self::saved((new Book())->setTitle('Other')->setIsbn('y')->setPrice('7.5')->setAuthor($author));
        $id = $other->getId();
        $error = self::caught(OrmException::class, static fn (): mixed => $book->copyInto($other));
        self::assertStringContainsString('pass false as $makeNew', $error->getMessage());
        $book->copyInto($other, false, false);
        self::assertSame(['book.title', 'book.isbn'], $other->getModifiedColumns());
        self::assertSame([$id, 'Emma'], [$other->getId(), self::saved($other)->getTitle()]);
        $error = self::caught(OrmException::class, static fn (): mixed => $book->copyInto(new Author()));
        self::assertSame('copyInto() copies into another Book, and not into a Author.', $error->getMessage());
    }

    public function testWhatTheArrayDoesNotHaveStaysAsItIs(): void
    {
        $book = (new Book())->setTitle('Emma')->setIsbn('x');
        $book->fromArray(['Isbn' => null, 'Quantity' => 4, 'Nonsense' => 1]);
        self::assertSame(['Emma', null, 4], [$book->getTitle(), $book->getIsbn(), $book->getQuantity()]);
    }

    public function testEveryTypeGoesThroughAnArrayAndThroughJson(): void
    {
        $objects = [
            (new NumberValues())->setBig(\PHP_INT_MAX)->setDoubleOne(1.0)->setHuge(\str_repeat('9', 38))->setFlag(false)
                ->setBigText('9223372036854775807')->setMoney('1.10')->setSingle(0.5),
            (new MomentValues())->setDay('2024-02-29')->setClock('23:59:59.000001')->setClockPlain('10:00:00')
                ->setMoment('2024-01-02 03:04:05.678901')->setStampPlain('2024-01-02 03:04:05'),
            (new LabelValues())->setStyle('short story')->setPosition('third')->setPlain('no')->setTags(['blue', 'red'])
                ->setPlainTags(['c'])->setExtras([]),
            (new DocumentValues())->setDocument(['a' => ['b' => 1.0, 'c' => '😀']])->setWords(['x', '', '|']),
            (new ByteValues())->setFixed(\str_repeat("\xff", 16))->setShort("\0\xfe")->setStream("\x80\x81")->setLong(''),
        ];
        foreach ($objects as $object) {
            $read = self::saved($object);
            $class = $object::class;
            foreach ([null, TableMap::TYPE_FIELDNAME] as $type) {
                foreach (['fromArray' => $read->toArray($type), 'fromJson' => $read->toJson($type)] as $method => $form) {
                    $made = new $class();
                    $made->$method($form, $type);
                    $made->resetModified('id');
                    $again = self::saved($made);
                    self::assertNotSame($read->getPrimaryKey(), $again->getPrimaryKey());
                    $skipId = static fn (array $all): array => \array_slice($all, 1);
                    self::assertEquals($skipId($read->toArray()), $skipId($again->toArray()), "$class $method");
                }
            }
            self::assertSame($read->toJson(), \json_encode(
                $read,
                \JSON_UNESCAPED_UNICODE | \JSON_UNESCAPED_SLASHES | \JSON_PRESERVE_ZERO_FRACTION,
            ));
        }
    }

    public function testHowTypesLookInAnArray(): void
    {
        $moments = (new MomentValues())->setDay('2024-02-29')->setClock('23:59:59.000001')->setClockPlain('10:00')
            ->setMoment('2024-01-02 03:04:05.678901')->setStampPlain('2024-01-02 03:04:05');
        $array = $moments->toArray();
        self::assertSame('2024-02-29', $array['Day']);
        self::assertSame('23:59:59.000001', $array['Clock']);
        self::assertSame('10:00:00', $array['ClockPlain']);
        self::assertSame('2024-01-02T03:04:05.678901+00:00', $array['Moment']);
        self::assertSame('2024-01-02T03:04:05+00:00', $array['StampPlain']);
        $labels = (new LabelValues())->setStyle('essay')->setTags(['blue', 'red'])->toArray();
        self::assertSame(['essay', ['red', 'blue']], [$labels['Style'], $labels['Tags']]);
        $bytes = (new ByteValues())->setShort("\xff")->setStream("\xfe");
        self::assertSame(["\xff", "\xfe"], [$bytes->toArray()['Short'], $bytes->toArray()['Stream']]);
        self::assertStringContainsString('"Short":"/w==","Long":null,"Stream":"/g=="', $bytes->toJson());
    }

    public function testTextsOfAFormBecomeValues(): void
    {
        $numbers = new NumberValues();
        $numbers->fromArray(['Normal' => '42', 'Big' => '-9223372036854775808', 'DoubleOne' => '1.5', 'Flag' => '1',
            'Tiny' => '', 'Money' => 3, 'Active' => 'false', 'Small' => 7.0, 'Ratio' => 2]);
        self::assertSame(42, $numbers->getNormal());
        self::assertSame(\PHP_INT_MIN, $numbers->getBig());
        self::assertSame(1.5, $numbers->getDoubleOne());
        self::assertTrue($numbers->getFlag());
        self::assertNull($numbers->getTiny());
        self::assertSame('3.00', $numbers->getMoney());
        self::assertFalse($numbers->getActive());
        self::assertSame(7, $numbers->getSmall());
        self::assertSame(2.0, $numbers->getRatio());
        $refused = [
            ['Normal', '12x', 'number_values.normal does not take "12x": int is needed.'],
            ['Normal', 1.5, 'number_values.normal does not take 1.5: int is needed.'],
            ['Big', '9223372036854775808', 'number_values.big does not take "9223372036854775808": int is needed.'],
            ['Needed', null, 'number_values.needed does not take a value of type null: it cannot be null.'],
            ['Flag', 'perhaps', 'number_values.flag does not take "perhaps": true or false is needed, or 1, yes, on, y, +, 0, no, off, n, -.'],
            ['Normal', [1], 'number_values.normal does not take a value of type array: int is needed.'],
        ];
        foreach ($refused as [$name, $value, $message]) {
            $error = self::caught(InvalidValueException::class, fn () => $numbers->setByName($name, $value));
            self::assertSame($message, $error->getMessage());
        }
    }

    public function testJsonThatIsNone(): void
    {
        foreach (['{', '12', ''] as $text) {
            $error = self::caught(InvalidValueException::class, fn () => (new Book())->fromJson($text));
            self::assertSame('fromJson() needs a JSON object with the columns by name.', $error->getMessage());
        }
        $error = self::caught(InvalidValueException::class, fn () => (new ByteValues())->fromJson('{"Short": "*"}'));
        self::assertSame('byte_values.short does not take "*": bytes in base64 are needed.', $error->getMessage());
    }

    public function testByNameAndByPosition(): void
    {
        $book = new Book();
        $book->setByName('Title', 'Emma')->setByName('author_id', 3, TableMap::TYPE_FIELDNAME)->setByPosition(4, 9);
        self::assertSame('Emma', $book->getByName('book.title', TableMap::TYPE_COLNAME));
        self::assertSame(3, $book->getByName('authorId', TableMap::TYPE_CAMELNAME));
        self::assertSame(9, $book->getByPosition(4));
        self::assertSame('Emma', $book->getByName('1', TableMap::TYPE_NUM));
        $error = self::caught(UnknownColumnException::class, fn () => $book->getByName('title'));
        self::assertSame('Table "book" has no column "title". Did you mean "Title"?', $error->getMessage());
        $error = self::caught(UnknownColumnException::class, fn () => $book->getByPosition(8));
        self::assertSame('Table "book" has no column at position 8; it has 8.', $error->getMessage());
        $error = self::caught(UnknownColumnException::class, fn () => $book->setByPosition(-1, 1));
        self::assertSame('Table "book" has no column at position -1; it has 8.', $error->getMessage());
    }

    public function testLazyColumnsCanBeLeftOut(): void
    {
        $read = self::saved((new LazyValues())->setName('n')->setBody('b'));
        $sql = self::sqlOf(fn () => self::assertSame(
            ['Id' => $read->getId(), 'Name' => 'n', 'Rating' => null],
            $read->toArray(TableMap::TYPE_PHPNAME, false),
        ));
        self::assertSame([], $sql);
        self::assertSame('b', $read->toArray()['Body']);
        self::assertStringNotContainsString('Body', self::readAgain($read)->toJson(TableMap::TYPE_PHPNAME, false));
    }

    public function testCopies(): void
    {
        $author = (new Author())->setName('Jane')->setEmail('j@example.org');
        $author->save();
        $copy = $author->copy();
        self::assertTrue($copy->isNew());
        self::assertNull($copy->getId());
        self::assertSame('Jane', $copy->getName());
        $copy->setEmail(null)->save();
        self::assertNotSame($author->getId(), $copy->getId());
        self::assertSame('2', self::database()->value('SELECT count(*) FROM author'));

        $country = (new Country())->setCode('fr')->setName('France');
        $country->save();
        self::assertSame('fr', $country->copy()->getCode());

        $lazy = self::saved((new LazyValues())->setBody('long')->setPicture('p'));
        $again = self::saved($lazy->copy());
        self::assertSame('long', $again->getBody());
        self::assertSame('p', \stream_get_contents($again->getPicture() ?? self::fail('no stream')));
    }

    public function testCopiesOfDefaultsThatTheDatabaseWorksOut(): void
    {
        $new = (new ExpressionValues())->setName('x');
        $copy = $new->copy();
        self::assertSame(['expression_values.name'], $copy->getModifiedColumns());
        self::assertSame(3, self::saved($copy)->getSum());
        $new->save();
        self::assertSame(3, self::saved($new->copy())->getSum());
        $deleted = self::saved((new ExpressionValues())->setName('y')->setSum(9));
        $deleted->delete();
        self::assertSame(9, self::saved($deleted->copy())->getSum());
    }

    public function testTexts(): void
    {
        self::assertSame('Emma', (string) (new Book())->setTitle('Emma'));
        self::assertSame('', (string) new Book());
        self::assertSame('{"Id":null,"Name":"x","Kind":"one"}', (string) (new Loose())->setName('x')->setKind('one'));
    }

    public function testEquality(): void
    {
        $one = self::saved((new Country())->setCode('fr')->setName('France'));
        $two = self::readAgain($one);
        self::assertNotSame($one, $two);
        self::assertTrue($one->equals($two));
        self::assertTrue($one->equals($one));
        self::assertFalse($one->equals(null));
        self::assertFalse($one->equals((new Country())->setCode('de')));
        self::assertFalse((new Country())->equals(new Country()));
        self::assertFalse($one->equals((new Author())->setName('fr')));
        $stock = (new Stock())->setShop('1')->setItem(11);
        self::assertTrue($stock->equals((new Stock())->setShop('1')->setItem(11)));
        self::assertFalse($stock->equals((new Stock())->setShop('11')->setItem(1)));
    }

    public function testVirtualColumns(): void
    {
        $book = (new Book())->setTitle('Emma')->setVirtualColumn('Copies', 3);
        self::assertTrue($book->hasVirtualColumn('Copies'));
        self::assertSame(3, $book->getVirtualColumn('Copies'));
        self::assertSame(['Copies' => 3], $book->getVirtualColumns());
        self::assertSame(3, $book->toArray()['Copies']);
        self::assertFalse($book->isColumnModified('Price'));
        $error = self::caught(OrmException::class, fn () => $book->getVirtualColumn('Copy'));
        self::assertSame(
            'This Book has no virtual column "Copy"; withColumn() of the query that read it makes one.',
            $error->getMessage(),
        );
    }

    public function testNamesThatAreWordsOfSqlOrOfPhp(): void
    {
        $order = (new Order())->setSelect('s')->setFrom(1)->setUnloaded('u')->setSaving(true)->setCon('c')->setThis('t');
        $read = self::saved($order->setOdd('o'));
        self::assertSame(
            ['s', 1, 'u', true, 'c', 't', 'o'],
            [$read->getSelect(), $read->getFrom(), $read->getUnloaded(), $read->getSaving(), $read->getCon(),
                $read->getThis(), $read->getOdd()],
        );
        $read->setSelect('s2')->setOdd('o2')->setUnloaded('u2');
        $again = self::saved($read);
        self::assertSame(['s2', 'o2', 'u2'], [$again->getSelect(), $again->getOdd(), $again->getUnloaded()]);
        self::saved($again->setComparison('x'));
        self::assertSame(1, OrderQuery::create()->filterByComparison('x')->filterByComparison('y', Criteria::NOT_EQUAL)->count());
        self::assertSame('o2', $again->getByName('a b "c" `d`', TableMap::TYPE_FIELDNAME));
        $again->delete();
        self::assertNull(self::find($again));

        $mixed = self::saved((new Mixedcase())->setCamelcase('c')->setUpper(3)->setSnakeAndCamel('s'));
        self::assertSame(['c', 3, 's'], [$mixed->getCamelcase(), $mixed->getUpper(), $mixed->getSnakeAndCamel()]);
        self::assertSame(1, $mixed->setUpper(4)->save());
    }

    public function testATableOutsideAnyNamespace(): void
    {
        $read = self::saved((new Loose())->setName('x')->setKind('two'));
        self::assertSame(\Enum\LooseKind::from('two'), $read->getKind());
        self::assertSame('Loose', $read::class);
    }

    public function testReloadedColumns(): void
    {
        $tag = (new PriceTag())->setLabel('x');
        $sql = self::sqlOf(fn () => $tag->save());
        self::assertCount(2, $sql);
        self::assertStringStartsWith('SELECT ', $sql[1]);
        $sql = self::sqlOf(fn () => self::assertSame(42, $tag->getNumber()));
        self::assertSame([], $sql);
        self::database()->pdo->exec('UPDATE price_tag SET number = 7');
        self::assertSame(1, $tag->setLabel('y')->save());
        self::assertSame([7, 'y'], [$tag->getNumber(), $tag->getLabel()]);
    }
}

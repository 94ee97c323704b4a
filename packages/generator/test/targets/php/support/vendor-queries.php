<?php

/** A broad set of queries and writes through generated classes, as applications write them. */

declare(strict_types=1);

use Library\Author;
use Library\AuthorQuery;
use Library\Book;
use Library\BookQuery;
use Library\Category;
use Library\CategoryQuery;
use Library\Copy;
use Library\CopyQuery;
use Library\Disc;
use Library\DiscQuery;
use Library\Enum\BookStyle;
use Library\Enum\BookTags;
use Library\Film;
use Library\Journal;
use Library\JournalQuery;
use Library\MediumQuery;
use Library\Publisher;
use Library\Remark;
use Library\RemarkQuery;
use Library\Review;
use Library\ReviewQuery;
use Library\Shelf;
use Library\ShelfQuery;
use Library\Tape;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Exception\QueryException;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Query\SqlExpression;

$con = require __DIR__ . '/recording.php';
\assert($con instanceof ConnectionWrapper);
$oracle = $con->adapter->getName() === 'oracle';

// Rows

$authors = $books = [];
record('rows', static function () use (&$authors, &$books): void {
    foreach (['Tolstoy', "O'Brien [100%_!]", 'Ümläut 😀'] as $name) {
        $authors[] = $author = (new Author())->setName($name)->setBorn('1900-02-28');
        $author->save();
    }
    $publisher = (new Publisher())->setName('House');
    $publisher->save();
    foreach (['War', 'peace', '100% [ok]_!', ''] as $index => $title) {
        $book = (new Book())->setTitle($title === '' ? 'none' : $title)->setAuthor($authors[$index % 2]);
        if ($index < 3) {
            $book->setIsbn("978-$index")->setPrice('9.5')->setQuantity($index)->setWeight(0.1 + $index)
                ->setPublishedAt("2024-02-2$index 12:30:00")->setOpens('08:30:00')->setSold($index === 1)
                ->setStyle(BookStyle::cases()[$index])->setTags([BookTags::cases()[$index], BookTags::cases()[0]])
                ->setWords(['a', "it's | [b]", '100%'])->setDocument(['a' => [1, 2]])
                ->setToken('0a1b2c3d-4e5f-4000-8000-00000000000' . $index)->setNotes("It's long")
                ->setCover("\x00\xff'")->setSummary('none')->setPublisher($publisher);
        }
        $book->save();
        $books[] = $book;
        foreach (\range(0, $index) as $stars) {
            (new Review())->setBook($book)->setStars($stars)->setText("stars $stars")->save();
        }
    }
    $root = (new Category())->setName('root');
    $leaf = (new Category())->setName('leaf')->setParent($root);
    $leaf->save();
    $books[0]->addCategory($leaf);
    $books[0]->save();
    (new Shelf())->setRoom('cellar')->setNumber(1)->setAmount(5)->save();
    (new Shelf())->setRoom('attic')->setNumber(1)->save();
    (new Copy())->setRoom('cellar')->setNumber(1)->save();
    (new Tape())->setTitle('tape')->save();
    (new Disc())->setTitle('disc')->save();
    (new Film())->setTitle('film')->save();
    (new Remark())->setBook($books[1])->setText('about a book')->save();
    (new Journal())->setLine('one')->save();
});

$find = static function (string $name, callable $make): void {
    record($name, static function () use ($make): void {
        $query = $make();
        $query->find();
        // Both say the same, the one without a connection.
        $last = Recorder::$sent[\array_key_last(Recorder::$sent)]['sql'];
        if ($query->toSql() !== $last) {
            throw new LogicException("toSql() differs from what was sent:\n{$query->toSql()}\n$last");
        }
    });
};

// Conditions

$find('all', static fn () => BookQuery::create());
$find('equal', static fn () => BookQuery::create()->filterByTitle('War'));
$find('equal: quote', static fn () => AuthorQuery::create()->filterByName("O'Brien [100%_!]"));
$find('equal: empty text', static fn () => BookQuery::create()->filterByIsbn(''));
$find('equal: null', static fn () => BookQuery::create()->filterByIsbn(null, Criteria::ISNULL));
$find('not null', static fn () => BookQuery::create()->filterByIsbn(null, Criteria::ISNOTNULL));
$find('not equal', static fn () => BookQuery::create()->filterByTitle('War', Criteria::NOT_EQUAL));
$find('list', static fn () => BookQuery::create()->filterById([1, 2, 3]));
$find('list: one', static fn () => BookQuery::create()->filterById([2]));
$find('list: none', static fn () => BookQuery::create()->filterById([]));
$find('list: texts', static fn () => BookQuery::create()->filterByTitle(['War', 'peace', 'x']));
$find('list: with null', static fn () => BookQuery::create()->filterByIsbn(['978-1', null]));
$find('list: not in', static fn () => BookQuery::create()->filterById([1, 2], Criteria::NOT_IN));
$find('list: not in none', static fn () => BookQuery::create()->filterById([], Criteria::NOT_IN));
$find('list: long', static fn () => BookQuery::create()->filterById(\range(1, 1500)));
$find('list: long, not in', static fn () => BookQuery::create()->filterById(\range(2, 1500), Criteria::NOT_IN));
$find('list: long texts', static fn () => BookQuery::create()->filterByTitle([...\array_map(static fn (int $number): string => "title $number", \range(1, 1100)), 'War']));
$find('range', static fn () => BookQuery::create()->filterByPrice(['min' => '1.5', 'max' => 20]));
$find('range: one end', static fn () => BookQuery::create()->filterByQuantity(['min' => 1]));
$find('range: days', static fn () => AuthorQuery::create()->filterByBorn(['min' => '1899-01-01', 'max' => '1901-12-31']));
$find('greater', static fn () => BookQuery::create()->filterByQuantity(0, Criteria::GREATER_THAN));
$find('moment', static fn () => BookQuery::create()->filterByPublishedAt('2024-02-21 12:30:00'));
$find('moment: before', static fn () => BookQuery::create()->filterByPublishedAt('2024-02-21 12:30:01', Criteria::LESS_THAN));
$find('clock', static fn () => BookQuery::create()->filterByOpens('08:30:00'));
$find('boolean', static fn () => BookQuery::create()->filterBySold(true));
$find('boolean: false', static fn () => BookQuery::create()->filterBySold(false));
$find('float', static fn () => BookQuery::create()->filterByWeight(1.05, Criteria::GREATER_THAN));
$find('enum', static fn () => BookQuery::create()->filterByStyle(BookStyle::cases()[1]));
$find('enum: list', static fn () => BookQuery::create()->filterByStyle([BookStyle::cases()[0], BookStyle::cases()[1]]));
$find('set', static fn () => BookQuery::create()->filterByTags([BookTags::cases()[0], BookTags::cases()[1]]));
$find('set: some', static fn () => BookQuery::create()->filterByTags([BookTags::cases()[1]], Criteria::CONTAINS_SOME));
$find('set: none', static fn () => BookQuery::create()->filterByTags([BookTags::cases()[1]], Criteria::CONTAINS_NONE));
$find('set: equal', static fn () => BookQuery::create()->filterByTags([BookTags::cases()[0]], Criteria::EQUAL));
$find('bits', static fn () => BookQuery::create()->filterByQuantity(2, Criteria::BINARY_AND));
$find('words', static fn () => BookQuery::create()->filterByWords(["it's | [b]"]));
$find('words: some', static fn () => BookQuery::create()->filterByWords(['100%', 'x'], Criteria::CONTAINS_SOME));
$find('words: none', static fn () => BookQuery::create()->filterByWords(['100_'], Criteria::CONTAINS_NONE));
$find('words: equal', static fn () => BookQuery::create()->filterByWords(['a', "it's | [b]", '100%'], Criteria::EQUAL));
$find('document', static fn () => BookQuery::create()->filterByDocument(['a' => [1, 2]]));
$find('uuid', static fn () => BookQuery::create()->filterByToken('0A1B2C3D-4e5f-4000-8000-000000000001'));
$find('uuid: list', static fn () => BookQuery::create()->filterByToken([
    '0a1b2c3d-4e5f-4000-8000-000000000001',
    '0a1b2c3d-4e5f-4000-8000-000000000002',
]));
$find('long text', static fn () => BookQuery::create()->filterByNotes("It's long"));
$find('long text: list', static fn () => BookQuery::create()->filterByNotes(["It's long", 'other']));
$find('long text: not', static fn () => BookQuery::create()->filterByNotes('x', Criteria::NOT_EQUAL));
$find('bytes', static fn () => BookQuery::create()->filterByCover("\x00\xff'"));
$find('like', static fn () => BookQuery::create()->filterByTitle('W%', Criteria::LIKE));
$find('like: several', static fn () => BookQuery::create()->filterByTitle(['W%', '%c%'], Criteria::LIKE));
$find('like: not', static fn () => BookQuery::create()->filterByTitle('W%', Criteria::NOT_LIKE));
$find('like: any case', static fn () => BookQuery::create()->filterByTitle('w%', Criteria::ILIKE));
$find('like: not, any case', static fn () => BookQuery::create()->filterByTitle('w%', Criteria::NOT_ILIKE));
$find('any case', static fn () => BookQuery::create()->setIgnoreCase()->filterByTitle('WAR')->filterByNotes('x', Criteria::NOT_EQUAL));
$find('any case: list', static fn () => BookQuery::create()->setIgnoreCase()->filterByTitle(['WAR', 'PEACE']));
$find('or', static fn () => BookQuery::create()->filterByTitle('War')->_or()->filterByTitle('peace')->filterBySold(false));
$find('combine', static fn () => BookQuery::create()
    ->condition('a', 'Book.Title = ?', 'War')
    ->condition('b', 'Book.Price > ?', 1.5)
    ->combine(['a', 'b'], Criteria::LOGICAL_AND, 'ab')
    ->condition('c', 'Book.Quantity IN ?', [2, 3])
    ->combine(['ab', 'c'], Criteria::LOGICAL_OR));
$find('where', static fn () => BookQuery::create()->where('LOWER(Book.Title) = ?', 'war')->where('Book.Quantity + 1 < ?', 5));
$find('where: moment', static fn () => BookQuery::create()->where('Book.PublishedAt >= ?', new DateTimeImmutable('2024-02-21 12:30')));
$find('keys', static fn () => BookQuery::create()->filterByPrimaryKeys([1, 3]));
$find('keys: of two columns', static fn () => ShelfQuery::create()->filterByPrimaryKeys([['cellar', 1], ['attic', 1]]));
$find('prune', static fn () => ShelfQuery::create()->prune((new Shelf())->setRoom('attic')->setNumber(1)));

// Tables

$find('alias', static fn () => BookQuery::create('b')->where('b.Title = ?', 'War')->orderBy('b.Id'));
$find('join', static fn () => BookQuery::create()->joinAuthor()->where('Author.Name = ?', 'Tolstoy'));
$find('join: left', static fn () => BookQuery::create()->leftJoinPublisher()->where('Publisher.Id IS NULL'));
$find('join: alias', static fn () => BookQuery::create()->joinAuthor('writer')->where('writer.Name LIKE ?', 'T%'));
$find('join: condition', static fn () => BookQuery::create()
    ->leftJoinReview()->addJoinCondition('Review', 'Review.Stars > ?', 1)->orderById());
$find('join: itself', static fn () => CategoryQuery::create()->leftJoinParent()->where('Parent.Name = ?', 'root'));
$find('join: two columns', static fn () => CopyQuery::create()->joinWithShelf());
$find('join: several tables', static fn () => RemarkQuery::create()->joinWithBook());
$find('with', static fn () => BookQuery::create()->joinWithAuthor()->joinWithPublisher()->orderByTitle());
$find('with: limit', static fn () => BookQuery::create()->joinWithAuthor()->leftJoinWithPublisher()->orderById()->limit(2));
$find('with: itself', static fn () => CategoryQuery::create()->leftJoinWithParent()->orderById()->limit(5));
$find('with: many', static fn () => BookQuery::create()->leftJoinWithReview()->orderById());
$find('with: many, limit', static fn () => BookQuery::create()->leftJoinWithReview()->orderByTitle('DESC')->limit(2)->offset(1));
$find('with: many, limit, no order', static fn () => BookQuery::create()->leftJoinWithReview()->limit(2));
$find('with: many, conditions, limit', static fn () => AuthorQuery::create()
    ->joinWith('Book')->joinWith('Book.Review')->useBookQuery()->filterByQuantity(0, Criteria::GREATER_EQUAL)->endUse()
    ->orderByName()->limit(1));
$find('use', static fn () => BookQuery::create()
    ->useAuthorQuery()->filterByName('Tolstoy')->orderByName()->endUse()->orderByPrice('desc'));
$find('use: exists', static fn () => AuthorQuery::create()->useBookExistsQuery()->filterByQuantity(1)->endUse());
$find('use: not exists', static fn () => AuthorQuery::create()->useBookNotExistsQuery()->filterByTitle('War')->endUse());
$find('use: in', static fn () => BookQuery::create()->useInReviewQuery()->filterByStars(2)->endUse());
$find('use: not in', static fn () => BookQuery::create()->useNotInReviewQuery()->filterByStars(2)->endUse());
$find('use: in, two columns', static fn () => ShelfQuery::create()->useInCopyQuery()->endUse());
$find('exists: own', static fn () => AuthorQuery::create()->whereExists(
    BookQuery::create()->where('Book.AuthorId = 1')->orderByTitle()->limit(1),
));
$find('related', static fn () => BookQuery::create()->filterByAuthor($authors[0]));
$find('related: several', static fn () => BookQuery::create()->filterByAuthor($authors));
$find('related: none', static fn () => BookQuery::create()->filterByPublisher(null));
$find('related: many to many', static fn () => BookQuery::create()->filterByCategory((static function () {
    $category = new Category();
    $category->hydrate([2, 'leaf', 1]);

    return $category;
})()));
$find('related: two columns', static fn () => CopyQuery::create()->filterByShelf((new Shelf())->setRoom('cellar')->setNumber(1)));
$find('from a subquery', static fn () => BookQuery::create()
    ->addSelectQuery(BookQuery::create()->filterByQuantity(['min' => 0])->orderById()->limit(3), 'few')->orderById('DESC'));
$find('classes', static fn () => DiscQuery::create()->orderByTitle());
$find('classes: all', static fn () => MediumQuery::create()->filterByTitle('x', Criteria::NOT_EQUAL)->orderById());

// Shape

$find('order', static fn () => BookQuery::create()->orderByPrice('DESC')->orderById());
$find('limit', static fn () => BookQuery::create()->limit(2));
$find('limit: order', static fn () => BookQuery::create()->orderByTitle()->limit(2));
$find('limit: offset', static fn () => BookQuery::create()->orderById()->limit(2)->offset(3));
$find('offset', static fn () => BookQuery::create()->orderById()->offset(1));
$find('limit: none', static fn () => BookQuery::create()->orderById()->limit(0));
$find('limit: large', static fn () => BookQuery::create()->orderById()->limit(3000000000)->offset(1));
$find('distinct', static fn () => AuthorQuery::create()->distinct()->joinBook()->orderById());
$find('distinct: limit', static fn () => AuthorQuery::create()->distinct()->joinBook()->limit(2));
$find('distinct: large values', static fn () => BookQuery::create()->distinct()->joinReview()->orderById()->limit(3));
$find('column', static fn () => AuthorQuery::create()->withColumn('UPPER(Author.Name)', 'Shout')->orderBy('Shout', 'DESC'));
$find('column: limit', static fn () => AuthorQuery::create()->withColumn('LOWER(Author.Name)', 'lower_name')->orderBy('lower_name')->limit(1));
$find('group', static fn () => ReviewQuery::create()
    ->groupByBookId()->withColumn('COUNT(*)', 'Amount')->having('COUNT(*) > ?', 1)->select(['BookId', 'Amount']));
$find('group: class', static fn () => AuthorQuery::create()
    ->joinBook()->withColumn('COUNT(Book.Id)', 'BookCount')->groupByClass('Author')->orderBy('BookCount', 'DESC')->orderById());
$find('group: alias', static fn () => BookQuery::create()
    ->withColumn('LOWER(Book.Title)', 'Low')->groupBy('Low')->select(['Low']));
$find('comment', static fn () => AuthorQuery::create()->setComment('why; -- is this */ here?')->filterByName('Tolstoy'));
$find('select', static fn () => BookQuery::create()->orderById()->select('Title'));
$find('select: several', static fn () => BookQuery::create()->joinAuthor()->orderById()->select(['Id', 'Author.Id', 'Author.Name']));
$find('select: limit', static fn () => BookQuery::create()->joinAuthor()->select(['Id', 'Author.Id'])->orderBy('Id')->limit(2));
$find('select: distinct', static fn () => BookQuery::create()->distinct()->select('Quantity')->orderBy('Quantity'));
$find('select: column', static fn () => BookQuery::create()->withColumn('MAX(Book.Quantity)', 'Most')->select(['Most']));

record('one', static fn () => BookQuery::create()->filterByTitle('War')->findOne());
record('one: order', static fn () => BookQuery::create()->orderByPrice()->findOne());
record('one: key', static fn () => BookQuery::create()->findPk(1));
record('one: key of two columns', static fn () => ShelfQuery::create()->findPk(['cellar', 1]));
record('one: by column', static fn () => BookQuery::create()->findOneByIsbn('978-1'));
record('one: with', static fn () => BookQuery::create()->joinWithAuthor()->findOne());
record('several keys', static fn () => BookQuery::create()->findPks([1, 2]));
record('count', static fn () => BookQuery::create()->filterByQuantity(['min' => 1])->count());
record('count: with many', static fn () => BookQuery::create()->leftJoinWithReview()->count());
record('count: limit', static fn () => BookQuery::create()->orderById()->limit(3)->count());
record('count: distinct', static fn () => AuthorQuery::create()->joinBook()->distinct()->count());
record('count: large values', static fn () => BookQuery::create()->joinReview()->distinct()->count());
record('count: group', static fn () => ReviewQuery::create()->groupByBookId()->having('COUNT(*) > ?', 1)->count());
record('count: values', static fn () => BookQuery::create()->distinct()->select('Quantity')->count());
record('exists', static fn () => BookQuery::create()->filterByTitle('War')->exists());
record('exists: join', static fn () => BookQuery::create()->leftJoinWithReview()->offset(1)->exists());
record('exists: column', static fn () => AuthorQuery::create()->withColumn('UPPER(Author.Name)', 'Shout')->orderBy('Shout')->exists());
record('page', static fn () => BookQuery::create()->orderByTitle()->paginate(1, 2)->getResults());
record('page: later', static function (): void {
    Recorder::$answers = [[5]];
    BookQuery::create()->orderByTitle()->paginate(2, 2)->getResults();
});
record('iterate', static fn () => \iterator_to_array(BookQuery::create()->iterate()));
record('iterate: order', static fn () => \iterator_to_array(
    $con->adapter->getName() === 'pgsql' ? new ArrayIterator() : BookQuery::create()->orderByTitle()->iterate(),
));
record('lazy', static function (): void {
    $book = new Book();
    $book->hydrate([1, 'War', null, '9.50', 0, null, null, null, 0, null, null, null, null, null, null, 1, null]);
    Recorder::$answers = [['00'], ['text']];
    $book->getCover();
    $book->getSummary();
});

// Locks

$find('lock', static fn () => BookQuery::create()->filterById(1)->lockForUpdate());
$find('lock: order', static fn () => BookQuery::create()->orderByTitle()->lockForUpdate());
$find('lock: share', static fn () => BookQuery::create()->filterById(1)->lockForShare());
$find('lock: no wait', static fn () => BookQuery::create()->filterById(1)->lockForUpdate([], true));
$find('lock: join', static fn () => BookQuery::create()->joinWithAuthor()->lockForUpdate());
$find('lock: one table', static fn () => BookQuery::create()->joinWithAuthor()->lockForUpdate(['Book']));
$find('lock: limit', static fn () => BookQuery::create()->filterByQuantity(['min' => 0])->orderById()->limit(2)->lockForUpdate());
$find('lock: limit, no condition', static fn () => ShelfQuery::create()->orderByRoom()->limit(1)->lockForUpdate());
$find('lock: with many, limit', static fn () => BookQuery::create()->innerJoinWithReview()->orderById()->limit(2)->lockForUpdate());
record('lock: one', static fn () => BookQuery::create()->filterByTitle('War')->lockForUpdate()->findOne());
if ($oracle) {
    foreach ([
        AuthorQuery::create()->distinct()->lockForUpdate(),
        ReviewQuery::create()->groupByBookId()->lockForUpdate(),
        JournalQuery::create()->limit(1)->lockForUpdate(),
    ] as $query) {
        try {
            $query->toSql();
        } catch (InvalidQueryException $refusal) {
            if (\str_starts_with($refusal->getMessage(), 'Oracle locks rows of tables only')) {
                continue;
            }
        }
        throw new LogicException('Oracle was asked to lock what it cannot lock.');
    }
}

// Writes; the last ones, for they change what queries find

record('update', static fn () => BookQuery::create()->filterByTitle('War')->update(['Quantity' => 7, 'Price' => '1.25', 'Isbn' => null]));
record('update: expression', static fn () => BookQuery::create()->filterById([1, 2])->update([
    'Quantity' => new SqlExpression('Book.Quantity + ?', [1]),
]));
record('update: all', static fn () => BookQuery::create()->update(['Sold' => true]));
record('update: join', static fn () => BookQuery::create()->joinAuthor()->where('Author.Name = ?', 'Tolstoy')->update(['Quantity' => 8]));
record('update: limit', static fn () => BookQuery::create()->orderById()->limit(2)->update(['Quantity' => 9]));
record('update: alias', static fn () => BookQuery::create('b')->where('b.Quantity = ?', 9)->update(['Quantity' => 10]));
record('update: use', static fn () => AuthorQuery::create()->useBookExistsQuery()->filterByQuantity(10)->endUse()->update(['Email' => 'a@b']));
record('update: two columns', static fn () => ShelfQuery::create()->orderByRoom()->limit(1)->update(['Amount' => 3]));
record('update: object', static function () use (&$books): void {
    $books[0]->setTitle('New')->setCover("\x01")->setSummary('x')->setPublishedAt(null);
    $books[0]->save();
});
record('savepoint', static function () use ($con): void {
    $con->beginTransaction();
    $con->beginTransaction();
    (new Publisher())->setName('gone')->save();
    $con->rollBack();
    $con->beginTransaction();
    $con->commit();
    $con->commit();
});
record('failure', static function () use ($con): void {
    $publisher = (new Publisher())->setName('again');
    Recorder::$failing = true;
    try {
        $publisher->save();
        throw new LogicException('The INSERT did not fail.');
    } catch (QueryException) {
    }
    if ($publisher->getId() !== null || !$publisher->isNew()) {
        throw new LogicException('A failed INSERT left its key behind.');
    }
    $publisher->save();
    $con->beginTransaction();
    $undone = (new Publisher())->setName('undone');
    $undone->save();
    $con->rollBack();
    if ($undone->getId() !== null || !$undone->isNew()) {
        throw new LogicException('A rolled back INSERT left its key behind.');
    }
    $undone->save();
});
record('delete', static fn () => ReviewQuery::create()->filterByStars(3)->delete());
record('delete: join', static fn () => ReviewQuery::create()->joinBook()->where('Book.Title = ?', 'peace')->delete());
record('delete: limit', static fn () => ReviewQuery::create()->orderById('DESC')->limit(1)->delete());
record('delete: alias', static fn () => RemarkQuery::create('r')->where('r.Id = ?', 1)->delete());
record('delete: two columns', static fn () => CopyQuery::create()->filterById(1)->delete());
record('delete: keys of two columns', static fn () => ShelfQuery::create()->orderByRoom()->limit(1)->delete());
record('delete: object', static function (): void {
    $author = new Author();
    $author->hydrate([3, 'Ümläut', null, null]);
    $author->delete();
});
record('delete: all', static fn () => JournalQuery::create()->deleteAll());

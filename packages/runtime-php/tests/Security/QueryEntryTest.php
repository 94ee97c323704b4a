<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Security;

use Bookstore\BookQuery;
use Bookstore\ReviewQuery;
use Orm\Runtime\Exception\InvalidQueryException;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Query\ModelQuery;
use Orm\Runtime\Query\Pager;
use Orm\Runtime\Query\Selection;
use Orm\Runtime\Query\SqlExpression;

/** Attempts at injection through everything that takes a text in a query. */
final class QueryEntryTest extends SecurityTestCase
{
    public function testEveryTextOfAQueryIsRefusedOrBound(): void
    {
        $developers = [self::DEVELOPERS, null];
        $refused = static fn (callable $call): array => [self::REFUSED, $call];
        $bound = static fn (callable $call): array => [self::BOUND, $call];
        $harmless = static fn (callable $call): array => [self::HARMLESS, $call];
        $this->attemptAll(ModelQuery::class, [
            '__construct.alias' => $harmless(static fn (string $text) => new BookQuery($text)),
            'setModelAlias.alias' => $harmless(static fn (string $text) => self::books()->setModelAlias($text)),
            'filterBy.column' => $refused(static fn (string $text) => self::books()->filterBy($text, 1)),
            'filterBy.value' => $bound(static fn (string $text) => self::books()->filterBy('Isbn', $text)),
            'filterBy.comparison' => $refused(static fn (string $text) => self::books()->filterBy('Title', 'War', $text)),
            'filterByArray.conditions' => $refused(static fn (string $text) => self::books()->filterByArray([$text => 1])),
            'filterRelatedTo.relation' => $refused(static fn (string $text) => self::books()->filterRelatedTo($text, null)),
            'filterRelatedTo.objects' => $refused(static fn (string $text) => self::books()->filterRelatedTo('Author', [$text])),
            'filterRelatedTo.comparison' => $refused(static fn (string $text) => self::books()->filterRelatedTo('Author', [], $text)),
            'connectionNamed.name' => $refused(static fn (string $text) => self::books()->connectionNamed($text)),
            'where.clause' => $developers,
            'where.value' => $bound(static fn (string $text) => self::books()->where('Book.Title = ?', $text)),
            'having.clause' => $developers,
            'having.value' => $bound(
                static fn (string $text) => self::books()->groupBy('Title')->having('MAX(Book.Title) = ?', $text)->select('Title'),
            ),
            'condition.name' => $harmless(
                static fn (string $text) => self::books()->condition($text, 'Book.Id = -1')->combine([$text]),
            ),
            'condition.clause' => $developers,
            'condition.value' => $bound(
                static fn (string $text) => self::books()->condition('c', 'UPPER(Book.Title) = ?', $text)->combine(['c']),
            ),
            'combine.names' => $refused(static fn (string $text) => self::books()->condition('c', '1 = 1')->combine(['c', $text])),
            'combine.operator' => $refused(static fn (string $text) => self::books()->condition('c', '1 = 1')->combine(['c'], $text)),
            'combine.name' => $harmless(
                static fn (string $text) => self::books()->condition('c', '1 = 0')->combine(['c'], 'or', $text)->combine([$text]),
            ),
            'join.relation' => $refused(static fn (string $text) => self::books()->join($text)),
            'join.joinType' => $refused(static fn (string $text) => self::books()->join('Author', $text)),
            'leftJoin.relation' => $refused(static fn (string $text) => self::books()->leftJoin($text)),
            'rightJoin.relation' => $refused(static fn (string $text) => self::books()->rightJoin("Book.$text")),
            'innerJoin.relation' => $refused(static fn (string $text) => self::books()->innerJoin("$text.Author")),
            'joinWith.relation' => $refused(static fn (string $text) => self::books()->joinWith($text)),
            'joinWith.joinType' => $refused(static fn (string $text) => self::books()->joinWith('Author', $text)),
            'leftJoinWith.relation' => $refused(static fn (string $text) => self::books()->leftJoinWith($text)),
            'rightJoinWith.relation' => $refused(static fn (string $text) => self::books()->rightJoinWith($text)),
            'innerJoinWith.relation' => $harmless(static fn (string $text) => self::books()->innerJoinWith("Author $text")),
            'with.name' => $refused(static fn (string $text) => self::books()->join('Author')->with($text)),
            'addJoinCondition.name' => $refused(static fn (string $text) => self::books()->addJoinCondition($text, '1 = 1')),
            'addJoinCondition.clause' => $developers,
            'addJoinCondition.value' => $bound(
                static fn (string $text) => self::books()->join('Author')->addJoinCondition('Author', 'Author.Name = ?', $text),
            ),
            'addJoinCondition.operator' => $refused(
                static fn (string $text) => self::books()->join('Author')->addJoinCondition('Author', '1 = 1', null, $text),
            ),
            'setJoinCondition.name' => $refused(static fn (string $text) => self::books()->setJoinCondition($text, '1 = 1')),
            'setJoinCondition.clause' => $developers,
            'setJoinCondition.value' => $bound(
                static fn (string $text) => self::books()->join('Author')->setJoinCondition('Author', 'Author.Name = ?', $text),
            ),
            'useQuery.relation' => $refused(static fn (string $text) => self::books()->useQuery($text)->endUse()),
            'useQuery.alias' => $harmless(static fn (string $text) => self::books()->useQuery('Author', $text)->endUse()),
            'useQuery.joinType' => $refused(static fn (string $text) => self::books()->useQuery('Author', 'a', $text)->endUse()),
            'useExistsQuery.relation' => $refused(static fn (string $text) => self::books()->useExistsQuery($text)->endUse()),
            'useNotExistsQuery.relation' => $refused(static fn (string $text) => self::books()->useNotExistsQuery($text)->endUse()),
            'useInQuery.relation' => $refused(static fn (string $text) => self::books()->useInQuery($text)->endUse()),
            'useNotInQuery.relation' => $refused(static fn (string $text) => self::books()->useNotInQuery($text)->endUse()),
            'orderBy.column' => $refused(static fn (string $text) => self::books()->orderBy($text)),
            'orderBy.order' => $refused(static fn (string $text) => self::books()->orderBy('Title', $text)),
            'groupBy.columns' => $refused(static fn (string $text) => self::books()->groupBy($text)),
            'groupByClass.name' => $refused(static fn (string $text) => self::books()->groupByClass($text)),
            'withColumn.expression' => $developers,
            'withColumn.alias' => $harmless(static fn (string $text) => self::books()->withColumn('1', $text)->orderBy($text)),
            'select.columns' => $refused(static fn (string $text) => self::books()->select($text)),
            'setComment.comment' => $harmless(static fn (string $text) => self::books()->setComment($text)),
            'mergeWith.operator' => $refused(
                static fn (string $text) => self::books()->filterByTitle('x')->mergeWith(self::books()->filterByTitle('y'), $text),
            ),
            'addSelectQuery.alias' => $harmless(static fn (string $text) => self::books()->addSelectQuery(self::books(), $text)),
            'lockForUpdate.tables' => $refused(static fn (string $text) => self::books()->lockForUpdate([$text])),
            'lockForShare.tables' => $refused(static fn (string $text) => self::books()->lockForShare(['Book', $text])),
            'update.values' => $refused(static fn (string $text) => self::books()->update([$text => 1])),
            'findBy.column' => $refused(static fn (string $text) => self::books()->findBy($text, 1)),
            'findBy.value' => $bound(static fn (string $text) => self::books()->findBy('Title', $text)),
            'findFromSql.sql' => $developers,
            'findFromSql.parameters' => $bound(
                static fn (string $text) => self::books()->findFromSql('SELECT * FROM book WHERE title = ?', [$text]),
            ),
            'findByArray.conditions' => $refused(static fn (string $text) => self::books()->findByArray(['Title' => 'War', $text => 1])),
            'findOneBy.column' => $refused(static fn (string $text) => self::books()->findOneBy($text, 1)),
            'findOneBy.value' => $bound(static fn (string $text) => self::books()->findOneBy('Title', $text)),
            'findOneByArray.conditions' => $refused(static fn (string $text) => self::books()->findOneByArray([$text => 1])),
            'requireOneBy.column' => $refused(static fn (string $text) => self::books()->requireOneBy($text, 1)),
            'requireOneBy.value' => $bound(static fn (string $text) => self::books()->requireOneBy('Title', $text)),
            'requireOneByArray.conditions' => $refused(static fn (string $text) => self::books()->requireOneByArray([$text => 1])),
            'selectValues.names' => $refused(static fn (string $text) => self::books()->selectValues([$text], null, null)),
            'selectSql.names' => $refused(static fn (string $text) => self::books()->selectSql([$text], null)),
            'countValues.names' => $refused(static fn (string $text) => self::books()->distinct()->countValues([$text], null)),
            'hasValues.names' => $refused(static fn (string $text) => self::books()->distinct()->hasValues([$text], null)),
            'part.names' => $refused(static fn (string $text) => self::books()->distinct()->part(0, 1, [$text])),
        ]);
    }

    public function testEveryTextOfASelectionIsRefusedOrBound(): void
    {
        $titles = static fn (): Selection => self::books()->select('Title');
        $this->attemptAll(Selection::class, [
            '__construct.columns' => [self::REFUSED, static fn (string $text) => new Selection(self::books(), ['Title', $text])],
            'where.clause' => [self::DEVELOPERS, null],
            'where.value' => [self::BOUND, static fn (string $text) => $titles()->where('Book.Title = ?', $text)],
            'filterBy.column' => [self::REFUSED, static fn (string $text) => $titles()->filterBy($text, 1)],
            'filterBy.value' => [self::BOUND, static fn (string $text) => $titles()->filterBy('Title', $text)],
            'filterBy.comparison' => [self::REFUSED, static fn (string $text) => $titles()->filterBy('Title', 'War', $text)],
            'having.clause' => [self::DEVELOPERS, null],
            'having.value' => [self::BOUND, static fn (string $text) => $titles()->groupBy('Title')->having('MAX(Book.Title) = ?', $text)],
            'groupBy.columns' => [self::REFUSED, static fn (string $text) => $titles()->groupBy(['Title', $text])],
            'orderBy.column' => [self::REFUSED, static fn (string $text) => $titles()->orderBy($text)],
            'orderBy.order' => [self::REFUSED, static fn (string $text) => $titles()->orderBy('Title', $text)],
        ]);
        $this->attemptAll(SqlExpression::class, [
            '__construct.sql' => [self::DEVELOPERS, null],
            '__construct.values' => [
                self::BOUND,
                static fn (string $text) => self::books()->filterById(-1)->update(['Isbn' => new SqlExpression('CAST(? AS CHAR(10))', [$text])]),
            ],
        ]);
        self::assertCovered(Pager::class, []);
    }

    public function testValuesAreBoundInEveryKindOfCondition(): void
    {
        $comparisons = [
            Criteria::EQUAL, Criteria::LIKE, Criteria::ILIKE, Criteria::IN, Criteria::GREATER_THAN, Criteria::LESS_EQUAL,
            Criteria::NOT_EQUAL, Criteria::NOT_LIKE, Criteria::NOT_IN, Criteria::BINARY_AND, Criteria::CONTAINS_ALL,
        ];
        foreach (['Isbn', 'Title', 'Quantity', 'Price', 'PublishedAt', 'AuthorId', 'Author.Name', 'Author.Born'] as $column) {
            foreach ($comparisons as $comparison) {
                $this->attempt(
                    "filterBy($column) by $comparison",
                    self::HARMLESS,
                    static fn (string $text) => self::books()->join('Author')->filterBy($column, $text, $comparison),
                    HostileText::some(),
                );
            }
            foreach (\array_keys(HostileText::shapes('')) as $shape) {
                $this->attempt(
                    "filterBy($column) with the shape $shape",
                    self::HARMLESS,
                    static fn (string $text) => self::books()->join('Author')->filterBy($column, HostileText::shapes($text)[$shape]),
                    HostileText::some(),
                );
            }
        }
        $this->attempt('with capital letters ignored', self::BOUND, static fn (string $text) => self::books()
            ->setIgnoreCase()->filterByTitle([$text, 'x'])->filterByTitle($text));
        $this->attempt('in alternatives and subqueries', self::BOUND, static fn (string $text) => self::books()
            ->filterByTitle($text)->_or()->filterByTitle($text)
            ->useReviewQuery()->filterByText($text)->endUse()
            ->useAuthorExistsQuery()->filterByName($text)->endUse()
            ->whereExists(ReviewQuery::create('r')->where('r.Text = ?', $text)));
        $this->attempt('findOneOrCreate()', self::HARMLESS, static function (string $text): void {
            $book = self::books()->filterByTitle($text)->findOneOrCreate();
            self::assertTrue($book->isNew());
            self::assertSame($text, $book->getTitle());
        });
    }

    /** A text that the driver would cut at a zero byte must not find what stands before it. */
    public function testAZeroByteDoesNotEndAValue(): void
    {
        $texts = ["War\0x", "War\0' OR 1=1"];
        if (self::adapter() !== 'mysql') {
            $texts[] = "War\0"; // collations of MySQL pass over it, as they pass over the case of letters
        }
        $this->attempt('a filter', self::BOUND, static fn (string $text) => self::books()->filterByTitle($text), $texts);
        $this->attempt('a list', self::BOUND, static fn (string $text) => self::books()->filterByTitle([$text, "$text\0"]), $texts);
        $this->attempt('a pattern', self::BOUND, static fn (string $text) => self::books()->filterByTitle($text, Criteria::LIKE), [...$texts, "W%\0x"]);
        $this->attempt('a clause', self::BOUND, static fn (string $text) => self::books()->where('UPPER(Book.Title) = UPPER(?)', $text), $texts);
        $this->attempt('findOneBy', self::BOUND, static fn (string $text) => self::books()->findOneByTitle($text), $texts);
        $sql = 'SELECT title FROM book WHERE title = ?';
        $this->attempt('query()', self::BOUND, static fn (string $text) => self::con()->query($sql, [$text])->fetchAll(), $texts);
    }

    public function testBulkUpdatesStoreTextsAsTheyAre(): void
    {
        foreach (HostileText::all() as $text) {
            $id = (int) self::database()->value('SELECT MIN(id) FROM review');
            try {
                ReviewQuery::create()->filterById($id)->update(['Text' => $text]);
            } catch (\Throwable $error) {
                self::assertOurs($error, 'update() with ' . self::shown($text), self::BOUND);
                continue;
            }
            self::assertSame($text, ReviewQuery::create()->filterById($id)->select('Text')->findOne(), self::shown($text));
            self::assertSame(1, ReviewQuery::create()->filterByText($text)->count(), self::shown($text));
        }
        $this->assertIntact('update()');
    }

    public function testNumbersOfAQuery(): void
    {
        foreach ([-2, \PHP_INT_MIN] as $number) {
            self::caught(InvalidQueryException::class, static fn () => self::books()->limit($number));
            self::caught(InvalidQueryException::class, static fn () => self::books()->offset($number));
            self::caught(InvalidQueryException::class, static fn () => self::books()->paginate(1, $number));
            self::caught(InvalidQueryException::class, static fn () => \iterator_to_array(self::books()->iterate(null, $number)));
        }
        foreach ([0, 1, \PHP_INT_MAX] as $limit) {
            foreach ([0, 1, \PHP_INT_MAX] as $offset) {
                $expected = \min($limit, \max(0, 2 - $offset));
                $query = self::books()->orderById()->limit($limit)->offset($offset);
                self::assertCount($expected, $query->find(), "limit $limit, offset $offset");
                self::assertSame($expected, $query->count(), "limit $limit, offset $offset");
                self::assertSame($expected, \iterator_count($query->iterate()), "limit $limit, offset $offset");
                self::assertCount($expected, (clone $query)->joinWith('Review')->find(), "limit $limit, offset $offset");
            }
        }
        foreach ([\PHP_INT_MIN, -1, 0, 1, 2, \PHP_INT_MAX] as $page) {
            foreach ([1, 2, \PHP_INT_MAX] as $size) {
                $pager = self::books()->paginate($page, $size);
                self::assertCount(\min(2, $size), $pager->getResults());
                self::assertSame($size === 1 ? 2 : 1, $pager->getLastPage());
                $pager->getLinks(\PHP_INT_MAX);
                $pager->getLinks(\PHP_INT_MIN);
                $pager->getLastIndex();
            }
        }
    }

    /** A comment cannot be left, whatever is in it, and says what can be said. */
    public function testAComment(): void
    {
        foreach (HostileText::all() as $text) {
            $sql = self::books()->setComment($text)->toSql();
            $end = \strpos($sql, '*/');
            $select = $end === false ? $sql : \substr($sql, $end + 2);
            self::assertStringStartsWith('SELECT ', \ltrim($select), self::shown($text));
            self::assertStringNotContainsString('*/', $select);
            self::assertSame($end === false ? 0 : 1, \substr_count($sql, '/*'), self::shown($text));
        }
        self::assertStringStartsWith('/* page 3 of "books" */ SELECT', self::books()->setComment('page 3 of "books"')->toSql());
    }
}

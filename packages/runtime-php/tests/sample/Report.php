<?php

declare(strict_types=1);

namespace Sample;

use Bookstore\AuthorQuery;
use Bookstore\BookQuery;
use Bookstore\ReviewQuery;
use Orm\Runtime\Query\Criteria;

/** Numbers and lists, without objects where none are needed. */
final class Report
{
    /** @return array<string, int> the number of books by author */
    public function authors(): array
    {
        $counts = [];
        $authors = AuthorQuery::create()
            ->leftJoinBook()
            ->withColumn('COUNT(Book.Id)', 'BookCount')
            ->groupByClass('Author')
            ->orderBy('BookCount', Criteria::DESC)
            ->find();
        foreach ($authors as $author) {
            $count = $author->getVirtualColumn('BookCount');
            $counts[$author->getName()] = \is_numeric($count) ? (int) $count : 0;
        }

        return $counts;
    }

    /** @return list<array<string, mixed>> */
    public function prices(): array
    {
        $rows = BookQuery::create()->joinAuthor()->orderByPrice()->select(['Title', 'Price', 'Author.Name'])->find();

        return \array_values($rows->getData());
    }

    /** @return list<string> a query is iterated, and its columns have types */
    public function titles(): array
    {
        $titles = [];
        foreach (BookQuery::create()->orderByTitle() as $book) {
            $titles[] = (string) $book->getTitle();
        }
        foreach (BookQuery::create()->select('Title') as $title) {
            $titles[] = $title;
        }

        return $titles;
    }

    /** @return array{int, string|null, string} */
    public function values(int $id): array
    {
        $quantity = BookQuery::create()->filterById($id)->select('Quantity')->requireOne();
        $row = BookQuery::create()->filterById($id)->select()->requireOne();

        return [$quantity + $row['Quantity'], $row['Isbn'], BookQuery::create()->requirePk($id)->toArray()['Price']];
    }

    public function averageRating(int $bookId): ?float
    {
        $average = ReviewQuery::create()
            ->filterByBookId($bookId)
            ->withColumn('AVG(Review.Rating)', 'Average')
            ->select('Average')
            ->findOne();

        return \is_numeric($average) ? (float) $average : null;
    }

    public function total(): string
    {
        $cents = 0;
        foreach (BookQuery::create()->filterByQuantity(0, Criteria::GREATER_THAN)->iterate() as $book) {
            $cents += (int) \round((float) $book->getPrice() * 100) * $book->getQuantity();
        }

        return \sprintf('%d.%02d', \intdiv($cents, 100), $cents % 100);
    }

    public function export(int $id): string
    {
        return BookQuery::create()->requirePk($id)->toJson();
    }
}

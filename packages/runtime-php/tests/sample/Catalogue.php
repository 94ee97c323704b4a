<?php

declare(strict_types=1);

namespace Sample;

use Bookstore\Author;
use Bookstore\Book;
use Bookstore\BookQuery;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Query\Pager;

/** What a shop shows: finding books. */
final class Catalogue
{
    /** @return ObjectCollection<Book> */
    public function search(string $words, ?string $cheapest = null): ObjectCollection
    {
        return BookQuery::create()
            ->filterByTitle("%$words%", Criteria::LIKE)
            ->_if($cheapest !== null)
                ->filterByPrice(['min' => $cheapest ?? 0])
            ->_endif()
            ->joinWithAuthor()
            ->orderByTitle()
            ->limit(50)
            ->find();
    }

    /** @return Pager<Book> */
    public function page(int $number): Pager
    {
        return BookQuery::create()->leftJoinWithReview()->orderByPublishedAt(Criteria::DESC)->paginate($number, 20);
    }

    public function byIsbn(string $isbn): ?Book
    {
        return BookQuery::create()->findOneByIsbn($isbn);
    }

    public function required(int $id): Book
    {
        return BookQuery::create()->requirePk($id);
    }

    /** @return ObjectCollection<Book> */
    public function praised(Author $author): ObjectCollection
    {
        return BookQuery::create()
            ->filterByAuthor($author)
            ->useReviewExistsQuery()
                ->filterByRating(4, Criteria::GREATER_EQUAL)
            ->endUse()
            ->orderByPrice(Criteria::DESC)
            ->find();
    }

    /** @return list<string> */
    public function titlesOf(Author $author): array
    {
        $titles = [];
        foreach ($author->getBooks() as $book) {
            $publisher = $book->getPublisher();
            $titles[] = $book->getTitle() . ($publisher === null ? '' : ' (' . $publisher->getName() . ')');
        }

        return $titles;
    }

    public function age(Book $book): ?int
    {
        return $book->getPublishedAt()?->diff(new \DateTimeImmutable())->y;
    }
}

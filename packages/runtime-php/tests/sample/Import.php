<?php

declare(strict_types=1);

namespace Sample;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Bookstore\Book;
use Bookstore\LabelValues;
use Bookstore\Enum\LabelValuesStyle;
use Bookstore\Publisher;
use Bookstore\Review;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\UniqueViolationException;
use Orm\Runtime\Orm;

/** Rows from outside become objects that are saved together. */
final class Import
{
    public function __construct(private readonly Publisher $publisher)
    {
    }

    /**
     * @param list<array{title: string, author: string, price: string, stars: list<int>}> $rows
     */
    public function run(array $rows): int
    {
        return Orm::getWriteConnection('bookstore')->transaction(function (ConnectionWrapper $con) use ($rows): int {
            $saved = 0;
            foreach ($rows as $row) {
                $saved += $this->book($row['title'], $row['author'], $row['price'], $row['stars'])->save($con);
            }

            return $saved;
        });
    }

    /** @param list<int> $stars */
    private function book(string $title, string $authorName, string $price, array $stars): Book
    {
        $author = AuthorQuery::create()->filterByName($authorName)->findOneOrCreate();
        $book = (new Book())
            ->setTitle($title)
            ->setPrice($price)
            ->setQuantity(1)
            ->setPublishedAt(new \DateTimeImmutable('2024-02-29 12:00'))
            ->setAuthor($author)
            ->setPublisher($this->publisher);
        foreach ($stars as $rating) {
            $book->addReview((new Review())->setRating($rating)->setText(null));
        }

        return $book;
    }

    public function register(string $name, string $email): ?Author
    {
        $author = (new Author())->setName($name)->setEmail($email);
        try {
            $author->save();
        } catch (UniqueViolationException) {
            return null;
        }

        return $author;
    }

    public function label(LabelValues $values): string
    {
        $values->setStyle(LabelValuesStyle::from('novel'));
        $style = $values->getStyle();

        return match ($style) {
            null => 'none',
            default => $style->value,
        };
    }
}

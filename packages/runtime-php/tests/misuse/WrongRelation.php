<?php

declare(strict_types=1);

namespace Misuse;

use Bookstore\Author;
use Bookstore\Book;
use Bookstore\BookQuery;
use Bookstore\Publisher;

function wrongRelation(Book $book, Author $author, Publisher $publisher): void
{
    $book->setAuthor($publisher);
    $book->addReview($author);
    BookQuery::create()->filterByAuthor($publisher);
}

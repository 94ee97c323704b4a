<?php

declare(strict_types=1);

namespace Misuse;

use Bookstore\Author;
use Bookstore\Book;
use Bookstore\BookQuery;

function collectionAsObject(Author $author): string
{
    return $author->getBooks()->getTitle();
}

function collectionForObject(): Book
{
    return BookQuery::create()->find();
}

function itemsOfAnotherTable(Author $author): void
{
    foreach ($author->getBooks() as $book) {
        $book->getEmail();
    }
}

<?php

declare(strict_types=1);

namespace Misuse;

use Bookstore\Book;
use Bookstore\BookQuery;

function missingNullCheck(Book $book): string
{
    return $book->getPublisher()->getName();
}

function missingNullCheckOfQuery(): string
{
    return BookQuery::create()->findOneByTitle('War')->getTitle();
}

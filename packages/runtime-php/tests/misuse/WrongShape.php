<?php

declare(strict_types=1);

namespace Misuse;

use Bookstore\Book;
use Bookstore\BookQuery;

function wrongKey(Book $book): mixed
{
    return $book->toArray()['Titel'];
}

function timeAsText(Book $book): ?\DateTimeImmutable
{
    return $book->toArray()['PublishedAt'];
}

function textForNumber(): int
{
    return BookQuery::create()->select('Title')->requireOne();
}

function missingNullCheckOfSelection(): string
{
    return BookQuery::create()->select('Isbn')->requireOne();
}

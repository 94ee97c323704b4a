<?php

declare(strict_types=1);

namespace Misuse;

use Bookstore\Book;

function nullForRequired(Book $book): void
{
    $book->setTitle(null);
    $book->setQuantity(null);
}

function priceIsText(Book $book): float
{
    return $book->getPrice();
}

function momentIsImmutable(Book $book): void
{
    $book->getPublishedAt()?->setTimestamp(0);
}

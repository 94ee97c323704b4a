<?php

declare(strict_types=1);

namespace Misuse;

use Bookstore\Book;

function textFromNumber(Book $book): void
{
    $book->setTitle(5);
}

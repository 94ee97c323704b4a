<?php

declare(strict_types=1);

namespace Misuse;

use Bookstore\Book;
use Bookstore\BookQuery;

function unknownMethod(Book $book): void
{
    BookQuery::create()->findOneByTitel('War');
    BookQuery::create()->useAuthorQuery()->filterByTitle('War');
    $book->setTitel('War');
}

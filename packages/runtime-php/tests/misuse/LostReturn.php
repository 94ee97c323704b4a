<?php

declare(strict_types=1);

namespace Misuse;

use Bookstore\AuthorQuery;
use Bookstore\Book;
use Bookstore\BookQuery;
use Orm\Runtime\Connection\ConnectionWrapper;

function wrongConnection(Book $book, \PDO $pdo): void
{
    $book->save($pdo);
}

function endOfAnotherQuery(): AuthorQuery
{
    return BookQuery::create()->useAuthorQuery()->endUse();
}

function resultOfTransaction(ConnectionWrapper $con): string
{
    return $con->transaction(static fn (): int => 1);
}

<?php

declare(strict_types=1);

namespace Sample;

use Bookstore\Book;
use Bookstore\BookQuery;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Orm;
use Orm\Runtime\Query\SqlExpression;

/** Changing rows that others want to change too. */
final class Sales
{
    public function sell(int $id, int $copies): Book
    {
        $con = Orm::getWriteConnection('bookstore');

        return $con->transaction(static function (ConnectionWrapper $con) use ($id, $copies): Book {
            $book = BookQuery::create()->filterById($id)->lockForUpdate()->requireOne($con);
            if ($book->getQuantity() < $copies) {
                throw new EntityNotFoundException(\sprintf('Only %d copies are left.', $book->getQuantity()));
            }
            $book->setQuantity($book->getQuantity() - $copies)->save($con);

            return $book;
        });
    }

    /** @return int the number of books */
    public function restock(int $copies): int
    {
        return BookQuery::create()
            ->filterByQuantity(['max' => 0])
            ->update(['Quantity' => new SqlExpression('Book.Quantity + ?', [$copies])]);
    }

    public function tryNested(ConnectionWrapper $con, Book $book): bool
    {
        $con->beginTransaction();
        try {
            $book->delete($con);
            $con->commit();
        } catch (ConflictException $conflict) {
            $con->rollBack();

            return false;
        }

        return $book->isDeleted();
    }
}

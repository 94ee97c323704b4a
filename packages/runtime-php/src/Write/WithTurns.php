<?php

declare(strict_types=1);

namespace Orm\Runtime\Write;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;

/**
 * Writing a row of a table whose behaviors take part.
 *
 * @phpstan-require-extends ActiveRecord
 */
trait WithTurns
{
    /** Inserts the row, with what behaviors filled in. */
    abstract protected function insertRow(ConnectionWrapper $con): int;

    /** Updates the modified columns of the row, and those that behaviors filled in. */
    abstract protected function updateRow(ConnectionWrapper $con): int;

    /** The part that the behavior takes when the row is inserted. */
    abstract protected function insertTurn(ConnectionWrapper $con): Turn;

    abstract protected function updateTurn(ConnectionWrapper $con): Turn;

    abstract protected function deleteTurn(ConnectionWrapper $con): Turn;

    /** Whether there is anything to update, besides what a behavior has written by itself. */
    abstract protected function rowHasEdits(): bool;

    protected function doInsert(ConnectionWrapper $con): int
    {
        return RowWrite::run($con, [$this->insertTurn($con)], fn (): int => $this->insertRow($con));
    }

    protected function doUpdate(ConnectionWrapper $con): int
    {
        return RowWrite::run(
            $con,
            [$this->updateTurn($con)],
            fn (): int => $this->rowHasEdits() ? $this->updateRow($con) : 1,
        );
    }

    protected function doDelete(ConnectionWrapper $con): void
    {
        RowWrite::run($con, [$this->deleteTurn($con)], function () use ($con): void {
            parent::doDelete($con);
        });
    }
}

<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A statement names a table or column that the database does not have. `orm doctor` shows what differs from the schema. */
final class SchemaMismatchException extends QueryException
{
    use NamesInError;
}

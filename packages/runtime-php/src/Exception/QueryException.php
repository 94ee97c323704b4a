<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A statement failed. Its message is a sentence of ours, the database's own message, and the SQL without its values. */
class QueryException extends OrmException
{
    use DatabaseErrorDetails;
}

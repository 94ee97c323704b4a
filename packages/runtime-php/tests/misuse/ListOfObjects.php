<?php

declare(strict_types=1);

namespace Misuse;

use Bookstore\BookQuery;

function listOfObjects(): void
{
    BookQuery::create()->filterByPrice([new \stdClass(), new \stdClass()])->find();
}

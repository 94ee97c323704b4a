<?php

declare(strict_types=1);

namespace Misuse;

use Bookstore\Enum\LabelValuesState;
use Bookstore\Enum\LabelValuesStyle;
use Bookstore\LabelValues;
use Bookstore\LabelValuesQuery;

function wrongEnum(LabelValues $values): void
{
    $values->setStyle(LabelValuesState::Draft);
    $values->setTags([LabelValuesStyle::Novel]);
    LabelValuesQuery::create()->filterByStyle(LabelValuesState::Draft);
}

function unknownCase(): LabelValuesStyle
{
    return LabelValuesStyle::Epic;
}

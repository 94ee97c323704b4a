<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Security;

enum Mood
{
    case Good;
}

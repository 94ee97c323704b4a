<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value\Matrix;

use Stringable;

/** A text in an object. */
final class Word implements Stringable
{
    public function __construct(private readonly string $text)
    {
    }

    public function __toString(): string
    {
        return $this->text;
    }
}

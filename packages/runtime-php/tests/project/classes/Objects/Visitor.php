<?php

declare(strict_types=1);

namespace Objects;

use Objects\Base\Visitor as BaseVisitor;

/** A stub that uses what others may not. */
class Visitor extends BaseVisitor
{
    public function promote(string $password): static
    {
        return $this->setPasswordHash($password)->setIsAdmin(true);
    }

    public function hasPassword(string $password): bool
    {
        return $this->getPasswordHash() === $password;
    }
}

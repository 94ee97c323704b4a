<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value;

use Bookstore\Account;
use Bookstore\Author;
use Bookstore\LabelNeeded;
use Bookstore\LabelNeededQuery;
use Bookstore\TextValues;
use Bookstore\TextValuesQuery;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Exception\NotNullViolationException;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** A required column that nobody has set is missing, and never what the database makes up. */
final class RequiredTest extends ModelTestCase
{
    public function testColumnsThatWereNeverSet(): void
    {
        $objects = [
            'label_needed.state' => [new LabelNeeded(), (new LabelNeeded())->setName('x')],
            'author.name' => [new Author(), (new Author())->setEmail('x')],
            'account.id' => [new Account(), (new Account())->setBalance(5)],
            'text_values.needed' => [new TextValues(), (new TextValues())->setShort('x')],
        ];
        foreach ($objects as $column => $each) {
            foreach ($each as $object) {
                for ($attempt = 0; $attempt < 4; ++$attempt) {
                    $error = self::caught(NotNullViolationException::class, static fn () => $object->save());
                    self::assertStringContainsString(\substr((string) \strstr($column, '.'), 1), $error->getMessage());
                    self::assertTrue($object->isNew());
                }
                self::assertSame('0', self::database()->value('SELECT count(*) FROM ' . \strtok($column, '.')));
            }
        }
        $label = (new LabelNeeded())->setState('guest');
        self::assertSame('guest', self::saved($label)->getState()?->value);
        self::assertSame(1, self::readAgain($label)->setState('admin')->save());
    }

    public function testAfterARollback(): void
    {
        $con = self::con();
        $object = (new LabelNeeded())->setState('guest');
        $con->beginTransaction();
        $object->save();
        $con->rollBack();
        self::assertSame(['label_needed.state'], $object->getModifiedColumns());
        self::assertSame('guest', self::saved($object)->getState()?->value);
    }

    public function testNullIsRefusedByEveryWay(): void
    {
        (new LabelNeeded())->setState('guest')->save();
        (new TextValues())->setNeeded('x')->save();
        self::caught(InvalidValueException::class, static fn () => (new LabelNeeded())->setByName('State', null));
        self::caught(InvalidValueException::class, static fn () => (new LabelNeeded())->fromArray(['State' => null]));
        self::caught(InvalidValueException::class, static fn () => LabelNeededQuery::create()->update(['State' => null]));
        self::caught(InvalidValueException::class, static fn () => TextValuesQuery::create()->update(['Needed' => null]));
        self::assertSame(1, TextValuesQuery::create()->update(['Short' => null]));
    }
}

<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Persistence;

use Bookstore\Hooked;
use Bookstore\HookedQuery;
use Orm\Runtime\Exception\NotNullViolationException;
use Orm\Runtime\Tests\Support\ModelTestCase;
use RuntimeException;

/** Hooks of a stub class. */
final class HookTest extends ModelTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        Hooked::reset();
    }

    public function testTheOrderOfHooks(): void
    {
        $object = (new Hooked())->setName('x');
        self::assertSame(1, $object->save());
        self::assertSame(['preSave', 'preInsert', 'postInsert', 'postSave'], Hooked::$calls);
        // What a hook sets is saved.
        self::assertSame('1', self::database()->value('SELECT changes FROM hooked'));
        Hooked::reset();
        self::assertSame(1, $object->setName('y')->save());
        self::assertSame(['preSave', 'preUpdate', 'postUpdate', 'postSave'], Hooked::$calls);
        self::assertSame('2', self::database()->value('SELECT changes FROM hooked'));
        Hooked::reset();
        $object->delete();
        self::assertSame(['preDelete', 'postDelete'], Hooked::$calls);
        self::assertFalse(self::con()->inTransaction());
    }

    public function testACollectionCallsTheHooksAroundAllOfItsRows(): void
    {
        foreach (['x', 'y', 'z'] as $name) {
            (new Hooked())->setName($name)->save();
        }
        Hooked::reset();
        HookedQuery::create()->find()->delete();
        self::assertSame(
            ['preDelete', 'preDelete', 'preDelete', 'postDelete', 'postDelete', 'postDelete'],
            Hooked::$calls,
        );
        self::assertSame('0', self::database()->value('SELECT count(*) FROM hooked'));
        (new Hooked())->setName('x')->save();
        Hooked::reset(stopsIn: 'preDelete');
        HookedQuery::create()->find()->delete();
        self::assertSame(['preDelete'], Hooked::$calls);
        self::assertSame('1', self::database()->value('SELECT count(*) FROM hooked'));
    }

    public function testAHookThatSaysNoStopsTheWrite(): void
    {
        foreach (['preSave', 'preInsert'] as $hook) {
            Hooked::reset(stopsIn: $hook);
            $object = (new Hooked())->setName('x');
            self::assertSame(0, $object->save());
            self::assertTrue($object->isNew());
            self::assertSame($hook === 'preSave' ? ['preSave'] : ['preSave', 'preInsert'], Hooked::$calls);
            self::assertSame('0', self::database()->value('SELECT count(*) FROM hooked'));
        }
        Hooked::reset();
        $object->save();
        foreach (['preSave', 'preUpdate'] as $hook) {
            Hooked::reset(stopsIn: $hook);
            self::assertSame(0, $object->setName('y')->save());
            self::assertTrue($object->isColumnModified('Name'));
            self::assertSame('x', self::database()->value('SELECT name FROM hooked'));
        }
        Hooked::reset(stopsIn: 'preDelete');
        $object->delete();
        self::assertFalse($object->isDeleted());
        self::assertSame(['preDelete'], Hooked::$calls);
        self::assertSame('1', self::database()->value('SELECT count(*) FROM hooked'));
        Hooked::reset();
        self::assertSame(1, $object->save());
    }

    public function testAHookThatThrowsUndoesTheWrite(): void
    {
        foreach (['preSave', 'preInsert', 'postInsert', 'postSave'] as $hook) {
            Hooked::reset(throwsIn: $hook);
            $object = (new Hooked())->setName('x');
            $error = self::caught(RuntimeException::class, fn () => $object->save());
            self::assertSame("thrown in $hook", $error->getMessage());
            self::assertTrue($object->isNew(), $hook);
            self::assertNull($object->getId(), $hook);
            self::assertTrue($object->isColumnModified('Name'), $hook);
            self::assertSame('0', self::database()->value('SELECT count(*) FROM hooked'), $hook);
            self::assertFalse(self::con()->inTransaction(), $hook);
        }
        Hooked::reset();
        self::assertSame(1, $object->save());
        foreach (['preUpdate', 'postUpdate', 'postSave'] as $hook) {
            Hooked::reset(throwsIn: $hook);
            self::caught(RuntimeException::class, fn () => $object->setName("by $hook")->save());
            self::assertFalse($object->isNew());
            self::assertTrue($object->isColumnModified('Name'), $hook);
            self::assertSame('x', self::database()->value('SELECT name FROM hooked'), $hook);
        }
        Hooked::reset();
        $object->save();
        self::assertSame('by postSave', self::database()->value('SELECT name FROM hooked'));
        foreach (['preDelete', 'postDelete'] as $hook) {
            Hooked::reset(throwsIn: $hook);
            self::caught(RuntimeException::class, fn () => $object->delete());
            self::assertFalse($object->isDeleted(), $hook);
            self::assertSame('1', self::database()->value('SELECT count(*) FROM hooked'), $hook);
        }
        self::assertSame($object, self::find($object), 'it is in the pool again');
        Hooked::reset();
        $object->delete();
        self::assertSame('0', self::database()->value('SELECT count(*) FROM hooked'));
    }

    public function testAWriteThatFailsAfterAHook(): void
    {
        $object = new Hooked();
        self::caught(NotNullViolationException::class, fn () => $object->save());
        self::assertFalse(self::con()->inTransaction());
        self::assertSame(1, $object->setName('x')->save());
    }

    public function testHooksInATransactionOfTheCaller(): void
    {
        $con = self::con();
        $con->beginTransaction();
        $object = (new Hooked())->setName('x');
        $sql = self::sqlOf(fn () => $object->save());
        self::assertCount(1, $sql, 'no transaction of its own');
        $con->rollBack();
        self::assertTrue($object->isNew());
        self::assertSame('0', self::database()->value('SELECT count(*) FROM hooked'));
    }
}

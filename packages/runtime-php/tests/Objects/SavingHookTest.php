<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Objects;

use Objects\Invoice;
use Objects\InvoiceLine;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Hooks that save: what they have changed is written. */
final class SavingHookTest extends ModelTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        self::forget();
    }

    protected function tearDown(): void
    {
        self::forget();
        parent::tearDown();
    }

    public function testSavingItselfAfterAnInsert(): void
    {
        foreach (['postInsert', 'postSave'] as $hook) {
            self::forget();
            Invoice::$does[$hook] = static fn (Invoice $invoice): int => $invoice->setNumber("no. {$invoice->getId()}")->save();
            $invoice = (new Invoice())->setName('x');
            self::assertSame(1, $invoice->save(), $hook);
            self::assertSame("no. {$invoice->getId()}", self::number($invoice), $hook);
            self::assertFalse($invoice->isModified(), $hook);
        }
        self::assertSame(
            ['preSave', 'postInsert', 'postSave', 'preSave', 'preUpdate', 'postUpdate', 'postSave'],
            Invoice::$calls,
            'the second save has hooks of its own',
        );
    }

    public function testSavingItselfAfterAnUpdate(): void
    {
        ($invoice = (new Invoice())->setName('x'))->save();
        $times = 0;
        Invoice::$does['postUpdate'] = static function (Invoice $invoice) use (&$times): void {
            if (++$times < 3) {
                self::assertSame(1, $invoice->setNumber("$times")->save());
            }
        };
        $invoice->setName('y')->save();
        self::assertSame('2', self::number($invoice));
    }

    public function testAHookThatAlwaysSavesEnds(): void
    {
        Invoice::$does['postSave'] = static fn (Invoice $invoice): int => $invoice->save();
        Invoice::$does['preSave'] = static fn (Invoice $invoice): int => $invoice->setNumber('once')->save();
        $invoice = (new Invoice())->setName('x');
        self::assertSame(1, $invoice->save());
        self::assertSame('once', self::number($invoice));
    }

    public function testChildrenThatSaveTheirParent(): void
    {
        foreach (['postInsert', 'postSave'] as $hook) {
            self::forget();
            InvoiceLine::$does[$hook] = static function (InvoiceLine $line): void {
                if ($line->getText() !== null) {
                    return;
                }
                $invoice = $line->getInvoice() ?? self::fail();
                $before = $invoice->getTotal();
                $invoice->setTotal($before + $line->getAmount())->save();
                $sql = 'SELECT total FROM invoice WHERE id = ?';
                $stored = self::con()->query($sql, [$invoice->getId()])->fetchColumn();
                self::assertEquals($invoice->getTotal(), $stored, 'at once');
                $line->setText("$before +")->save();
            };
            $invoice = (new Invoice())->setName('x');
            foreach ([5, 7, 9] as $amount) {
                $invoice->addInvoiceLine((new InvoiceLine())->setAmount($amount));
            }
            $invoice->save();
            self::assertSame(['0 +1', '5 +2', '12 +3'], self::lines($invoice), $hook);
            self::assertSame('21', self::database()->value("SELECT total FROM invoice WHERE id = {$invoice->getId()}"), $hook);
            self::assertFalse($invoice->isModified());
        }
    }

    public function testChildrenThatAHookAddsAreSaved(): void
    {
        InvoiceLine::$does['postInsert'] = static function (InvoiceLine $line): void {
            if ($line->getText() === 'a') {
                $invoice = $line->getInvoice() ?? self::fail();
                $invoice->addInvoiceLine((new InvoiceLine())->setText('b'))->save();
            }
        };
        Invoice::$does['postInsert'] = static fn (Invoice $invoice): int
            => $invoice->addInvoiceLine((new InvoiceLine())->setText('c'))->save();
        $invoice = (new Invoice())->addInvoiceLine((new InvoiceLine())->setText('a'));
        $invoice->save();
        self::assertSame(['a1', 'b2', 'c3'], self::lines($invoice));
    }

    public function testListsStayRight(): void
    {
        InvoiceLine::$does['postInsert'] = static function (InvoiceLine $line): void {
            $line->setAmount(1)->save();
            if ($line->getText() !== 'b') {
                $line->moveToTop();
            } else {
                $line->removeFromList()->save();
                $line->insertAtTop()->save();
            }
        };
        $invoice = new Invoice();
        foreach (['a', 'b', 'c', 'd'] as $text) {
            $invoice->addInvoiceLine((new InvoiceLine())->setText($text));
        }
        $invoice->save();
        self::assertSame(['d1', 'c2', 'b3', 'a4'], self::lines($invoice));
        self::assertSame('4', self::database()->value('SELECT SUM(amount) FROM invoice_line'));
    }

    public function testARollbackUndoesBoth(): void
    {
        Invoice::$does['postInsert'] = static fn (Invoice $invoice): int => $invoice->setNumber('n')->save();
        $invoice = (new Invoice())->setName('x');
        self::con()->beginTransaction();
        $invoice->save();
        self::con()->rollBack();
        self::assertTrue($invoice->isNew());
        $invoice->save();
        self::assertSame('n', self::number($invoice));
    }

    private static function forget(): void
    {
        Invoice::$does = InvoiceLine::$does = [];
        Invoice::$calls = InvoiceLine::$calls = [];
    }

    private static function number(Invoice $invoice): ?string
    {
        return self::database()->value("SELECT number FROM invoice WHERE id = {$invoice->getId()}");
    }

    /**
     * @return list<string>
     */
    private static function lines(Invoice $invoice): array
    {
        $rows = self::database()->rows(
            "SELECT text, sortable_rank AS place FROM invoice_line WHERE invoice_id = {$invoice->getId()} ORDER BY sortable_rank",
        );
        $lines = [];
        foreach ($rows as ['text' => $text, 'place' => $place]) {
            self::assertTrue(\is_scalar($text) && \is_scalar($place));
            $lines[] = "$text$place";
        }

        return $lines;
    }
}

<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Column;

use Bookstore\VendorValues;
use DateTimeImmutable;
use DateTimeZone;
use Orm\Runtime\Tests\Support\ModelTestCase;

/** Types that are different on each vendor: geometries, and those that the schema names by `sqlType`. */
final class VendorTest extends ModelTestCase
{
    public function testGeometries(): void
    {
        $point = \pack('CVee', 1, 1, 1.5, -2.0);
        $shape = match (self::adapter()) {
            'pgsql' => '(1.5,-2)',
            'mysql' => \pack('V', 0) . $point, // its own form: the reference system, then WKB
            default => $point,
        };
        $object = (new VendorValues())->setShape($shape);
        $read = self::saved($object);
        self::assertSame($shape, $read->getShape());
        self::assertFalse($read->setShape($shape)->isModified());
        if (self::adapter() === 'mysql') {
            self::assertSame('POINT(1.5 -2)', self::database()->value('SELECT ST_AsText(shape) FROM vendor_values'));
        }
        self::assertNull(self::saved($read->setShape(null))->getShape());
    }

    public function testInstantsWithATimeZone(): void
    {
        \date_default_timezone_set('Europe/Berlin');
        $moment = new DateTimeImmutable('2024-07-01 12:00:00.25', new DateTimeZone('Asia/Tokyo'));
        $con = self::con();
        // The session's own time zone says how the server shows it, and must not matter.
        match (self::adapter()) {
            'pgsql' => $con->exec("SET TIME ZONE 'America/New_York'"),
            'mysql' => $con->exec("SET time_zone = '-05:00'"),
            default => 0,
        };
        try {
            $object = (new VendorValues())->setZoned($moment);
            foreach ([$object, self::saved($object)] as $each) {
                self::assertEquals($moment, $each->getZoned());
                self::assertSame('2024-07-01 05:00:00.250000', $each->getZoned()?->format('Y-m-d H:i:s.u'));
                self::assertFalse($each->setZoned($moment)->isModified());
                self::assertFalse($each->setZoned('2024-07-01 05:00:00.25')->isModified());
            }
            if (self::adapter() === 'pgsql') {
                // Also the hour that the clock shows twice is told apart.
                foreach (['2024-10-27 00:30:00Z', '2024-10-27 01:30:00Z'] as $text) {
                    $read = self::saved((new VendorValues())->setZoned($text));
                    self::assertEquals(new DateTimeImmutable($text), $read->getZoned());
                }
                self::assertSame(
                    '2024-07-01 03:00:00.25',
                    self::database()->value("SELECT (zoned AT TIME ZONE 'UTC')::text FROM vendor_values ORDER BY id"),
                );
            }
        } finally {
            $con->close();
        }
    }

    public function testDocumentsWhoseKeysTheServerOrders(): void
    {
        $document = ['zebra' => 1, 'ape' => ['b' => null, 'a' => 1.5], 'longer key' => []];
        $read = self::saved((new VendorValues())->setDocument($document));
        self::assertEquals($document, $read->getDocument());
        self::assertFalse($read->setDocument($document)->isModified());
        self::assertTrue($read->setDocument(['zebra' => 2] + $document)->isModified());
        self::assertSame(2, self::saved($read)->getDocument()['zebra'] ?? null);
    }
}

<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Connection;

use Orm\Runtime\Orm;
use Orm\Runtime\Tests\Support\ModelTestCase;
use Orm\Runtime\Tests\Support\RecordingLogger;

/** What a worker does between two requests. */
final class EndRequestTest extends ModelTestCase
{
    public function testAnOpenTransactionIsRolledBackWithAWarning(): void
    {
        $con = Orm::getServiceContainer()->getWriteConnection('bookstore');
        $logger = new RecordingLogger();
        $before = $con->getLogger();
        $con->setLogger($logger);
        try {
            Orm::endRequest();
            self::assertSame([], $logger->records);
            $con->beginTransaction();
            $con->beginTransaction();
            Orm::endRequest();
            self::assertFalse($con->inTransaction());
            self::assertSame(
                ['warning: A request on "bookstore" ended inside a transaction, which is rolled back.'],
                $logger->records,
            );
        } finally {
            $con->setLogger($before);
        }
    }
}

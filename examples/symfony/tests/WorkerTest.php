<?php

declare(strict_types=1);

namespace App\Tests;

use Orm\Runtime\Orm;
use Symfony\Bundle\FrameworkBundle\Test\KernelTestCase;
use Symfony\Component\HttpFoundation\Request;

final class WorkerTest extends KernelTestCase
{
    public function testNoRequestOfAWorkerSeesTheTransactionOfAnother(): void
    {
        $kernel = self::bootKernel(['environment' => 'prod', 'debug' => false]);
        $kernel->handle(Request::create('/projects/0/tasks'));
        Orm::getConnection()->beginTransaction();
        $kernel->handle(Request::create('/projects/0/tasks'));

        self::assertFalse(Orm::getConnection()->inTransaction());
    }
}

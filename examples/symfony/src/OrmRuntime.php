<?php

declare(strict_types=1);

namespace App;

use Orm\Runtime\Orm;
use Psr\Log\LoggerInterface;
use Symfony\Component\DependencyInjection\Attribute\Autowire;
use Symfony\Contracts\Service\ResetInterface;

/** The connections of generated-conf/config.php, with the logger of the application. */
final class OrmRuntime implements ResetInterface
{
    public function __construct(
        #[Autowire(service: 'monolog.logger.orm')] LoggerInterface $logger,
        #[Autowire('%kernel.project_dir%')] string $folder,
    ) {
        require_once $folder . '/generated-conf/config.php';
        Orm::getServiceContainer()->setLogger('defaultLogger', $logger);
    }

    /** Symfony calls this before the next request of a worker. */
    public function reset(): void
    {
        Orm::endRequest();
    }
}

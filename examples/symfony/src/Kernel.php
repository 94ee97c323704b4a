<?php

declare(strict_types=1);

namespace App;

use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Component\Dotenv\Dotenv;
use Symfony\Component\HttpKernel\Kernel as BaseKernel;

final class Kernel extends BaseKernel
{
    use MicroKernelTrait;

    public static function fromEnvironment(): self
    {
        (new Dotenv())->bootEnv(dirname(__DIR__) . '/.env');
        $environment = $_SERVER['APP_ENV'] ?? null;

        return new self(is_string($environment) ? $environment : 'dev', (bool) ($_SERVER['APP_DEBUG'] ?? false));
    }

    public function boot(): void
    {
        parent::boot();
        $this->getContainer()->get(OrmRuntime::class);
    }
}

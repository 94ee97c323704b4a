<?php

declare(strict_types=1);

namespace App\Providers;

use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Foundation\Exceptions\Handler;
use Illuminate\Support\ServiceProvider;
use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Exception\LockTimeoutException;
use Orm\Runtime\Exception\NotInListException;
use Orm\Runtime\Exception\RankOutOfRangeException;
use Orm\Runtime\Exception\UniqueViolationException;
use Orm\Runtime\Orm;
use Psr\Log\LoggerInterface;
use Symfony\Component\HttpKernel\Exception\HttpException;

final class OrmServiceProvider extends ServiceProvider
{
    /** The first class that fits counts, subclasses included. */
    private const ERRORS = [
        EntityNotFoundException::class => [404, 'There is no such row.'],
        UniqueViolationException::class => [409, 'There is one with this title already.'],
        NotInListException::class => [409, 'It is no longer in the list.'],
        LockTimeoutException::class => [503, 'Others are changing this list. Try again.'],
        ConflictException::class => [409, 'Somebody else was faster. Try again.'],
        RankOutOfRangeException::class => [422, 'The list has no such rank.'],
        InvalidValueException::class => [422, 'A value does not fit its column.'],
    ];

    public function register(): void
    {
        $this->callAfterResolving(ExceptionHandler::class, function (ExceptionHandler $handler): void {
            assert($handler instanceof Handler);
            foreach (self::ERRORS as $class => [$status, $message]) {
                $handler->map($class, fn (\Throwable $error) => new HttpException($status, $message, $error));
            }
        });
    }

    public function boot(LoggerInterface $logger): void
    {
        // With a cached configuration Laravel does not read .env, so the variables come from config/database.php.
        foreach ((array) config('database.orm') as $name => $value) {
            $_ENV[$name] ??= $value;
        }
        require_once $this->app->basePath('generated-conf/config.php');
        Orm::getServiceContainer()->setLogger('defaultLogger', $logger);
        if (!$this->app->runningUnitTests()) {
            $this->app->terminating(Orm::endRequest(...));
        }
    }
}

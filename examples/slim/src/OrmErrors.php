<?php

declare(strict_types=1);

namespace App;

use Orm\Runtime\Exception\ConflictException;
use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Exception\InvalidValueException;
use Orm\Runtime\Exception\LockTimeoutException;
use Orm\Runtime\Exception\NotInListException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\RankOutOfRangeException;
use Orm\Runtime\Exception\UniqueViolationException;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\MiddlewareInterface;
use Psr\Http\Server\RequestHandlerInterface;
use Slim\Exception\HttpException;

/** Turns errors of the database into answers that a client can act on. Everything else stays a 500. */
final class OrmErrors implements MiddlewareInterface
{
    public function process(ServerRequestInterface $request, RequestHandlerInterface $handler): ResponseInterface
    {
        try {
            return $handler->handle($request);
        } catch (OrmException $error) {
            [$status, $title] = self::answer($error);
            throw (new HttpException($request, $title, $status, $error))->setTitle($title);
        }
    }

    /** @return array{int, string} */
    private static function answer(OrmException $error): array
    {
        return match (true) {
            $error instanceof EntityNotFoundException => [404, 'There is no such row.'],
            $error instanceof UniqueViolationException => [409, 'There is one with this title already.'],
            $error instanceof NotInListException => [409, 'It is no longer in the list.'],
            $error instanceof LockTimeoutException => [503, 'Others are changing this list. Try again.'],
            $error instanceof ConflictException => [409, 'Somebody else was faster. Try again.'],
            $error instanceof RankOutOfRangeException => [422, 'The list has no such rank.'],
            $error instanceof InvalidValueException => [422, 'A value does not fit its column.'],
            default => throw $error,
        };
    }
}

<?php

declare(strict_types=1);

use Orm\Runtime\Tests\Support\Project;

// What PHP reports while classes and configuration are loaded is a failure too; PHPUnit watches tests only.
\error_reporting(-1);
\set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    if (!(\error_reporting() & $level)) {
        return false;
    }
    // Debian's PHPUnit is older than the newest PHP, which has warnings about it.
    if (\str_starts_with($file, '/usr/share/php/')) {
        return true;
    }
    throw new \ErrorException($message, 0, $level, $file, $line);
});

// ORM_PHP_NO_COMPOSER: as on a machine without Composer packages, with Debian's PHPUnit and psr/log.
if (!\getenv('ORM_PHP_NO_COMPOSER') && \is_file(__DIR__ . '/../vendor/autoload.php')) {
    require __DIR__ . '/../vendor/autoload.php';
} else {
    \spl_autoload_register(static function (string $class): void {
        $folders = [
            'Orm\\Runtime\\Tests\\' => __DIR__ . '/',
            'Orm\\Runtime\\' => __DIR__ . '/../src/',
            'Psr\\Log\\' => '/usr/share/php/Psr/Log/',
        ];
        foreach ($folders as $prefix => $folder) {
            if (\str_starts_with($class, $prefix)) {
                $file = $folder . \strtr(\substr($class, \strlen($prefix)), '\\', '/') . '.php';
                if (\is_file($file)) {
                    require $file;
                }
                return;
            }
        }
    });
}

Project::load();
if (\class_exists(PHPUnit\Runner\ErrorHandler::class)) {
    \restore_error_handler(); // PHPUnit 11 has its own; 9.6 leaves ours in place, and every diagnostic is an exception
}

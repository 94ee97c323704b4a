<?php

// The generated classes of a run, and its connection, for the scripts beside this one. Settings:
//   project   the folder with the generated classes
//   configs   files of its generated-conf, without .php, one for each process in turn; `config` as usual

declare(strict_types=1);

namespace Bench\Lists;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;

require_once __DIR__ . '/../../packages/runtime-php/vendor/autoload.php';
require_once __DIR__ . '/journal.php';

/** @param array<string, mixed> $settings */
function openProject(array $settings, int $process): ConnectionWrapper
{
    \spl_autoload_register(static function (string $class) use ($settings): void {
        $file = $settings['project'] . '/generated-classes/' . \strtr($class, '\\', '/') . '.php';
        if (\is_file($file)) {
            require $file;
        }
    });
    $configs = $settings['configs'] ?? ['config'];
    require $settings['project'] . '/generated-conf/' . $configs[$process % \count($configs)] . '.php';

    return Orm::getConnection('lists');
}

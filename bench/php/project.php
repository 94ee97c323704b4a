<?php

declare(strict_types=1);

/** Makes the classes and the configuration of a project known, of ours or of Propel's. */
function loadProject(string $project, string $autoload): void
{
    require $autoload;
    spl_autoload_register(static function (string $class) use ($project): void {
        $file = $project . '/generated-classes/' . strtr($class, '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    });
    require $project . '/generated-conf/config.php';
}

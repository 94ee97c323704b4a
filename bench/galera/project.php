<?php

// The generated classes of the project, on one node: required by the scripts beside it.

declare(strict_types=1);

// The node is one of the cluster, from 0.
return static function (string $project, string $runtime, int $node): Orm\Runtime\Connection\ConnectionWrapper {
    require $runtime . '/vendor/autoload.php';
    spl_autoload_register(static function (string $class) use ($project): void {
        $file = $project . '/generated-classes/' . strtr($class, '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    });
    require $project . "/generated-conf/config-$node.php";

    return Orm\Runtime\Orm::getConnection('cluster');
};

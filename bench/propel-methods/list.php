<?php

// php list.php PROJECT AUTOLOAD NAME=CLASS…: the public methods and constants of the classes, as JSON. Methods that a class
// only announces (`@method` in its comment) count: calls of them work.

declare(strict_types=1);

[, $project, $autoload] = $argv;
require __DIR__ . '/../php/project.php';
loadProject($project, $autoload);

$listed = [];
foreach (array_slice($argv, 3) as $each) {
    [$name, $class] = explode('=', $each, 2);
    $reflection = new ReflectionClass($class);
    $methods = [];
    foreach ($reflection->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
        $methods[$method->name] = $method->isVariadic() ? 99 : $method->getNumberOfParameters();
    }
    for ($parent = $reflection; $parent !== false; $parent = $parent->getParentClass()) {
        preg_match_all('/@method\s+[^(\n]*?(\w+)\(([^\n]*)\)/', (string) $parent->getDocComment(), $announced, PREG_SET_ORDER);
        foreach ($announced as [, $method, $parameters]) {
            $methods[$method] ??= preg_match_all('/\$\w/', $parameters);
        }
    }
    ksort($methods);
    $listed[$name] = ['methods' => $methods, 'constants' => array_keys($reflection->getConstants())];
}
echo json_encode($listed, JSON_THROW_ON_ERROR);

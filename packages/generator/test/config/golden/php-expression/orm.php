<?php

return [
    'orm' => [
        'general' => ['project' => strtolower('Library')],
        'database' => ['connections' => ['library' => [
            'adapter' => 'mysql',
            'user' => getenv('DB_USER') ?: 'root',
            'dsn' => 'mysql:host=' . HOST,
            'options' => [PDO::ATTR_TIMEOUT => 3],
            ...$more,
        ]]],
    ],
];

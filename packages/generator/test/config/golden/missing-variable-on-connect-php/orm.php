<?php

return [
    'orm' => [
        'general' => ['project' => 'library'],
        'database' => ['connections' => ['library' => [
            'adapter' => 'pgsql',
            'dsn' => 'pgsql:host=' . getenv('DB_HOST') . ';dbname=library',
            'user' => 'me',
            'password' => $_ENV['DB_PASSWORD'],
        ]]],
    ],
];

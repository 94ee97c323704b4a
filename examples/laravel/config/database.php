<?php

declare(strict_types=1);

return [
    'orm' => [
        'DB_DSN' => env('DB_DSN'),
        'DB_USERNAME' => env('DB_USERNAME'),
        'DB_PASSWORD' => env('DB_PASSWORD'),
    ],
];

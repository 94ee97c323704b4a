<?php

return [
    'orm' => [
        'runtime' => ['defaultConnection' => 'libary', 'connections' => ['library', 'bookshop']],
        'general' => ['project' => 'library'],
        'database' => ['connections' => ['library' => ['adapter' => 'pgsql']]],
    ],
];

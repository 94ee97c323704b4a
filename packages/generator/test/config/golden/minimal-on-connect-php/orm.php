<?php

return [
    'orm' => [
        'general' => ['project' => 'library'],
        'database' => ['connections' => ['library' => ['adapter' => 'pgsql']]],
    ],
];

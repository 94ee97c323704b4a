<?php

return [
    'orm' => [
        'general' => ['project' => ['library']],
        'generator' => ['recursive' => 'sometimes'],
        'paths' => 'generated',
        'database' => ['connections' => ['library' => ['adapter' => 'pgsql']]],
    ],
];

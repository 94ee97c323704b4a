<?php

return [
    'propel' => [
        'general' => ['project' => 'library'],
        'database' => ['connections' => ['library' => ['adapter' => 'pgsql']]],
    ],
];

<?php

return [
    'orm' => [
        'general' => ['project' => getenv('PROJECT')],
        'database' => ['connections' => ['library' => ['adapter' => 'pgsql']]],
    ],
];

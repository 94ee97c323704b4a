<?php

return [
    'orm' => [
        'database' => ['connections' => ['library' => ['adapter' => 'pgsql' 'password' => 'hunter2']]],
    ],
];

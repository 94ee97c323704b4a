<?php

return [
    'orm' => [
        'genral' => ['project' => 'library'],
        'database' => ['connections' => ['library' => ['adapter' => 'pgsql', 'pasword' => 'hunter2']]],
    ],
];

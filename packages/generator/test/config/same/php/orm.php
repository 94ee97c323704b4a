<?php

declare(strict_types=1);

use App\Db\Connection;

return [
    'orm' => [
        'general' => ['project' => 'library'],
        'exclude_tables' => ['tmp_*', 'log'],
        'paths' => ['schemaDir' => 'schema', 'sqlDir' => 'build/' . '%general.project%'],
        'database' => [
            'adapters' => ['mysql' => ['tableType' => 'Aria', 'uuidColumnType' => 'native']],
            'connections' => [
                'library' => [
                    'adapter' => 'mysql',
                    'classname' => Connection::class,
                    'dsn' => 'mysql:host=' . getenv('DB_HOST') . ';port=3307;dbname=library',
                    'user' => '100%% me',
                    'password' => '0123',
                    'protected' => true,
                    'options' => ['MYSQL_ATTR_SSL_CA' => 'certs/ca.pem', 'ATTR_PERSISTENT' => false],
                    'attributes' => ['ATTR_TIMEOUT' => 5],
                    'settings' => [
                        'charset' => 'utf8mb4',
                        'queries' => ['utf8' => '', 'mode' => "SET sql_mode = 'ANSI'"],
                    ],
                    'slaves' => [
                        ['dsn' => 'mysql:host=b;dbname=library'],
                        [
                            'dsn' => 'mysql:host=c;dbname=library',
                            'user' => 'reader',
                            'password' => $_ENV['READER_PASSWORD'],
                        ],
                    ],
                ],
                'archive' => array(
                    'adapter' => 'sqlite',
                    'dsn' => 'sqlite:data/archive.sqlite',
                    'attributes' => [],
                ),
            ],
        ],
        'runtime' => [
            'defaultConnection' => 'library',
            'connections' => ['library', 'archive'],
            'lists' => ['lockTimeout' => 2.5],
            'log' => ['default' => ['type' => 'stream', 'path' => 'log/orm.log', 'level' => 400]],
            'configMode' => '0600',
        ],
        'generator' => [
            'defaultConnection' => 'library',
            'connections' => ['library'],
            'tablePrefix' => 'lib_',
            'recursive' => true,
            'maxSchemaSize' => '4M',
            'objectModel' => ['defaultKeyType' => 'fieldName'],
        ],
        'migrations' => ['tableName' => 'changes'],
        'reverse' => ['connection' => 'archive'],
    ],
];

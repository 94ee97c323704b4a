<?php

// Loads every class of a project in one process, inserts a row by the class of every table and finds it again:
//   php rows.php PROJECT AUTOLOAD, with what rowsFor() of values.mjs gives on stdin.
// Prints JSON: how many classes and tables there are, how many rows were found again, which a check or a trigger refused, and
// what went wrong. Foreign keys are not checked on this connection, nor do triggers fire where that can be said.

declare(strict_types=1);

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\CheckViolationException;
use Orm\Runtime\Orm;

[, $project, $autoload] = $argv;
require __DIR__ . '/../php/project.php';
loadProject($project, $autoload);
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    throw new ErrorException($message, 0, $level, $file, $line);
});

['tables' => $tables, 'checks' => $checks] = json_decode((string) stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
$folder = $project . '/generated-classes';
$maps = [];
$classes = 0;
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS)) as $file) {
    $name = strtr(substr($file->getPathname(), strlen($folder) + 1, -4), '/', '\\');
    if (!class_exists($name) && !interface_exists($name) && !trait_exists($name) && !enum_exists($name)) {
        throw new RuntimeException("$name is not in its file");
    }
    ++$classes;
    if (str_ends_with($name, 'TableMap')) {
        $maps[] = $name;
    }
}
sort($maps);

function connection(): ConnectionWrapper
{
    $con = Orm::getServiceContainer()->getConnection('default');
    $con->exec([
        'pgsql' => "SET session_replication_role = 'replica'",
        'mysql' => 'SET foreign_key_checks = 0',
        'sqlite' => 'PRAGMA foreign_keys = OFF',
    ][$con->getPdo()->getAttribute(PDO::ATTR_DRIVER_NAME)]);

    return $con;
}
$con = connection();

/** @param list<string> $wanted columns that may be NULL and get a value all the same */
function filled(string $map, array $columns, ?array $wanted): object
{
    $class = $map::OM_CLASS;
    $object = new $class();
    foreach ($map::COLUMNS as $position => [$column]) {
        $facts = $columns[$column] ?? null;
        if ($facts === null || $facts['generated'] || in_array($position, $map::LOCKED_POSITIONS, true)) {
            continue;
        }
        $isOwn = $position === $map::AUTO_INCREMENT;
        $isNeeded = $facts['required'] && !$facts['given'] || in_array($position, $map::KEY_POSITIONS, true);
        if ($isOwn || ($wanted !== null && !$isNeeded && !in_array($column, $wanted, true))) {
            continue;
        }
        $refusal = null;
        $values = isset($map::VALUE_SETS[$position]) ? [$map::VALUE_SETS[$position][0]] : $facts['values'];
        foreach ([...$values, [$values[0]], '1', 'a'] as $value) {
            if (is_string($value) && str_starts_with($value, 'hex:')) {
                $value = (string) hex2bin(substr($value, 4));
            }
            try {
                $object->setByPosition($position, $value);
                $refusal = null;
                break;
            } catch (Throwable $error) {
                $refusal ??= $error;
            }
        }
        if ($refusal !== null) {
            throw $refusal;
        }
    }

    return $object;
}

function insertAndFind(string $map, array $columns, ?array $wanted): void
{
    global $con;
    $object = filled($map, $columns, $wanted);
    $object->save($con);
    $query = $map::QUERY_CLASS::create();
    $key = $map::KEY_POSITIONS === [] ? null : $object->getPrimaryKey();
    unset($object);
    $found = $key === null ? $query->findOne($con) : $query->findPk($key, $con);
    if ($found === null) {
        throw new RuntimeException('the row was not found again');
    }
}

$result = ['classes' => $classes, 'tables' => 0, 'rows' => 0, 'refused' => [], 'wrong' => []];
foreach ($maps as $map) {
    $name = str_replace('"', '', strtr($map::QUOTED, ['`' => '', '[' => '', ']' => '']));
    if ($map::READ_ONLY) {
        continue;
    }
    ++$result['tables'];
    $columns = $tables[$name] ?? $tables[$map::TABLE_NAME] ?? null;
    if ($columns === null) {
        $result['wrong'][$name] = 'the database has no such table';
        continue;
    }
    // Everything, then only what is needed, then what the check that refused the row mentions: all of it, and one by one.
    $attempts = [null, []];
    $said = null;
    while ($attempts !== [] && $said !== '') {
        try {
            insertAndFind($map, $columns, array_shift($attempts));
            ++$result['rows'];
            $said = '';
        } catch (Throwable $error) {
            $isCheck = $error instanceof CheckViolationException || preg_match('/SQLSTATE\[(45000|P0001)\]|no partition|out of range/i', $error->getMessage()) === 1;
            if ($said === null && $error instanceof CheckViolationException) {
                $text = $checks[$error->getConstraint() ?? ''] ?? '';
                $mentioned = array_values(array_filter(array_keys($columns), static fn ($column) => str_contains($text, (string) $column)));
                $attempts = [...$attempts, $mentioned, ...array_map(static fn ($column) => [$column], array_slice($mentioned, 0, 20))];
            }
            // What the driver did not understand may still be on its way.
            if ($error instanceof ErrorException) {
                Orm::getServiceContainer()->closeConnections();
                $con = connection();
            }
            $said = ($isCheck ? 'refused' : 'wrong') . ' ' . strtok($error->getMessage(), "\n");
            if ($isCheck === false && $attempts === []) {
                $said = 'wrong ' . get_class($error) . ': ' . substr($error->getMessage(), 0, 300);
            }
        }
    }
    if ($said !== '') {
        [$kind, $message] = explode(' ', (string) $said, 2);
        $result[$kind][$name] = $message;
    }
}
echo json_encode($result, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);

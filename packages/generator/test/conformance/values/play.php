<?php

declare(strict_types=1);

/**
 * Plays steps of the values (conformance/README.md) with the classes of a project: reads them from the standard input and
 * writes what came of each.
 */

use Orm\Runtime\Exception\InvalidValueException;

[, $folder, $autoload] = $argv;
require $autoload;
spl_autoload_register(static function (string $class) use ($folder): void {
    $file = $folder . '/generated-classes/' . strtr($class, '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});
require $folder . '/generated-conf/config.php';

$decoded = static fn (string $kind, mixed $value): mixed => match ($kind) {
    'integer', 'bigint' => (int) $value,
    'float', 'single' => match ($value) {
        'NaN' => NAN,
        'Infinity' => INF,
        '-Infinity' => -INF,
        default => (float) $value,
    },
    'bytes' => hex2bin($value),
    'instant' => new DateTimeImmutable($value),
    // An array cannot say that an object is empty.
    'json' => is_array(json_decode($value, true)) && !str_contains($value, '{}')
        ? json_decode($value, true, 512, JSON_BIGINT_AS_STRING)
        : $value,
    'documents' => json_decode($value, true),
    default => $value,
};
$bytes = static fn (mixed $value): string => is_resource($value) ? stream_get_contents($value) : $value;
$json = static fn (mixed $value): string => json_encode($value, JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR);
$encoded = static fn (string $kind, mixed $value): mixed => match ($kind) {
    'integer', 'bigint' => (string) $value,
    'float', 'single' => is_nan($value) ? '7ff8000000000000' : bin2hex(pack('E', $value)),
    'bytes' => bin2hex($bytes($value)),
    'date' => $value->format('Y-m-d'),
    'time' => $value->format('H:i:s.u'),
    'moment' => $value->format('Y-m-d H:i:s.u'),
    'instant' => $value->setTimezone(new DateTimeZone('UTC'))->format('Y-m-d\TH:i:s.v\Z'),
    'label' => $value->value,
    'labels' => array_column($value, 'value'),
    'days' => array_map(static fn ($day) => $day?->format('Y-m-d'), $value),
    'json' => $json($value),
    'documents' => $json(array_map($json, $value)),
    default => $value,
};

$answers = [];
foreach (json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR) as $step) {
    $class = str_replace('_', '', ucwords($step['table'], '_'));
    try {
        if ($step['do'] === 'write') {
            $object = new $class();
            $object->setId($step['id'])->setValue($decoded($step['kind'], $step['value']))->save();
            $answers[] = ['done' => true];
            continue;
        }
        $object = ("{$class}Query")::create()->findPk($step['id']);
        if ($step['do'] === 'read') {
            $answers[] = ['value' => $encoded($step['kind'], $object->getValue())];
            continue;
        }
        $object->getValue();
        $object->setOther($step['id'])->save();
        $answers[] = ['done' => true];
    } catch (InvalidValueException) {
        $answers[] = ['refused' => true];
    } catch (Throwable $error) {
        $answers[] = ['error' => $error::class . ': ' . $error->getMessage()];
    }
}
echo json_encode($answers, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);

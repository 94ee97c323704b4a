<?php

// Transactions that go back to one savepoint after another: php savepoints.php PROJECT RUNTIME
// Prints JSON: what each of them was answered with.

declare(strict_types=1);

use Bench\Galera\Task;
use Orm\Runtime\Exception\OrmException;

[, $project, $runtime] = $argv;
$con = (require __DIR__ . '/project.php')($project, $runtime, 0);
$fail = static function (): never {
    throw new DomainException('the caller has changed its mind');
};
$save = static fn (string $title) => (new Task())->setTitle($title)->setListId(1)->save();
/** In a savepoint that is gone back to. */
$inVain = static function (callable $work) use ($con): void {
    try {
        $con->transaction($work);
    } catch (DomainException) {
    }
};
$works = [
    'one' => static function () use ($inVain, $save, $fail): void {
        $inVain(static fn () => [$save('in vain'), $fail()]);
        $save('one');
    },
    'one after the other' => static function () use ($inVain, $save, $fail): void {
        $inVain(static fn () => [$save('in vain'), $fail()]);
        $inVain(static fn () => [$save('in vain'), $fail()]);
        $save('one after the other');
    },
    'inside another' => static function () use ($inVain, $save, $fail): void {
        $inVain(static function () use ($inVain, $save, $fail): void {
            $inVain(static fn () => [$save('in vain'), $fail()]);
            $fail();
        });
        $save('inside another');
    },
    'inside one that is kept, inside another' => static function () use ($con, $inVain, $save, $fail): void {
        $inVain(static function () use ($con, $inVain, $save, $fail): void {
            $con->transaction(static fn () => $inVain(static fn () => [$save('in vain'), $fail()]));
            $fail();
        });
        $save('inside one that is kept, inside another');
    },
];
$answers = [];
foreach ($works as $name => $work) {
    try {
        $con->transaction($work);
        $answers[$name] = 'done';
    } catch (OrmException $error) {
        $answers[$name] = $error->getMessage();
    }
}
echo json_encode($answers, JSON_THROW_ON_ERROR), "\n";

<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Sortable\Model;

/**
 * Steps as calls that a person can read.
 *
 * @phpstan-import-type Step from Runner
 */
final class Story
{
    private const METHODS = [
        'top' => 'insertAtTop', 'bottom' => 'insertAtBottom', 'rank' => 'insertAtRank', 'before' => 'insertBefore',
        'after' => 'insertAfter', 'remove' => 'removeFromList', 'up' => 'moveUp', 'down' => 'moveDown',
        'toTop' => 'moveToTop', 'toBottom' => 'moveToBottom', 'toRank' => 'moveToRank', 'swap' => 'swapWith',
    ];

    /**
     * @param list<Step> $steps
     */
    public static function tell(Shape $shape, array $steps): string
    {
        $lines = [];
        $depth = 0;
        foreach ($steps as $step) {
            $ends = \in_array($step['op'], ['commit', 'rollback'], true);
            $depth -= $ends ? 1 : 0;
            $lines[] = \str_repeat('    ', \max(0, $depth)) . self::line($shape, $step);
            $depth += \in_array($step['op'], ['begin', 'callable'], true) ? 1 : 0;
        }

        return \implode("\n", $lines);
    }

    /**
     * @param Step $step
     */
    private static function line(Shape $shape, array $step): string
    {
        $op = $step['op'];
        $class = Shape::camel($shape->name);
        $con = ($step['con'] ?? 0) === 0 ? '' : '$other';
        $name = '$' . ($step['name'] ?? '');
        $scope = \implode(', ', \array_map(static fn (mixed $value): string => \json_encode($value, \JSON_THROW_ON_ERROR), $step['scope'] ?? []));
        $with = \implode(', ', \array_filter([$scope, $con], static fn (string $part): bool => $part !== ''));
        if (isset($step['o'])) {
            $arguments = match (true) {
                isset($step['p']) => '$' . $step['p'],
                isset($step['rank']) => (string) $step['rank'],
                isset($step['title']) => "'{$step['title']}'",
                default => '',
            };

            return match ($op) {
                'drop' => "unset(\${$step['o']});",
                'title' => "\${$step['o']}->setTitle($arguments);",
                'scope' => \sprintf(
                    '$%s->%s(%s);',
                    $step['o'],
                    isset($step['column']) ? 'set' . Shape::camel(\array_keys($shape->scopes)[$step['column']]) : 'setScopeValue',
                    isset($step['column']) ? \json_encode($step['scope'][$step['column']] ?? null) : (\count($step['scope'] ?? []) > 1 ? "[$scope]" : $scope),
                ),
                'next', 'previous' => "$name = \${$step['o']}->get" . \ucfirst($op) . '();',
                default => \sprintf('$%s->%s(%s);', $step['o'], self::METHODS[$op] ?? $op, $arguments),
            };
        }
        $query = $class . 'Query';

        return match ($op) {
            'row' => "// $name: a row in list ($scope)",
            'new' => "$name = new $class() in ($scope), title '" . ($step['title'] ?? '') . "'" . ($con === '' ? ';' : '; // of $other'),
            'load' => "$name = $query::" . (($step['static'] ?? false) ? 'findPk' : 'find') . "(row of \${$step['birth']}" . ($con === '' ? '' : ", $con") . ');',
            'findList' => "{$name}_* = $query::" . (($step['static'] ?? false) ? 'retrieveList' : 'findList') . "($with);",
            'byRank' => "$name = $query::findOneByRank({$step['rank']}" . ($with === '' ? '' : ", $with") . ');',
            'number' => "$query::{$step['method']}($with);",
            'deleteTitle' => "$query::filterByTitle('{$step['title']}')->delete($con);",
            'deleteKeys' => "$query::filterByPrimaryKeys(rows of $" . \implode(', $', $step['births'] ?? []) . ")->delete($con);",
            'deleteList' => "$query::deleteList($with);",
            'reorder' => "$query::reorder({$step['kind']} of list ($scope), dice " . \implode(' ', $step['dice'] ?? []) . ($con === '' ? '' : ", $con") . ');',
            'clear' => ($con === '' ? '$con' : $con) . '->getPool()->clear();',
            'lock' => "$query::lockLists(" . \json_encode($step['scopes'] ?? []) . ');',
            'begin' => ($con === '' ? '$con' : $con) . '->beginTransaction();',
            'callable' => ($con === '' ? '$con' : $con) . '->transaction(function () {',
            'commit' => 'commit',
            'rollback' => 'rollback',
            default => $op,
        };
    }
}

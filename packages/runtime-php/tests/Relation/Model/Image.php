<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Relation\Model;

use PDO;
use PDOStatement;
use WeakMap;

/** Reads all rows by one statement of our own. */
final class Image
{
    /** @var WeakMap<PDO, PDOStatement>|null the statement of each connection: to plan it takes longer than to run it */
    private static ?WeakMap $statements = null;

    public static function read(PDO $pdo): Rows
    {
        $rows = new Rows();
        self::$statements ??= new WeakMap();
        $statement = self::$statements[$pdo] ??= $pdo->prepare(self::sql(), [PDO::ATTR_EMULATE_PREPARES => false]);
        $statement->execute();
        /** @var array{string, string, string, int|string|null, string|null, string|null} $row */
        foreach ($statement->fetchAll(PDO::FETCH_NUM) as $row) {
            [$kind, $name, $one, $amount, $first, $second] = $row;
            if ($kind === 'link') {
                $twice = isset($rows->links[$name]["$one>$first"]) ? ' twice' : '';
                $rows->links[$name]["$one>$first$twice"] = true;
            } else {
                $relations = \array_keys(Schema::keysOf($name));
                $rows->tables[$name][$one] = ['amount' => (int) $amount]
                    + \array_combine($relations, \array_slice([$first, $second], 0, \count($relations)));
            }
        }

        return $rows;
    }

    /** Puts away what a story left. */
    public static function clean(PDO $pdo): void
    {
        // MySQL follows a cascade through every level of a tree, and refuses to begin with 30 of them.
        $isMysql = $pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'mysql';
        if ($isMysql) {
            $pdo->exec('SET FOREIGN_KEY_CHECKS = 0');
        }
        foreach ([...\array_column(Schema::CROSSES, 'table'), ...\array_reverse(Schema::TABLES)] as $table) {
            $pdo->exec("DELETE FROM $table");
        }
        if ($isMysql) {
            $pdo->exec('SET FOREIGN_KEY_CHECKS = 1');
        }
    }

    private static function sql(): string
    {
        $parts = [];
        foreach (Schema::TABLES as $table) {
            $names = [];
            $joins = '';
            foreach (\array_values(Schema::keysOf($table)) as $index => ['parent' => $parent, 'on' => $on]) {
                $names[] = "p$index.name";
                $joins .= " LEFT JOIN $parent p$index ON " . \str_replace('p.', "p$index.", $on);
            }
            $names = \implode(', ', \array_pad($names, 2, 'NULL'));
            $parts[] = "SELECT 'row', '$table', c.name, c.amount, $names FROM $table c$joins";
        }
        foreach (Schema::CROSSES as $cross => ['table' => $table, 'ends' => [$one, $other], 'columns' => [$here, $there]]) {
            $parts[] = "SELECT 'link', '$cross', a.name, NULL, b.name, NULL FROM $table c"
                . " JOIN $one a ON a.id = c.$here JOIN $other b ON b.id = c.$there";
        }

        return \implode(' UNION ALL ', $parts);
    }
}

<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value\Matrix;

use Bookstore\ByteValues;
use Bookstore\DocumentValues;
use Bookstore\LabelValues;
use Bookstore\MomentValues;
use Bookstore\NumberValues;
use Bookstore\TextValues;
use Bookstore\UuidValues;
use Orm\Runtime\ActiveRecord\ActiveRecord;

/** The columns of the matrix: one of every type, and of everything that changes what a type is in PHP. */
final class Columns
{
    /** Column => kind of its values, by model. */
    private const KINDS = [
        TextValues::class => ['Fixed' => 'text', 'Short' => 'text', 'Long' => 'text', 'Endless' => 'text', 'Needed' => 'text'],
        NumberValues::class => [
            'Tiny' => 'int', 'Small' => 'int', 'Normal' => 'int', 'Big' => 'int', 'Needed' => 'int', 'BigText' => 'digits',
            'Single' => 'float', 'Floating' => 'float', 'DoubleOne' => 'float', 'Ratio' => 'float',
            'Money' => 'decimal', 'Exact' => 'decimal', 'Huge' => 'decimal', 'Amount' => 'decimal', 'Flag' => 'bool', 'Active' => 'bool',
        ],
        MomentValues::class => [
            'Day' => 'date', 'Since' => 'date', 'Clock' => 'time', 'ClockPlain' => 'time', 'Moment' => 'moment', 'MomentMilli' => 'moment',
            'MomentPlain' => 'moment', 'Stamp' => 'moment', 'StampPlain' => 'moment', 'Starts' => 'moment',
        ],
        LabelValues::class => [
            'Style' => 'label', 'Position' => 'label', 'State' => 'label', 'Plain' => 'label', 'PlainPosition' => 'label',
            'Tags' => 'set', 'PlainTags' => 'set', 'Extras' => 'set',
        ],
        DocumentValues::class => ['Document' => 'json', 'Options' => 'json', 'Words' => 'list', 'Steps' => 'list'],
        ByteValues::class => [
            'Fixed' => 'bytes', 'Short' => 'bytes', 'Long' => 'bytes', 'Stream' => 'bytes', 'StreamText' => 'bytes',
            'Thing' => 'object', 'Span' => 'span',
        ],
        UuidValues::class => ['Uuid' => 'uuid', 'Bytes' => 'uuid', 'Needed' => 'uuid'],
    ];

    /**
     * @return iterable<string, array{class-string<ActiveRecord>, string, string}> model, column, kind by name
     */
    public static function all(): iterable
    {
        foreach (self::KINDS as $model => $columns) {
            foreach ($columns as $column => $kind) {
                yield \substr($model, \strlen('Bookstore\\')) . ".$column" => [$model, $column, $kind];
            }
        }
    }

    /** A new object with what it needs to be saved. */
    public static function object(string $model): ActiveRecord
    {
        $object = new $model();
        \assert($object instanceof ActiveRecord);

        return $object instanceof TextValues ? $object->setNeeded('needed') : $object;
    }
}

<?php

declare(strict_types=1);

namespace Orm\Runtime\Query;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Value\Bytes;

/**
 * The columns of one table in a row of a query.
 *
 * @internal
 */
final class Block
{
    public readonly int $length;
    public readonly bool $hasKey;

    /** @var class-string<ActiveRecord> */
    public readonly string $model;

    /** The number of the block whose objects these belong to; -1 for the table itself. */
    public int $parent = -1;

    /** @var list<int> where the key stands in the row */
    private readonly array $keys;

    public function __construct(
        public readonly Source $source,
        public readonly int $offset,
        public readonly ?string $from,
        public readonly string $relation,
        public readonly int $kind,
    ) {
        $map = $source->map;
        $positions = $source->rowPositions();
        $this->length = \count($positions);
        $this->hasKey = $map::KEY_POSITIONS !== [];
        $this->model = $map::OM_CLASS;
        $keys = [];
        foreach ($this->hasKey ? $map::KEY_POSITIONS : $positions as $position) {
            $keys[] = $offset + (int) \array_search($position, $positions, true);
        }
        $this->keys = $keys;
    }

    /**
     * What tells objects of a result apart; null when an outer join found nothing.
     *
     * @param list<scalar|resource|null> $row
     */
    public function key(array $row): ?string
    {
        if (\count($this->keys) === 1) {
            return self::text($row[$this->keys[0]]);
        }
        $key = '';
        $found = false;
        foreach ($this->keys as $index) {
            $text = self::text($row[$index]);
            if ($text === null && $this->hasKey) {
                return null;
            }
            $found = $found || $text !== null;
            $key .= $text === null ? '-' : \strlen($text) . ':' . $text;
        }

        return $found ? $key : null;
    }

    private static function text(mixed $value): ?string
    {
        return $value === null ? null : Bytes::ofRow($value);
    }
}

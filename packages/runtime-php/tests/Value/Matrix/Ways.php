<?php

declare(strict_types=1);

namespace Orm\Runtime\Tests\Value\Matrix;

use Orm\Runtime\ActiveRecord\ActiveRecord;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Query\Criteria;
use Orm\Runtime\Query\ModelQuery;
use Orm\Runtime\Query\SqlExpression;

/** Every public way in which a value reaches one column. */
final class Ways
{
    public const WRITES = ['set', 'weak set', 'setByName', 'fromArray', 'update', 'expression', 'findOneOrCreate'];
    public const FINDS = [
        'filterBy', 'typed filter', 'weak filter', 'IN', 'filterByArray', 'where', 'where turned', 'where IN', 'where BETWEEN', 'where COALESCE',
        'having',
    ];

    /** Kinds without an order, or without a comparison in SQL of one's own. */
    private const WITHOUT = [
        'filterByArray' => ['list', 'set'], // asks for rows that contain the items
        'where BETWEEN' => ['json', 'object', 'span', 'list', 'set'],
        'where COALESCE' => ['json'],
    ];

    /**
     * @param class-string<ActiveRecord> $model
     */
    public function __construct(
        private readonly ConnectionWrapper $con,
        private readonly string $model,
        private readonly string $column,
        private readonly string $kind,
    ) {
    }

    /** @return list<string> */
    public function finds(): array
    {
        return \array_values(\array_filter(self::FINDS, fn (string $way): bool => !\in_array($this->kind, self::WITHOUT[$way] ?? [], true)));
    }

    /** A row that has the value; what was stored, as it is read again. */
    public function write(string $way, mixed $value): int
    {
        if ($way === 'update' || $way === 'expression') {
            $object = $this->saved(Columns::object($this->model));
            $given = $way === 'update' ? $value : new SqlExpression('?', [$value]);
            $this->query()->filterBy('Id', $object)->update([$this->column => $given]);

            return $object;
        }
        $object = Columns::object($this->model);
        $setter = "set$this->column";
        match ($way) {
            'set' => $object->$setter($value),
            // Functions of PHP call without strict types.
            'weak set' => @\array_map([$object, $setter], [$value]),
            'setByName' => $object->setByName($this->column, $value),
            'fromArray' => $object->fromArray([$this->column => $value]),
            default => $object = $this->created($value),
        };

        return $this->saved($object);
    }

    /**
     * The keys of the rows that the value finds.
     *
     * @return list<int>
     */
    public function find(string $way, mixed $value): array
    {
        $column = $this->model::TABLE_MAP::TABLE_PHP_NAME . ".$this->column";
        $filter = "filterBy$this->column";
        // Alone, a set or a list asks for rows that contain it.
        $equal = \in_array($this->kind, ['set', 'list'], true) ? Criteria::EQUAL : null;
        $query = $this->query();
        $given = [$this->column => $value];
        $found = match ($way) {
            'filterBy' => $query->filterBy($this->column, $value, $equal),
            'typed filter' => $query->$filter($value, $equal),
            'weak filter' => @\array_map([$query, $filter], [$value], [$equal])[0],
            'IN' => $query->filterBy($this->column, [$value], Criteria::IN),
            'filterByArray' => $query->filterByArray($given),
            'where' => $query->where("$column = ?", [$value]),
            'where turned' => $query->where("? = $column", [$value]),
            'where IN' => $query->where("$column IN (?, ?)", [$value, $value]),
            'where BETWEEN' => $query->where("$column BETWEEN ? AND ?", [$value, $value]),
            'where COALESCE' => $query->where("COALESCE($column, ?) = ?", [$value, $value]),
            default => $query->groupBy('Id')->having("$column = ?", [$value]),
        };
        \assert($found instanceof ModelQuery);
        // MySQL looks for the column of a HAVING among those that are read.
        $ids = $way === 'having' ? $found->find()->getColumnValues('Id') : $found->select('Id')->find()->getData();
        $ids = \array_map(static fn (mixed $id): int => \is_int($id) ? $id : 0, $ids);
        \sort($ids);

        return $ids;
    }

    /** @return ModelQuery<ActiveRecord> */
    public function query(): ModelQuery
    {
        $class = $this->model::TABLE_MAP::QUERY_CLASS;
        $query = $class::create();
        \assert($query instanceof ModelQuery);

        return $query;
    }

    /** What a getter gives for a row that was just read. */
    public function read(int $id): mixed
    {
        $this->con->getPool()?->clear();

        return $this->query()->filterBy('Id', $id)->requireOne()->getByName($this->column);
    }

    /**
     * Whether a value that a row has is taken for a change of it.
     *
     * @param callable(): mixed $make
     */
    public function changes(callable $make): bool
    {
        $id = $this->write('setByName', $make());
        $this->con->getPool()?->clear();
        $object = $this->query()->filterBy('Id', $id)->requireOne();

        return $object->setByName($this->column, $make())->isModified();
    }

    private function created(mixed $value): ActiveRecord
    {
        $equal = \in_array($this->kind, ['set', 'list'], true) ? Criteria::EQUAL : null;
        $query = $this->query()->filterBy($this->column, $value, $equal);
        $this->query()->deleteAll();
        $object = $query->findOneOrCreate();
        if ($this->column !== 'Needed' && $object::TABLE_MAP::TABLE_PHP_NAME === 'TextValues') {
            $object->setByName('Needed', 'needed');
        }

        return $object;
    }

    private function saved(ActiveRecord $object): int
    {
        $object->save();
        $id = $object->getByName('Id');

        return \is_int($id) ? $id : throw new \LogicException('no key');
    }
}

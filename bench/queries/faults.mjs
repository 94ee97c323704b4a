// Faults that the runtime once had: each must show in query chains (--faults of query-chains.mjs).

export const faults = [
  {
    name: '03a',
    what: 'update() and delete() with joinWith and a limit count rows of the join',
    file: 'Query/BulkWriting.php',
    from: '        $rows = $this->innerKeys($con->adapter);',
    to: '        $bare = clone $this;\n        $bare->parts()->with = [];\n        $rows = $bare->innerKeys($con->adapter);',
  },
  {
    name: '03b',
    what: 'update() and delete() forget distinct() before a limit',
    file: 'Query/BulkWriting.php',
    from: '        $rows = $this->innerKeys($con->adapter);',
    to: '        $bare = clone $this;\n        $bare->parts()->distinct = false;\n        $rows = $bare->innerKeys($con->adapter);',
  },
  {
    name: '04',
    what: 'an order by the alias of withColumn() names no column where objects are counted',
    file: 'Query/SqlBuilding.php',
    from: '$columns[$by->alias] . $by->direction',
    to: '(string) $by',
  },
  {
    name: '13',
    what: 'filterByRelation(null) from the "one" side finds nothing, NOT_EQUAL everything',
    file: 'Query/FilteringRelated.php',
    from: "            $this->useSubquery($other::QUERY_CLASS, $relation, $not ? 'EXISTS' : 'NOT EXISTS')->endUse();",
    to: '            $this->add($not ? Fragment::always() : Fragment::never());',
  },
  {
    name: '18',
    what: 'paginate() forgets the limit of the query',
    file: 'Query/SelectingValues.php',
    from: '$query->limit = $this->limit === null ? $size : \\max(0, \\min($size, $this->limit - $first));',
    to: '$query->limit = $size;',
  },
  {
    name: '20a',
    what: 'a dangling _or() makes the condition of preSelect() an alternative',
    file: 'Query/Scoping.php',
    from: '            $query->close();\n            $query->preSelect(',
    to: '            $query->preSelect(',
  },
  {
    name: '20b',
    what: 'update() knows nothing of preSelect()',
    file: 'Query/BulkWriting.php',
    from: '$query->scoped($con)->withComparableRows();\n            $rows = static::MAP::LIST === []\n                ?',
    to: '$query->withComparableRows();\n            $rows = static::MAP::LIST === []\n                ?',
  },
  {
    name: '20c',
    what: 'delete() knows nothing of preSelect()',
    file: 'Query/BulkWriting.php',
    from: '$query->scoped($con)->withComparableRows();\n            $rows = static::MAP::LIST === [] && $links === []',
    to: '$query->withComparableRows();\n            $rows = static::MAP::LIST === [] && $links === []',
  },
  {
    name: '20d',
    what: 'toSql() knows nothing of preSelect()',
    file: 'Query/SqlBuilding.php',
    from: '$query = $this->scoped($con)->withComparableRows();',
    to: '$query = $this->withComparableRows();',
  },
];

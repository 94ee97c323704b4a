/**
 * Public methods by their names, with one description for both languages: `PHP | TypeScript`, several with commas between them,
 * a dash where a language has none, no bar where both have the same. Names stand for all of their kind: `Title` for each
 * column, `Author` and `Review` for each relation to one and to many.
 */
export type Description = readonly [names: string, text: string];

export interface Section {
  readonly heading: string;
  readonly of: 'model' | 'query' | 'table map';
  readonly methods: readonly Description[];
}

export const SECTIONS: readonly Section[] = [
  {
    heading: 'Creating objects',
    of: 'model',
    methods: [
      ['- | create', 'Inserts a row and returns its object. PHP: `new Book()`, setters and `save()`.'],
      [
        '- | draft',
        'Prepares a row: `save()` inserts it. A draft has the setters of relations and the `insert…()` methods of lists.',
      ],
      ['- | saved', 'On a draft: the object that it was saved as; null before.'],
      [
        'copy',
        'Copies the values, except a key that the database generates and the place in a list. Saving it inserts a row. TypeScript: `deepCopy(book)` of `@ormgen/runtime` copies what refers to it as well.',
      ],
      ['copyInto | -', 'Copies the values into another object.'],
    ],
  },
  {
    heading: 'Columns',
    of: 'model',
    methods: [
      ['getTitle, setTitle | title', 'The value of a column.'],
      ['isAvailable | -', 'The value of a BOOLEAN column.'],
      ['hasKeyword, addKeyword, removeKeyword | -', 'One item of an ARRAY column.'],
      ['getExcerpt', 'A column with `lazyLoad="true"`: read from the database at the first call.'],
      ['getPrimaryKey, setPrimaryKey | -', 'The primary key; a list of values if it has several columns.'],
      ['isPrimaryKeyNull | -', 'Whether the primary key, or a part of it, has no value yet.'],
      ['getByName, setByName | -', 'A column by its name.'],
      ['getByPosition, setByPosition | -', 'A column by its position in the table.'],
      [
        'getVirtualColumn, setVirtualColumn, hasVirtualColumn, getVirtualColumns | -',
        'Values of `withColumn()`, beside the columns of the table.',
      ],
    ],
  },
  {
    heading: 'The row',
    of: 'model',
    methods: [
      [
        'save',
        'Writes what was changed, with the related objects that need it. PHP returns the number of rows, TypeScript the object.',
      ],
      ['delete', 'Deletes the row. The object keeps its values.'],
      ['reload', 'Reads the row again. Unsaved changes are lost.'],
      ['isNew', 'Whether the object has no row.'],
      ['setNew | -', 'Says whether the next `save()` inserts a row.'],
      ['isDeleted', 'Whether the row was deleted.'],
      ['setDeleted | -', 'Sets what `isDeleted()` returns.'],
      ['isModified', 'Whether there is something to save.'],
      ['isColumnModified, getModifiedColumns | -', 'The columns that were set since the row was read or saved.'],
      ['resetModified | -', 'Marks one column, or all of them, as unmodified.'],
      ['equals | -', 'Whether both objects stand for the same row.'],
    ],
  },
  {
    heading: 'Related objects',
    of: 'model',
    methods: [
      ['getAuthor', 'The object that a foreign key refers to; read unless it is loaded.'],
      ['setAuthor', 'Refers to another object. The next save writes it.'],
      ['getReviews', 'The objects that refer to this one, with unsaved additions and removals.'],
      ['countReviews | -', 'How many there are.'],
      ['addReview', 'Adds one. The next save writes it.'],
      ['removeReview', 'Removes one: the next save deletes it if it cannot exist without this object.'],
      ['setReviews', 'Replaces all of them.'],
      ['clearReviews | -', 'Forgets the loaded ones; the next `getReviews()` reads them.'],
      ['getTags', 'The objects at the other end of a many-to-many relation.'],
      ['countTags | -', 'How many there are.'],
      ['addTag', 'Links one. The next save writes it.'],
      ['removeTag', 'Removes the link; the other object stays.'],
      ['setTags', 'Replaces all links.'],
      ['clearTags | -', 'Forgets the loaded ones.'],
      ['isTagsLoaded | -', 'Whether they are loaded.'],
      ['clearAllReferences | -', 'Forgets all related objects, unsaved ones included.'],
    ],
  },
  {
    heading: 'Arrays and JSON',
    of: 'model',
    methods: [
      ['toArray, fromArray | -', 'The columns as an array by name. In TypeScript an object has them as properties.'],
      ['toJson, fromJson | -', 'The same as JSON.'],
      ['jsonSerialize | -', 'What `json_encode()` uses.'],
    ],
  },
  {
    heading: 'Hooks',
    of: 'model',
    methods: [
      [
        'preSave, preInsert',
        'Before a write; false stops it. In TypeScript they are static and get the values, since there is no object yet.',
      ],
      ['preUpdate, preDelete', 'Before an UPDATE or a DELETE; false stops it.'],
      ['postSave, postInsert, postUpdate, postDelete', 'After a write, in its transaction.'],
      [
        'postListChange | -',
        'After ranks of a list changed, in the transaction. A class in TypeScript may have a static method of this name.',
      ],
    ],
  },
  {
    heading: 'Running a query',
    of: 'query',
    methods: [
      ['create', 'A query of the table.'],
      ['- | copy', 'A copy of the query. PHP: `clone`.'],
      ['find', 'All objects.'],
      ['findOne', 'The first object, or null.'],
      ['requireOne', 'The first object, or an error.'],
      ['findPk', 'The object of a primary key, or null.'],
      ['requirePk', 'The object of a primary key, or an error.'],
      ['findPks', 'The objects of several primary keys.'],
      ['count', 'How many objects `find()` would return.'],
      ['exists', 'Whether `find()` would return anything.'],
      ['paginate', 'One page, and the total.'],
      ['iterate', 'One object after another, with little memory.'],
      ['getIterator | -', 'What `foreach` uses.'],
      ['jsonSerialize | -', 'What `json_encode()` uses: the objects of `find()`.'],
      ['findFromSql | -', 'The objects of a SELECT of your own.'],
      ['toSql, getParams | -', 'The SELECT of `find()`, and the values of its placeholders.'],
    ],
  },
  {
    heading: 'Conditions',
    of: 'query',
    methods: [
      ['filterByTitle', 'A condition on a column: a value, a list, a range, or another comparison.'],
      ['filterByKeyword', 'An ARRAY column that has an item.'],
      ['findByTitle, findOneByTitle, requireOneByTitle', 'The condition, and `find()`, `findOne()` or `requireOne()`.'],
      ['filterByPrimaryKey, filterByPrimaryKeys', 'The rows of primary keys.'],
      ['prune', 'Excludes the row of an object.'],
      ['filterBy, filterByArray | -', 'As `filterByTitle()`, with the name of the column.'],
      [
        'findBy, findByArray, findOneBy, findOneByArray, requireOneBy, requireOneByArray | -',
        'The same, and the query runs.',
      ],
      ['where', 'An SQL condition of your own, with placeholders.'],
      ['having | -', 'A condition on groups.'],
      ['condition, combine | -', 'Named conditions, combined later.'],
      ['_or | or', 'Joins the next condition with OR.'],
      ['_and | and', 'Joins the next condition with AND, the default.'],
      ['setIgnoreCase | ignoreCase', 'Conditions on texts ignore case from here on.'],
      ['isIgnoreCase | -', 'Whether they do.'],
      ['hasConditions | -', 'Whether there is any condition.'],
      ['mergeWith', 'Takes over what another query of the table asks for.'],
      ['whereExists, whereNotExists | -', 'EXISTS with a query of your own.'],
      ['_if, _elseif, _else, _endif | -', 'Steps that apply under a condition only.'],
    ],
  },
  {
    heading: 'Related tables',
    of: 'query',
    methods: [
      ['filterByAuthor', 'The rows related to one or several objects.'],
      ['joinAuthor, leftJoinAuthor, innerJoinAuthor', 'Joins a related table, for conditions and order.'],
      ['joinWithAuthor, leftJoinWithAuthor, innerJoinWithAuthor', 'Joins it and loads the objects: eager loading.'],
      ['- | with', 'Eager loading by name: one statement per relation.'],
      ['with | -', 'Loads the objects of a relation that is already joined.'],
      ['withAuthorQuery', 'Joins it with the conditions of a callback.'],
      ['useAuthorQuery, endUse | -', 'The same as a chain: steps in between are about the related table.'],
      ['useAuthorExistsQuery | withAuthorExistsQuery', 'Rows for which there is a related row: EXISTS.'],
      ['useAuthorNotExistsQuery | withAuthorNotExistsQuery', 'Rows for which there is none.'],
      ['useInAuthorQuery | withInAuthorQuery', 'The same as EXISTS, written with IN.'],
      ['useNotInAuthorQuery | withNotInAuthorQuery', 'The same with NOT IN.'],
      ['filterRelatedTo | -', 'As `filterByAuthor()`, with the name of the relation.'],
      [
        'join, leftJoin, rightJoin, innerJoin, joinWith, leftJoinWith, rightJoinWith, innerJoinWith | -',
        'As `joinAuthor()` and `joinWithAuthor()`, with the name of the relation.',
      ],
      [
        'useQuery, useExistsQuery, useNotExistsQuery, useInQuery, useNotInQuery | -',
        'As `useAuthorQuery()` and so on, with the name of the relation.',
      ],
      ['addJoinCondition, setJoinCondition | -', 'Adds to the ON of a join, or replaces it.'],
      ['setModelAlias, getModelAlias | -', 'Another name for the table in the statement.'],
      ['addSelectQuery | -', 'Reads from a subquery of the table instead of the table.'],
    ],
  },
  {
    heading: 'Order, limits and columns',
    of: 'query',
    methods: [
      ['orderByTitle', 'Orders by a column.'],
      ['orderBy | -', 'Orders by the name of a column, or by the alias of `withColumn()`.'],
      ['clearOrder', 'Removes the order.'],
      ['limit, offset', 'At most so many rows, and how many to skip.'],
      ['getLimit, getOffset | -', 'What was set.'],
      ['distinct', 'Removes duplicate rows.'],
      ['select', 'Reads columns instead of objects.'],
      ['withColumn | -', 'Reads an SQL expression of your own as a virtual column.'],
      ['groupByTitle, groupBy, groupByClass | -', 'Groups by a column, by name, or by all columns of a table.'],
      ['setComment | comment', 'A comment in the statement, for the log of the database.'],
      ['keepQuery | -', "Does nothing: for Propel's users."],
    ],
  },
  {
    heading: 'Writing and locking',
    of: 'query',
    methods: [
      ['update', 'Sets columns of all rows of the query, and returns how many there were.'],
      ['delete', 'Deletes the rows of the query, which must have a condition.'],
      ['deleteAll', 'Deletes all rows that the class can find, whatever the query asks for.'],
      [
        'findOneOrCreate',
        'The first object. If there is none, PHP returns a new, unsaved one; TypeScript inserts a row.',
      ],
      ['lockForUpdate', 'Locks the rows against changes and other locks.'],
      ['lockForShare', 'Locks the rows against changes.'],
      ['withoutLock | -', 'Removes the lock.'],
    ],
  },
  {
    heading: 'Names and positions of columns',
    of: 'table map',
    methods: [
      ['getFieldNames | -', 'The names of all columns, in one of the forms of a name.'],
      ['translateFieldName | -', 'A name in another form.'],
      ['positionOf, phpNameAt | -', 'From a name to a position and back.'],
      ['hasColumn | -', 'Whether there is such a column.'],
      ['getValueSets, getValueSet | -', 'The labels of ENUM and SET columns.'],
    ],
  },
];

/** A behavior that comes with Propel and that we do not have. */
export interface PropelBehavior {
  /** Whether it adds or moves columns, so that those of its table are not all known. */
  readonly columns: boolean;
  /** What follows the name of its table in that of the table which it adds, and the parameter that names another. */
  readonly table?: { readonly suffix: string; readonly parameter: string };
  /** What to write here instead. */
  readonly help: string;
}

/** Behaviors of Propel by name, each with what its users write here. */
export const PROPEL_BEHAVIORS: ReadonlyMap<string, PropelBehavior> = new Map(
  Object.entries<PropelBehavior>({
    aggregate_column: {
      columns: true,
      help: 'write the column as a <column> and set it in postSave() and postDelete() of the class that is counted, or compute it in a query with withColumn() and groupBy()',
    },
    aggregate_multiple_columns: {
      columns: true,
      help: 'write the columns as <column> elements and set them in postSave() and postDelete() of the class that is counted, or compute them in a query with withColumn() and groupBy()',
    },
    archivable: {
      columns: false,
      table: { suffix: '_archive', parameter: 'archive_table' },
      help: 'write the archive as a <table> of its own with the same columns and an archived_at, and save the copy in preDelete() of the model class',
    },
    auto_add_pk: {
      columns: true,
      help: 'write <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/> in each table that has no primary key',
    },
    concrete_inheritance: {
      columns: true,
      help: 'write the columns of the parent table into this one, or keep the rows of all classes in one table: inheritance="single" on a column',
    },
    delegate: {
      columns: false,
      help: 'call the related object, such as getProfile()?->getName(), or write methods in the model class that do',
    },
    i18n: {
      columns: true,
      table: { suffix: '_i18n', parameter: 'i18n_table' },
      help: 'write the translations as a <table> of its own, with the primary key of this table and a locale as its primary key and a <foreign-key> with onDelete="cascade"',
    },
    nested_set: {
      columns: true,
      help: 'write a parent_id with a <foreign-key> to the table itself; the behavior "sortable" with scope_column "parent_id" keeps the children in order',
    },
    query_cache: {
      columns: false,
      help: 'remove it: no column and no row depends on it, and results are for the cache of your application',
    },
    sluggable: {
      columns: true,
      help: 'write <column name="slug" type="VARCHAR" size="255"/> with a <unique>, and call setSlug() in preSave() of the model class',
    },
    timestampable: {
      columns: true,
      help: 'write created_at and updated_at as <column> elements of type TIMESTAMP, and set them in preInsert() and preUpdate() of the model class: docs/coming-from-propel.md has the lines',
    },
    validate: {
      columns: false,
      help: 'remove it, and check the values in preSave() of the model class (false refuses the save) or with a validator before you set them',
    },
    versionable: {
      columns: true,
      table: { suffix: '_version', parameter: 'version_table' },
      help: 'write the versions as a <table> of its own, with the columns of this one and a version number as its primary key, and save one in postSave() of the model class',
    },
  }),
);

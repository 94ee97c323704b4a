import type {
  Column,
  CrossReference,
  Database,
  ForeignKey,
  Index,
  IndexColumn,
  Table,
  VendorParameters,
} from '../../../src/model/model.js';

/** A part of the model as plain data: what is not set, false, empty or the default is left out. */
export interface View {
  [key: string]: unknown;
}

export function databaseView(database: Database): View {
  return compact({ name: database.name, tables: database.tables.map(tableView) });
}

function tableView(table: Table): View {
  const { inheritance } = table;
  return compact({
    ...without(table, 'origin'),
    php: compact({
      ...table.php,
      package: table.php.package === table.php.namespace.replaceAll('\\', '.') ? undefined : table.php.package,
      defaultStringFormat: table.php.defaultStringFormat === 'YAML' ? undefined : table.php.defaultStringFormat,
    }),
    idMethod: table.idMethod === 'none' ? undefined : table.idMethod,
    columns: table.columns.map(columnView),
    primaryKey: table.primaryKey.map(({ name }) => name).join(', '),
    // Only where it is not the order of the columns.
    primaryKeyParts: table.primaryKeyParts.every(({ column, size }, i) => column === table.primaryKey[i] && !size)
      ? undefined
      : table.primaryKeyParts
          .map(({ column, size }) => column.name + (size === undefined ? '' : `(${size})`))
          .join(', '),
    foreignKeys: table.foreignKeys.map(foreignKeyView),
    referrers: table.referrers.map(referrerView),
    indexes: table.indexes.map(indexView),
    uniques: table.uniques.map(indexView),
    crossReferences: table.crossReferences.map(crossReferenceView),
    behaviors: table.behaviors.map(({ name, id, parameters }) => compact({ name, id, parameters: [...parameters] })),
    inheritance: inheritance && {
      column: inheritance.column.name,
      classes: inheritance.classes.map((child) => compact(without(child, 'origin'))),
    },
    vendor: vendorView(table.vendor),
  });
}

function columnView(column: Column): View {
  const plural = column.type === 'ARRAY' || column.type === 'SET';
  return compact({
    ...without(column, 'origin', 'family', 'primaryKey'),
    php: compact({
      ...column.php,
      tableMapName: column.php.tableMapName === column.name ? undefined : column.php.tableMapName,
      accessorVisibility: column.php.accessorVisibility === 'public' ? undefined : column.php.accessorVisibility,
      mutatorVisibility: column.php.mutatorVisibility === 'public' ? undefined : column.php.mutatorVisibility,
    }),
    typescript: column.typescript.tsType === undefined ? undefined : column.typescript,
    memberNameSingular:
      plural || column.memberNameSingular !== column.memberName ? column.memberNameSingular : undefined,
    enumStorage: column.type === 'ENUM' ? column.enumStorage : undefined,
    default: column.default && (column.default.kind === 'value' ? column.default.value : `(${column.default.sql})`),
    vendor: vendorView(column.vendor),
  });
}

function foreignKeyView(key: ForeignKey): View {
  return compact({
    ...without(key, 'origin', 'table'),
    php: compact({ ...key.php }),
    foreignTable: key.foreignTable.name,
    columns: key.columns.map(({ local, foreign }) => `${local.name} -> ${foreign.name}`).join(', '),
    constants: key.constants.map(({ column, value }) => `${column.name} = ${value}`),
    constraint: key.constraint ? undefined : 'none',
    vendor: vendorView(key.vendor),
  });
}

const referrerView = (key: ForeignKey): string =>
  `${key.oneToOne ? `${key.backName} (one)` : key.backNamePlural}: ${key.table.name}`;

const crossReferenceView = (cross: CrossReference): string =>
  `${cross.relationName}, ${cross.relationNamePlural}: through ${cross.crossTable.name} to ${cross.targets
    .map((key) => key.foreignTable.name)
    .join(', ')}`;

function indexPartView({ column, expression, size, order, nulls, opclass, collation }: IndexColumn): string {
  const what = column === undefined ? `(${expression ?? ''})` : column.name;
  return [what + (size === undefined ? '' : `(${size})`), collation, opclass, order, nulls].filter(Boolean).join(' ');
}

function indexView(index: Index): View {
  return compact({
    name: index.name,
    columns: index.columns.map(indexPartView).join(', '),
    include: index.include.map(({ name }) => name).join(', ') || undefined,
    where: index.where,
    using: index.using,
    nullsNotDistinct: index.nullsNotDistinct || undefined,
    vendor: vendorView(index.vendor),
  });
}

function vendorView(vendor: VendorParameters): View {
  const view: View = {};
  for (const [type, parameters] of vendor) {
    view[type] = Object.fromEntries([...parameters.values()].map(({ name, value }) => [name, value]));
  }
  return view;
}

function without(part: object, ...keys: string[]): View {
  return Object.fromEntries(Object.entries(part).filter(([key]) => !keys.includes(key)));
}

function compact(view: View): View {
  return Object.fromEntries(Object.entries(view).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === false || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

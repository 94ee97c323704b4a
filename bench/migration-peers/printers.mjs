// The schema of cases.mjs in the language of each tool. `adapter` is `pgsql` or `mysql`.

const isPostgres = (adapter) => adapter === 'pgsql';
const keyOf = (table, column) => table.foreignKeys.find((each) => each.column === column.name);
const isKey = (table, column) => table.primaryKey.includes(column.name);

const escapeXml = (text) => String(text).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('>', '&gt;');
const attributes = (all) =>
  Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('');

/** Ours and Propel's are one language; ours has some words more, and stores an ENUM as its label. */
function xml(model, adapter, { isOurs }) {
  const types = {
    int: 'INTEGER',
    bigint: 'BIGINT',
    varchar: 'VARCHAR',
    text: 'LONGVARCHAR',
    bool: 'BOOLEAN',
    decimal: 'DECIMAL',
    float: isPostgres(adapter) ? 'REAL' : 'FLOAT',
    double: 'DOUBLE',
    date: 'DATE',
    timestamp: 'TIMESTAMP',
    json: 'JSON',
    enum: 'ENUM',
  };
  const column = (table, each) => {
    const isNow = each.default === 'now';
    const text = attributes({
      name: each.name,
      renamedFrom: isOurs ? each.renamedFrom : undefined,
      type: types[each.type],
      size: each.type === 'varchar' || each.type === 'decimal' ? each.size : undefined,
      scale: each.type === 'decimal' ? each.scale : undefined,
      valueSet: each.labels?.join(', '),
      sqlType: each.isUnsigned && !isOurs ? 'int(10) unsigned' : undefined,
      primaryKey: isKey(table, each) ? true : undefined,
      autoIncrement: each.isAuto ? true : undefined,
      required: each.isRequired ? true : undefined,
      defaultValue: isNow ? undefined : each.default,
      defaultExpr: isNow ? 'CURRENT_TIMESTAMP' : undefined,
      description: each.comment,
    });
    return each.isUnsigned && isOurs
      ? `<column${text}><vendor type="mysql"><parameter name="Unsigned" value="true"/></vendor></column>`
      : `<column${text}/>`;
  };
  const list = (word, { name, columns }) =>
    `<${word}${attributes({ name })}>${columns.map((each) => `<${word}-column name="${each}"/>`).join('')}</${word}>`;
  const lines = model.tables.flatMap((table) => [
    `  <table${attributes({ name: table.name, renamedFrom: isOurs ? table.renamedFrom : undefined })}>`,
    ...[
      ...table.columns.map((each) => column(table, each)),
      ...table.foreignKeys.map(
        (each) =>
          `<foreign-key${attributes({ name: each.name, foreignTable: each.table, onDelete: each.onDelete?.replace(' ', '') })}><reference local="${each.column}" foreign="id"/></foreign-key>`,
      ),
      ...table.indexes.map((each) => list('index', each)),
      ...table.uniques.map((each) => list('unique', each)),
      ...table.checks.map((each) => `<check${attributes(each)}/>`),
    ].map((line) => `    ${line}`),
    '  </table>',
  ]);
  return ['<database name="shop" defaultIdMethod="native">', ...lines, '</database>', ''].join('\n');
}

export const ours = (model, adapter) => xml(model, adapter, { isOurs: true });
export const propel = (model, adapter) => xml(model, adapter, { isOurs: false });

const quoted = (text) => `'${String(text).replaceAll("'", "\\'")}'`;

export function drizzle(model, adapter) {
  const isPg = isPostgres(adapter);
  const head = isPg ? 'pg' : 'mysql';
  const enums = [];
  const type = (table, column) => {
    const name = quoted(column.name);
    const digits = `{ precision: ${column.size}, scale: ${column.scale} }`;
    switch (column.type) {
      case 'int':
        if (isPg) return column.isAuto ? `c.serial(${name})` : `c.integer(${name})`;
        return `c.int(${name}${column.isUnsigned ? ', { unsigned: true }' : ''})${column.isAuto ? '.autoincrement()' : ''}`;
      case 'bigint':
        return `c.bigint(${name}, { mode: 'number' })`;
      case 'varchar':
        return `c.varchar(${name}, { length: ${column.size} })`;
      case 'bool':
        return `c.boolean(${name})`;
      case 'decimal':
        return `c.${isPg ? 'numeric' : 'decimal'}(${name}, ${digits})`;
      case 'float':
        return `c.${isPg ? 'real' : 'float'}(${name})`;
      case 'double':
        return `c.${isPg ? 'doublePrecision' : 'double'}(${name})`;
      case 'json':
        return `c.${isPg ? 'jsonb' : 'json'}(${name})`;
      case 'enum': {
        const labels = `[${column.labels.map(quoted).join(', ')}]`;
        if (!isPg) return `c.mysqlEnum(${name}, ${labels})`;
        const called = `${table.name}_${column.name}`;
        enums.push(`export const ${called} = c.pgEnum('${called}', ${labels});`);
        return `${called}(${name})`;
      }
      default:
        return `c.${column.type}(${name})`;
    }
  };
  const preset = (column) => {
    if (column.default === undefined) return '';
    if (column.default === 'now') return '.defaultNow()';
    const isBare = typeof column.default !== 'string' || column.type === 'double';
    return `.default(${isBare ? column.default : JSON.stringify(column.default)})`;
  };
  const tables = model.tables.map((table) => {
    const single = table.primaryKey.length === 1;
    const columns = table.columns.map(
      (each) =>
        `  ${each.name}: ${type(table, each)}${each.isRequired ? '.notNull()' : ''}${preset(each)}${single && isKey(table, each) ? '.primaryKey()' : ''},`,
    );
    const on = (names) => names.map((each) => `t.${each}`).join(', ');
    const extras = [
      ...table.indexes.map((each) => `c.index('${each.name}').on(${on(each.columns)})`),
      ...table.uniques.map((each) => `c.unique('${each.name}').on(${on(each.columns)})`),
      ...table.foreignKeys.map((each) => {
        const target = each.table === table.name ? 't' : each.table;
        const action = each.onDelete ? `.onDelete('${each.onDelete}')` : '';
        return `c.foreignKey({ name: '${each.name}', columns: [t.${each.column}], foreignColumns: [${target}.id] })${action}`;
      }),
      ...table.checks.map((each) => `c.check('${each.name}', sql\`${each.expression}\`)`),
      ...(single ? [] : [`c.primaryKey({ columns: [${on(table.primaryKey)}] })`]),
    ];
    return `export const ${table.name} = c.${head}Table('${table.name}', {\n${columns.join('\n')}\n}, (t) => [${extras.join(', ')}]);`;
  });
  const imports = [`import * as c from 'drizzle-orm/${head}-core';`, "import { sql } from 'drizzle-orm';"];
  return [...imports, ...enums, ...tables, ''].join('\n');
}

export function prisma(model, adapter, { url }) {
  const isPg = isPostgres(adapter);
  const type = (table, column) => {
    const native = (word, one, other = one) => `${word}${column.isRequired ? '' : '?'} @db.${isPg ? one : other}`;
    const bare = (word) => `${word}${column.isRequired ? '' : '?'}`;
    switch (column.type) {
      case 'int':
        return column.isUnsigned ? native('Int', 'Integer', 'UnsignedInt') : bare('Int');
      case 'bigint':
        return bare('BigInt');
      case 'varchar':
        return native('String', `VarChar(${column.size})`);
      case 'text':
        return native('String', 'Text');
      case 'bool':
        return bare('Boolean');
      case 'decimal':
        return native('Decimal', `Decimal(${column.size}, ${column.scale})`);
      case 'float':
        return native('Float', 'Real', 'Float');
      case 'double':
        return bare('Float');
      case 'date':
        return native('DateTime', 'Date');
      case 'timestamp':
        return bare('DateTime');
      case 'json':
        return bare('Json');
      default:
        return bare(`${table.name}_${column.name}`);
    }
  };
  const preset = (column) => {
    if (column.isAuto) return ' @default(autoincrement())';
    if (column.default === undefined) return '';
    if (column.default === 'now') return ' @default(now())';
    return ` @default(${column.type === 'varchar' ? JSON.stringify(column.default) : column.default})`;
  };
  const action = { cascade: 'Cascade', 'set null': 'SetNull' };
  const models = model.tables.map((table) => {
    const single = table.primaryKey.length === 1;
    const fields = table.columns.map(
      (each) => `${each.name} ${type(table, each)}${preset(each)}${single && isKey(table, each) ? ' @id' : ''}`,
    );
    const relations = table.foreignKeys.map((each) => {
      const isRequired = table.columns.find((one) => one.name === each.column).isRequired;
      return `${each.name}_to ${each.table}${isRequired ? '' : '?'} @relation("${each.name}", fields: [${each.column}], references: [id], map: "${each.name}", onDelete: ${action[each.onDelete] ?? 'NoAction'}, onUpdate: NoAction)`;
    });
    const back = model.tables.flatMap((other) =>
      other.foreignKeys
        .filter((each) => each.table === table.name)
        .map((each) => `${each.name}_from ${other.name}[] @relation("${each.name}")`),
    );
    const extras = [
      ...table.indexes.map((each) => `@@index([${each.columns.join(', ')}], map: "${each.name}")`),
      ...table.uniques.map((each) => `@@unique([${each.columns.join(', ')}], map: "${each.name}")`),
      ...(single ? [] : [`@@id([${table.primaryKey.join(', ')}])`]),
    ];
    const lines = [...fields, ...relations, ...back, ...extras].map((line) => `  ${line}`);
    return `model ${table.name} {\n${lines.join('\n')}\n}`;
  });
  const enums = model.tables.flatMap((table) =>
    table.columns
      .filter((each) => each.labels)
      .map((each) => `enum ${table.name}_${each.name} {\n${each.labels.map((label) => `  ${label}`).join('\n')}\n}`),
  );
  const source = `datasource db {\n  provider = "${isPg ? 'postgresql' : 'mysql'}"\n  url = "${url}"\n}`;
  return [source, ...enums, ...models, ''].join('\n');
}

const php = (value) => {
  if (Array.isArray(value)) return `[${value.map(php).join(', ')}]`;
  return typeof value === 'string' ? quoted(value) : String(value);
};
const className = (name) => name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase());

export function doctrine(model) {
  const types = {
    int: 'integer',
    varchar: 'string',
    bool: 'boolean',
    float: 'smallfloat',
    double: 'float',
    date: 'date_immutable',
    timestamp: 'datetime_immutable',
  };
  const column = (table, each) => {
    const key = keyOf(table, each);
    const marks = isKey(table, each) ? ['#[ORM\\Id]'] : [];
    if (each.isAuto) marks.push("#[ORM\\GeneratedValue(strategy: 'IDENTITY')]");
    if (key) {
      const rest = key.onDelete ? `, onDelete: '${key.onDelete.toUpperCase()}'` : '';
      marks.push(
        `#[ORM\\ManyToOne(targetEntity: ${className(key.table)}::class)]`,
        `#[ORM\\JoinColumn(name: '${each.name}', referencedColumnName: 'id', nullable: ${!each.isRequired}${rest})]`,
      );
    } else {
      const options = {
        default: each.default === 'now' ? undefined : each.default,
        comment: each.comment,
        unsigned: each.isUnsigned,
        values: each.labels,
      };
      const written = Object.entries(options)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `'${name}' => ${php(value)}`);
      if (each.default === 'now') written.push("'default' => new CurrentTimestamp()");
      const words = [
        `name: '${each.name}'`,
        `type: '${types[each.type] ?? each.type}'`,
        ...(each.type === 'varchar' ? [`length: ${each.size}`] : []),
        ...(each.type === 'decimal' ? [`precision: ${each.size}, scale: ${each.scale}`] : []),
        ...(each.isRequired ? [] : ['nullable: true']),
        ...(written.length > 0 ? [`options: [${written.join(', ')}]`] : []),
      ];
      marks.push(`#[ORM\\Column(${words.join(', ')})]`);
    }
    return `${marks.map((mark) => `    ${mark}\n`).join('')}    public $${each.name};`;
  };
  const entities = model.tables.map((table) => {
    const list = (word, { name, columns }) => `#[ORM\\${word}(name: '${name}', columns: ${php(columns)})]`;
    return [
      '#[ORM\\Entity]',
      `#[ORM\\Table(name: '${table.name}')]`,
      ...table.indexes.map((each) => list('Index', each)),
      ...table.uniques.map((each) => list('UniqueConstraint', each)),
      `class ${className(table.name)}`,
      '{',
      table.columns.map((each) => column(table, each)).join('\n'),
      '}',
    ].join('\n');
  });
  const uses = [
    'use Doctrine\\DBAL\\Schema\\DefaultExpression\\CurrentTimestamp;',
    'use Doctrine\\ORM\\Mapping as ORM;',
  ];
  return ['<?php', 'namespace Shop;', ...uses, ...entities, ''].join('\n');
}

// Compares the rows before a migration with those after it, value by value.

/** One spelling for a value, whatever type its column has now. */
function normal(column, value, { storesPosition }) {
  if (value === null || value === undefined) return 'NULL';
  switch (column.type) {
    case 'bool':
      return /^(?:t|true|1)$/.test(value) ? 'true' : 'false';
    case 'int':
    case 'bigint':
    case 'decimal':
    case 'float':
    case 'double':
      return String(Number(value));
    case 'date':
    case 'timestamp':
      return value.replace(/\.0+$/, '').replace(/ 00:00:00$/, '');
    case 'enum':
      return storesPosition ? (column.labels[Number(value)] ?? `position ${value}`) : value;
    default:
      return value;
  }
}

const origin = (each) => each.renamedFrom ?? each.name;

/**
 * What is not as it was: rows and values of tables and columns that stay, under their old names or their new ones, and values
 * that nobody gave in columns that are new.
 */
export function differences({ old, found, before, after, isDone, storesPosition }) {
  const lines = [];
  for (const table of before.tables) {
    const target = after.tables.find((each) => origin(each) === table.name);
    if (target === undefined) continue;
    const [was, is] = [old.get(table.name), found.get(target.name) ?? found.get(table.name)];
    if (is === undefined) {
      lines.push(`all rows of ${table.name} are gone`);
      continue;
    }
    if (is.rows.length !== was.rows.length) {
      lines.push(`${was.rows.length - is.rows.length} rows of ${table.name} are gone`);
      continue;
    }
    for (const column of table.columns) {
      const next = target.columns.find((each) => origin(each) === column.name);
      if (next === undefined) continue;
      const called = [next.name, column.name].find((each) => is.columns.includes(each));
      if (called === undefined) {
        lines.push(`all values of ${table.name}.${column.name} are gone`);
        continue;
      }
      const now = isDone ? next : column;
      const wrong = was.rows.filter((row, at) => {
        const value = normal(column, row[column.name], { storesPosition });
        const found = normal(now, is.rows[at][called], { storesPosition });
        return found !== value && found !== next.renamedLabels?.[value];
      });
      if (wrong.length > 0) lines.push(`${wrong.length} values of ${table.name}.${column.name} are gone or changed`);
    }
    for (const column of target.columns) {
      const isNew = table.columns.every((each) => each.name !== origin(column)) && column.default === undefined;
      if (!isNew || !is.columns.includes(column.name)) continue;
      const filled = is.rows.filter((row) => row[column.name] !== null);
      if (filled.length > 0) lines.push(`${filled.length} values of ${table.name}.${column.name} are made up`);
    }
  }
  return lines;
}

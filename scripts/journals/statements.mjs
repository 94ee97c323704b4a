// What a journal has of a step, in a form in which two languages can be compared.

/**
 * PHP opens a transaction at once and TypeScript with the first statement in it, which may be one of the runner's; and PHP rolls
 * back, and asks and sets what a session of MySQL is like, without telling its query log.
 */
const LEFT_OUT =
  /^(?:BEGIN|START TRANSACTION|SET TRANSACTION|SAVEPOINT|ROLLBACK$|SHOW VARIABLES|SET (?:@orm_row_wait = .*|SESSION )innodb_lock_wait_timeout = )/;

/** Names that differ from run to run: of savepoints, by how deep they are, and of MySQL's locks, by the database. */
const NAMES = [
  [/orm_\d+(?=["`])/g, 'orm_savepoint'],
  [/orm_[0-9a-f]{56}/g, 'orm_lock'],
];

/** The statements of a step in the form of PHP, without what does not count. */
export function brought(language, sent, rules) {
  const apart = sent.flatMap(([sql, values]) => (values.length > 0 ? [[sql, values]] : sql.split(';').map((each) => [each, []])));
  return apart
    .filter(([sql]) => !LEFT_OUT.test(sql))
    .map(([sql, values]) => [renamed(sql), values.map((value) => value && renamed(value))])
    .flatMap(([sql, values]) => ruled(language, sql, values, rules));
}

const renamed = (text) => NAMES.reduce((all, [pattern, name]) => all.replaceAll(pattern, name), text);

function ruled(language, sql, values, rules) {
  let text = sql;
  for (const { name, leftOut, statement, notice } of rules) {
    if (leftOut !== undefined && new RegExp(leftOut).test(text)) {
      notice(name);
      return [];
    }
    if (statement === undefined || language !== 'typescript') continue;
    const changed = text.replace(new RegExp(statement.typescript), statement.php);
    if (changed !== text) notice(name);
    text = changed;
  }
  return [[text, values]];
}

/** Keys that the database made are others in each run. */
function isSameValue(one, other, keys, otherKeys) {
  if (one === other || one === null || other === null) return one === other;
  const parts = one.match(/\d+|\D+/g) ?? [];
  const others = other.match(/\d+|\D+/g) ?? [];
  const isKey = (part, index) =>
    Object.entries(keys).some(([row, key]) =>
      key.some((cell, at) => String(cell) === part && String(otherKeys[row]?.[at]) === others[index]),
    );
  return parts.length === others.length && parts.every((part, index) => part === others[index] || isKey(part, index));
}

export const isSame = (one, other) =>
  one.sent.length === other.sent.length &&
  one.sent.every(([sql, values], index) => {
    const [otherSql, otherValues] = other.sent[index];
    const areSame = (value, at) => isSameValue(value, otherValues[at], one.keys, other.keys);
    return sql === otherSql && values.length === otherValues.length && values.every(areSame);
  });

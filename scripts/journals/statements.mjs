// What a journal has of a step, in a form in which two languages can be compared.

/**
 * PHP opens a transaction at once and TypeScript with the first statement in it, which may be one of the runner's; and PHP rolls
 * back, and asks and sets what a session of MySQL is like, without telling its query log.
 */
const LEFT_OUT =
  /^(?:BEGIN|START TRANSACTION|SET TRANSACTION|SAVEPOINT|ROLLBACK$|SHOW VARIABLES|SET (?:@orm_row_wait = .*|SESSION )innodb_lock_wait_timeout = )/;

/** Names that differ from run to run: of savepoints, by how deep they are, and of locks, by the database. */
const NAMES = [
  [/orm_\d+(?=["`])/g, 'orm_savepoint'],
  [/orm_[0-9a-f]{56}|^-?\d{15,19}$/g, 'orm_lock'],
];

/** The statements of a step without what does not count. */
export function counted(sent, leftOut) {
  const apart = sent.flatMap(([sql, values]) =>
    values.length > 0 ? [[sql, values]] : sql.split(';').map((each) => [each, []]),
  );
  return apart
    .filter(([sql]) => !LEFT_OUT.test(sql))
    .map(([sql, values]) => [renamed(sql), values.map((value) => value && renamed(value))])
    .filter(([sql]) => !leftOut.some((isLeftOut) => isLeftOut(sql)))
    .filter((each, index, all) => !isTriedAgain(each, all[index - 1]));
}

/** MySQL waits for whole seconds only: a shorter wait is many tries, as many as there is time for. */
const isTriedAgain = ([sql], [before] = []) => sql === before && sql.startsWith('SELECT GET_LOCK(');

const renamed = (text) => NAMES.reduce((all, [pattern, name]) => all.replaceAll(pattern, name), text);

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

const isSameStatement = ([sql, values], [otherSql, otherValues], keys, otherKeys) =>
  sql === otherSql &&
  values.length === otherValues.length &&
  values.every((value, at) => isSameValue(value, otherValues[at], keys, otherKeys));

/** In what order `SELECT DISTINCT` names lists is the database's choice: what follows from it for each list is in that order. */
const inOrder = (sent) => {
  if (!sent.some(([sql]) => sql.startsWith('SELECT DISTINCT '))) return sent;
  const bySize = (one, other) => Number(one) - Number(other) || (one < other ? -1 : 1);
  const sorted = sent
    .map(([sql, values]) => [sql, [...values].sort(bySize)])
    .sort(([, [one = '']], [, [other = '']]) => bySize(one, other));
  return sent.map(
    ([sql]) =>
      sorted.splice(
        sorted.findIndex(([each]) => each === sql),
        1,
      )[0],
  );
};

export const isSame = (one, other) => {
  const [sent, otherSent] = [one, other].map((step) => inOrder(step.sent));
  return (
    sent.length === otherSent.length &&
    sent.every((each, index) => isSameStatement(each, otherSent[index], one.keys, other.keys))
  );
};

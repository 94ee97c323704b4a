import type { EngineDatabase } from '../../support/engines.js';

/** One fact of `information_schema`, with what it is about. */
export interface RawFact {
  readonly table: string;
  readonly name: string;
  readonly fact: string;
}

/**
 * Queries for all there is, each as table, name and what is said of it. Only times and counts are left out, and the places
 * of columns: a generated column that is left out moves those behind it.
 */
const facts = (isMariaDb: boolean): readonly string[] => [
  `SELECT TABLE_NAME, TABLE_NAME, CONCAT_WS(' ', TABLE_TYPE, ENGINE, ROW_FORMAT, TABLE_COLLATION, CREATE_OPTIONS, TABLE_COMMENT)
   FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()`,
  `SELECT TABLE_NAME, COLUMN_NAME, CONCAT_WS(' ', COLUMN_TYPE, IS_NULLABLE, IFNULL(HEX(COLUMN_DEFAULT), '-'),
     EXTRA, COLLATION_NAME, GENERATION_EXPRESSION, COLUMN_COMMENT ${isMariaDb ? '' : ', SRS_ID'})
   FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()`,
  `SELECT TABLE_NAME, INDEX_NAME, CONCAT_WS(' ', 'index', SEQ_IN_INDEX, NON_UNIQUE, COLUMN_NAME, COLLATION, SUB_PART, INDEX_TYPE,
     INDEX_COMMENT, ${isMariaDb ? 'IGNORED' : 'IS_VISIBLE, EXPRESSION'})
   FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE()`,
  `SELECT TABLE_NAME, CONSTRAINT_NAME, CONCAT_WS(' ', COLUMN_NAME, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME)
   FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME IS NOT NULL`,
  `SELECT TABLE_NAME, CONSTRAINT_NAME, CONCAT_WS(' ', DELETE_RULE, UPDATE_RULE)
   FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = DATABASE()`,
  isMariaDb
    ? // The names that the server gives to checks without one, and those that we do.
      `SELECT TABLE_NAME, IF(LEVEL = 'Column' OR CONSTRAINT_NAME REGEXP '^CONSTRAINT_[0-9]+$|_c_[0-9a-f]{6}$', '', CONSTRAINT_NAME),
         CHECK_CLAUSE
       FROM information_schema.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = DATABASE()`
    : `SELECT t.TABLE_NAME, t.CONSTRAINT_NAME, CONCAT_WS(' ', c.CHECK_CLAUSE, t.ENFORCED)
       FROM information_schema.CHECK_CONSTRAINTS c JOIN information_schema.TABLE_CONSTRAINTS t
         ON t.CONSTRAINT_SCHEMA = c.CONSTRAINT_SCHEMA AND t.CONSTRAINT_NAME = c.CONSTRAINT_NAME
       WHERE c.CONSTRAINT_SCHEMA = DATABASE()`,
  `SELECT TABLE_NAME, PARTITION_NAME, PARTITION_METHOD
   FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND PARTITION_NAME IS NOT NULL`,
  `SELECT EVENT_OBJECT_TABLE, TRIGGER_NAME, ACTION_STATEMENT
   FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE()`,
  `SELECT '', ROUTINE_NAME, ROUTINE_TYPE FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE()`,
  `SELECT '', EVENT_NAME, 'event' FROM information_schema.EVENTS WHERE EVENT_SCHEMA = DATABASE()`,
];

/** Everything that `information_schema` says of a database, by another way than the reader that is tested. */
export async function rawCatalog(database: EngineDatabase): Promise<readonly RawFact[]> {
  const found: RawFact[] = [];
  for (const sql of facts(database.engine.startsWith('mariadb'))) {
    for (const row of await database.query(`WITH facts (owner, name, fact) AS (${sql}) SELECT * FROM facts`)) {
      const { owner, name, fact } = row;
      found.push({ table: owner ?? '', name: name ?? '', fact: withoutWidth(fact ?? '') });
    }
  }
  return found;
}

/** How wide a number is shown, which MariaDB still keeps, says nothing unless it is filled up to it. */
const withoutWidth = (fact: string): string =>
  fact.startsWith('tinyint(1) ')
    ? fact
    : fact.replace(/^((?:tiny|small|medium|big)?int)\(\d+\)(?! unsigned zerofill)/, '$1');

/** The facts of only one of two databases. */
export function rawDifferences(first: readonly RawFact[], second: readonly RawFact[]): readonly RawFact[] {
  const keysOf = (all: readonly RawFact[]): ReadonlySet<string> => new Set(all.map((one) => JSON.stringify(one)));
  const [mine, its] = [keysOf(first), keysOf(second)];
  return [
    ...first.filter((one) => !its.has(JSON.stringify(one))),
    ...second.filter((one) => !mine.has(JSON.stringify(one))),
  ];
}

// The catalog of MySQL and MariaDB. The width that numbers are shown with means nothing, except for tinyint(1). What only one of the two has is asked for where it is,
// and what no catalog has (periods, parsers of words) in SHOW CREATE TABLE.

import { ask } from './engines.mjs';

const HERE = 'TABLE_SCHEMA = DATABASE()';

/** Each gives rows of `object` and `text`; `has` knows the columns of information_schema. */
const facts = (has, isMaria) => {
  const ifHas = (table, column, text = column) => (has.has(`${table}.${column}`) ? text : `''`);
  return [
    `SELECT CONCAT(LOWER(TABLE_TYPE), ' ', TABLE_NAME) AS object, CONCAT_WS(' ', ENGINE, TABLE_COLLATION, CREATE_OPTIONS,
       IF(TABLE_TYPE LIKE '%VIEW', '', TABLE_COMMENT)) AS text FROM information_schema.TABLES WHERE ${HERE}`,
    `SELECT CONCAT('order of columns ', TABLE_NAME) AS object,
       GROUP_CONCAT(COLUMN_NAME ORDER BY ORDINAL_POSITION SEPARATOR ', ') AS text
       FROM information_schema.COLUMNS JOIN information_schema.TABLES t USING (TABLE_SCHEMA, TABLE_NAME)
       WHERE ${HERE} AND t.TABLE_TYPE NOT LIKE '%VIEW' GROUP BY TABLE_NAME`,
    `SELECT CONCAT('column ', c.TABLE_NAME, '.', COLUMN_NAME) AS object, CONCAT_WS(' ', IF(COLUMN_TYPE = 'tinyint(1)', COLUMN_TYPE,
         REGEXP_REPLACE(COLUMN_TYPE, 'int\\\\([0-9]+\\\\)', 'int')), IF(IS_NULLABLE = 'NO', 'not null', ''),
       CONCAT('default ', REPLACE(COLUMN_DEFAULT, CONCAT('\`', DATABASE(), '\`.'), '')), EXTRA, CONCAT('collate ', COLLATION_NAME), GENERATION_EXPRESSION,
       ${ifHas('COLUMNS', 'SRS_ID')}, CONCAT('comment ', COLUMN_COMMENT)) AS text
       FROM information_schema.COLUMNS c JOIN information_schema.TABLES t USING (TABLE_SCHEMA, TABLE_NAME)
       WHERE ${HERE} AND t.TABLE_TYPE NOT LIKE '%VIEW'`,
    `SELECT CONCAT('width of column ', TABLE_NAME, '.', COLUMN_NAME) AS object, COLUMN_TYPE AS text
       FROM information_schema.COLUMNS WHERE ${HERE} AND COLUMN_TYPE LIKE 'tinyint(1) _%'`,
    `SELECT CONCAT(CASE WHEN INDEX_NAME = 'PRIMARY' THEN 'primary key' WHEN NON_UNIQUE = 0 THEN 'unique' ELSE 'index' END, ' ',
         TABLE_NAME, '.', INDEX_NAME) AS object,
       CONCAT_WS(' ', INDEX_TYPE, GROUP_CONCAT(CONCAT_WS(' ', COLUMN_NAME, ${ifHas('STATISTICS', 'EXPRESSION')}, SUB_PART, COLLATION)
         ORDER BY SEQ_IN_INDEX SEPARATOR ', '), INDEX_COMMENT, ${ifHas('STATISTICS', 'IS_VISIBLE', 'MIN(IS_VISIBLE)')},
         ${ifHas('STATISTICS', 'IGNORED', 'MIN(IGNORED)')}) AS text
       FROM information_schema.STATISTICS WHERE ${HERE} GROUP BY TABLE_NAME, INDEX_NAME, NON_UNIQUE, INDEX_TYPE, INDEX_COMMENT`,
    `SELECT CONCAT('foreign key ', k.TABLE_NAME, '.', k.CONSTRAINT_NAME) AS object,
       CONCAT(GROUP_CONCAT(k.COLUMN_NAME ORDER BY k.ORDINAL_POSITION), ' -> ', r.REFERENCED_TABLE_NAME, ' ',
         GROUP_CONCAT(k.REFERENCED_COLUMN_NAME ORDER BY k.ORDINAL_POSITION), ' ', r.UPDATE_RULE, ' ', r.DELETE_RULE) AS text
       FROM information_schema.KEY_COLUMN_USAGE k JOIN information_schema.REFERENTIAL_CONSTRAINTS r
         ON r.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME AND r.TABLE_NAME = k.TABLE_NAME
       WHERE k.CONSTRAINT_SCHEMA = DATABASE() GROUP BY k.TABLE_NAME, k.CONSTRAINT_NAME, r.REFERENCED_TABLE_NAME, r.UPDATE_RULE,
         r.DELETE_RULE`,
    isMaria
      ? `SELECT CONCAT('check ', TABLE_NAME, '.', CONSTRAINT_NAME) AS object, CHECK_CLAUSE AS text
           FROM information_schema.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = DATABASE()`
      : `SELECT CONCAT('check ', t.TABLE_NAME, '.', c.CONSTRAINT_NAME) AS object, CONCAT(c.CHECK_CLAUSE, ' ', t.ENFORCED) AS text
           FROM information_schema.CHECK_CONSTRAINTS c JOIN information_schema.TABLE_CONSTRAINTS t
             ON t.CONSTRAINT_SCHEMA = c.CONSTRAINT_SCHEMA AND t.CONSTRAINT_NAME = c.CONSTRAINT_NAME
           WHERE c.CONSTRAINT_SCHEMA = DATABASE()`,
    `SELECT CONCAT('partition ', TABLE_NAME, '.', PARTITION_NAME, COALESCE(CONCAT('.', SUBPARTITION_NAME), '')) AS object,
       CONCAT_WS(' ', PARTITION_METHOD, PARTITION_EXPRESSION, SUBPARTITION_METHOD, SUBPARTITION_EXPRESSION, PARTITION_DESCRIPTION) AS text
       FROM information_schema.PARTITIONS WHERE ${HERE} AND PARTITION_NAME IS NOT NULL`,
    `SELECT CONCAT('definition of view ', TABLE_NAME) AS object, CONCAT_WS(' ', REPLACE(VIEW_DEFINITION, CONCAT('\`', DATABASE(), '\`.'), ''),
       CHECK_OPTION, SECURITY_TYPE) AS text FROM information_schema.VIEWS WHERE ${HERE}`,
    `SELECT CONCAT(LOWER(ROUTINE_TYPE), ' ', ROUTINE_NAME) AS object, CONCAT_WS(' ', DTD_IDENTIFIER, ROUTINE_DEFINITION, IS_DETERMINISTIC,
       SQL_DATA_ACCESS, SECURITY_TYPE, SQL_MODE, ROUTINE_COMMENT,
       (SELECT GROUP_CONCAT(CONCAT_WS(' ', PARAMETER_MODE, PARAMETER_NAME, DTD_IDENTIFIER) ORDER BY ORDINAL_POSITION)
         FROM information_schema.PARAMETERS p WHERE p.SPECIFIC_SCHEMA = r.ROUTINE_SCHEMA AND p.SPECIFIC_NAME = r.SPECIFIC_NAME)) AS text
       FROM information_schema.ROUTINES r WHERE ROUTINE_SCHEMA = DATABASE()`,
    `SELECT CONCAT('trigger ', EVENT_OBJECT_TABLE, '.', TRIGGER_NAME) AS object, CONCAT_WS(' ', ACTION_TIMING, EVENT_MANIPULATION, ACTION_ORDER,
       ACTION_STATEMENT, SQL_MODE) AS text FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE()`,
    `SELECT CONCAT('event ', EVENT_NAME) AS object, CONCAT_WS(' ', EVENT_DEFINITION, EVENT_TYPE, INTERVAL_VALUE, INTERVAL_FIELD, STATUS,
       EVENT_COMMENT) AS text FROM information_schema.EVENTS WHERE EVENT_SCHEMA = DATABASE()`,
  ];
};

export function mysqlFacts(database) {
  const [columns, [{ version }]] = ask(database, [
    `SELECT CONCAT(TABLE_NAME, '.', COLUMN_NAME) AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'information_schema'`,
    'SELECT VERSION() AS version',
  ]);
  const has = new Set(columns.map(({ name }) => name));
  const [, ...results] = ask(database, ['SET group_concat_max_len = 1000000', ...facts(has, /maria/i.test(version))]);
  const found = new Map(
    results.flat().map(({ object, text }) => [object, (text ?? '').replaceAll(/\s+/g, ' ').trim()]),
  );
  for (const [object, text] of createdFacts(database)) found.set(object, text);
  return found;
}

/** Lines of SHOW CREATE TABLE that say what nothing else does. */
function createdFacts(database) {
  const [tables] = ask(database, [
    `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE ${HERE} AND TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED')`,
  ]);
  const shown = ask(
    database,
    tables.map(({ name }) => `SHOW CREATE TABLE \`${name.replaceAll('`', '``')}\``),
  );
  return tables.flatMap(({ name }, at) => {
    const lines = shown[at][0]['Create Table'].split('\n').map((line) => line.trim().replace(/,$/, ''));
    const own = lines.filter((line) => /^PERIOD FOR |WITHOUT OVERLAPS|WITH PARSER|SYSTEM VERSIONING/.test(line));
    return own.map((line) => [`detail of table ${name}: ${line.startsWith(')') ? 'SYSTEM VERSIONING' : line}`, '']);
  });
}

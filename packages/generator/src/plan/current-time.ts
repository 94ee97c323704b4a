import type { Column } from '../model/model.js';
import { columnWords } from './sql-type.js';

const FAMILIES = new Set(['date', 'time', 'datetime']);

const NOW =
  /^[(\s]*(?:current_timestamp|now|localtimestamp|current_date|curdate|current_time|curtime|localtime|sysdate|systimestamp|getdate|sysdatetime)\s*(?:\(\s*\d*\s*\))?[)\s]*$/i;

/**
 * True for a day or time without a zone whose default is the present one. The database has it in the session's time zone,
 * and classes read and write such columns in that of their own process: they send the value themselves.
 */
export function isCurrentTime({ family, default: given, sqlType }: Column): boolean {
  if (!FAMILIES.has(family) || given?.kind !== 'expression' || !NOW.test(given.sql)) return false;
  return sqlType === undefined || !columnWords(sqlType).hasZone;
}

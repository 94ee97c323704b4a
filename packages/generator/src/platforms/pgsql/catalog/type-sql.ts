import { comment, qualified } from './object-sql.js';
import { readable, type Scope } from './scope.js';

/** How to make a type, by its `catalog:number`. */
export interface TypeSqlRow {
  readonly id: string;
  readonly create: readonly string[] | null;
  readonly drop: readonly string[];
}

const NAME = qualified('quote_ident(t.typname)');
const KIND = "CASE t.typtype WHEN 'd' THEN 'DOMAIN ' ELSE 'TYPE ' END";

/** Base types are made in C; a range with a canonical function needs its type first: both are left to a person. */
const CREATE = `CASE t.typtype
  WHEN 'e' THEN 'CREATE TYPE ' || ${NAME} || ' AS ENUM ('
    || coalesce((SELECT string_agg(quote_literal(l.enumlabel), ', ' ORDER BY l.enumsortorder) FROM pg_enum l WHERE l.enumtypid = t.oid), '') || ')'
  WHEN 'c' THEN 'CREATE TYPE ' || ${NAME} || ' AS ('
    || coalesce((SELECT string_agg(quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      || CASE WHEN a.attcollation IN (0, at.typcollation) THEN '' ELSE ' COLLATE ' || a.attcollation::regcollation::text END, ', '
      ORDER BY a.attnum) FROM pg_attribute a JOIN pg_type at ON at.oid = a.atttypid
      WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped), '') || ')'
  WHEN 'd' THEN 'CREATE DOMAIN ' || ${NAME} || ' AS ' || format_type(t.typbasetype, t.typtypmod)
    || coalesce((SELECT ' COLLATE ' || t.typcollation::regcollation::text FROM pg_type b
      WHERE b.oid = t.typbasetype AND b.typcollation <> t.typcollation), '')
    || coalesce(' DEFAULT ' || pg_get_expr(t.typdefaultbin, 0), '') || CASE WHEN t.typnotnull THEN ' NOT NULL' ELSE '' END
    || coalesce((SELECT string_agg(' CONSTRAINT ' || quote_ident(o.conname) || ' ' || pg_get_constraintdef(o.oid), ''
      ORDER BY o.conname COLLATE "C") FROM pg_constraint o WHERE o.contypid = t.oid AND o.contype = 'c'), '')
  WHEN 'r' THEN (SELECT 'CREATE TYPE ' || ${NAME} || ' AS RANGE (SUBTYPE = ' || format_type(r.rngsubtype, NULL)
    || coalesce((SELECT ', SUBTYPE_OPCLASS = ' || quote_ident(oc.opcname) FROM pg_opclass oc WHERE oc.oid = r.rngsubopc AND NOT oc.opcdefault), '')
    || coalesce((SELECT ', COLLATION = ' || r.rngcollation::regcollation::text FROM pg_type b
      WHERE b.oid = r.rngsubtype AND b.typcollation <> r.rngcollation), '')
    || CASE WHEN r.rngsubdiff::oid = 0 THEN '' ELSE ', SUBTYPE_DIFF = ' || r.rngsubdiff::regproc::text END
    || ', MULTIRANGE_TYPE_NAME = ' || (SELECT ${qualified('quote_ident(m.typname)')} FROM pg_type m WHERE m.oid = r.rngmultitypid) || ')'
    FROM pg_range r WHERE r.rngtypid = t.oid AND r.rngcanonical::oid = 0) END`;

export const typeSqlQuery = (scope: Scope): string => `
  SELECT 'pg_type:' || t.oid AS id, CASE WHEN ${CREATE} IS NOT NULL THEN
      array_remove(ARRAY[${CREATE}, ${comment('pg_type', 't.oid', `${KIND} || ${NAME}`)}], NULL) END AS create,
    ARRAY['DROP ' || ${KIND} || 'IF EXISTS ' || ${NAME}] AS drop
  FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace LEFT JOIN pg_class c ON c.oid = t.typrelid
  WHERE ${readable(scope, 'pg_type', 't')} AND (t.typtype IN ('d', 'e', 'r') OR c.relkind = 'c')`;

import type { CatalogItem } from '../../catalog.js';
import { text } from '../quoting.js';
import { block, ORDER } from '../rest.js';
import { qualified } from './object-sql.js';
import { readable, readableRelation, type Scope } from './scope.js';

/** Rights that somebody was given, or that everybody lost. */
export interface GrantRow {
  readonly relation: string | null;
  /** What it is on, as GRANT names it. */
  readonly target: string;
  readonly name: string;
  readonly role: string;
  readonly is_public: boolean;
  readonly privileges: string;
  readonly grantable: boolean;
  /** True where the right that everybody has by itself was taken away. */
  readonly is_revoke: boolean;
}

const ROLE = "CASE WHEN g.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(g.grantee)) END";

interface Source {
  readonly relation: string;
  readonly target: string;
  readonly name: string;
  readonly acl: string;
  readonly owner: string;
  readonly from: string;
  readonly column?: string;
}

const rights = ({ relation, target, name, acl, owner, from, column = "''" }: Source): string => `
  SELECT ${relation} AS relation, ${target} AS target, ${name} AS name, ${ROLE} AS role, g.grantee = 0 AS is_public,
    string_agg(g.privilege_type || ${column}, ', ' ORDER BY g.privilege_type COLLATE "C") AS privileges,
    g.is_grantable AS grantable, FALSE AS is_revoke
  FROM ${from} CROSS JOIN LATERAL aclexplode(${acl}) g WHERE %WHERE% AND g.grantee <> ${owner}
  GROUP BY 1, 2, 3, 4, 5, 7`;

const RELATION_NAME = qualified('quote_ident(c.relname)');
const FUNCTION_NAME = `${qualified('quote_ident(o.proname)')} || '(' || pg_get_function_identity_arguments(o.oid) || ')'`;
const ROUTINE = `'ROUTINE ' || ${FUNCTION_NAME}`;

export function grantQuery(scope: Scope): string {
  const relations = `c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND c.relpersistence <> 't' AND ${readableRelation(scope)}`;
  const from = 'pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace';
  const target = `CASE WHEN c.relkind = 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || ${RELATION_NAME}`;
  const relation = "CASE WHEN c.relkind IN ('r', 'p') AND NOT c.relispartition THEN c.oid::text END";
  const routines = readable(scope, 'pg_proc', 'o');
  const fromRoutines = 'pg_proc o JOIN pg_namespace n ON n.oid = o.pronamespace';
  const parts = [
    rights({ relation, target, name: RELATION_NAME, acl: 'c.relacl', owner: 'c.relowner', from }).replace(
      '%WHERE%',
      relations,
    ),
    rights({
      relation,
      target,
      name: RELATION_NAME,
      acl: 'a.attacl',
      owner: 'c.relowner',
      from: `${from} JOIN pg_attribute a ON a.attrelid = c.oid AND a.attacl IS NOT NULL AND NOT a.attisdropped`,
      column: "' (' || quote_ident(a.attname) || ')'",
    }).replace('%WHERE%', relations),
    rights({
      relation: 'NULL',
      target: ROUTINE,
      name: FUNCTION_NAME,
      acl: 'o.proacl',
      owner: 'o.proowner',
      from: fromRoutines,
    }).replace('%WHERE%', `o.proacl IS NOT NULL AND ${routines} AND g.grantee <> 0`),
    `SELECT NULL, ${ROUTINE}, ${FUNCTION_NAME}, 'PUBLIC', TRUE, 'ALL', FALSE, TRUE FROM ${fromRoutines}
      WHERE o.proacl IS NOT NULL AND ${routines}
        AND NOT EXISTS (SELECT FROM aclexplode(o.proacl) g WHERE g.grantee = 0)`,
  ];
  return `SELECT * FROM (${parts.join('\nUNION ALL\n')}) q
    ORDER BY q.target COLLATE "C", q.role COLLATE "C", q.grantable, q.privileges COLLATE "C"`;
}

/** A role belongs to the server: where it is missing, its rights are left out. */
export function grantItem({ target, name, role, is_public, privileges, grantable, is_revoke }: GrantRow): CatalogItem {
  const statement = is_revoke
    ? `REVOKE ${privileges} ON ${target} FROM ${role}`
    : `GRANT ${privileges} ON ${target} TO ${role}${grantable ? ' WITH GRANT OPTION' : ''}`;
  const bare = role.startsWith('"') ? role.slice(1, -1).replaceAll('""', '"') : role;
  const guarded = block(
    `BEGIN\n  IF EXISTS (SELECT FROM pg_roles WHERE rolname = ${text(bare)}) THEN\n    ${statement};\n  END IF;\nEND`,
  );
  return {
    kind: 'grant',
    name: `${privileges} ON ${name} ${is_revoke ? 'FROM' : 'TO'} ${role}`,
    detail: statement,
    sql: { create: [is_public ? statement : guarded], drop: [], isBefore: false, order: ORDER.grant },
  };
}

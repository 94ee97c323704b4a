import type { Column, DomainType, NativeType } from '../../model/model.js';
import { identifier, text } from './quoting.js';
import { columnType, nativeName } from './types.js';

/** Takes the types away, those that are made of others first. DROP TYPE drops domains as well. */
export function dropTypes(types: readonly NativeType[]): string[] {
  return types.toReversed().map((type) => `DROP TYPE IF EXISTS ${nativeName(type)} CASCADE`);
}

export function createTypes(types: readonly NativeType[]): string[] {
  return types.flatMap((type) => {
    const kind = type.kind === 'enum' ? 'TYPE' : 'DOMAIN';
    const made = type.kind === 'enum' ? ` ENUM (${type.valueSet.map(text).join(', ')})` : domainClauses(type);
    const create = `CREATE ${kind} ${nativeName(type)} AS${made}`;
    if (type.description === undefined) return [create];
    return [create, `COMMENT ON ${kind} ${nativeName(type)} IS ${text(type.description)}`];
  });
}

/** The type that a domain is made of. */
export const domainType = (domain: DomainType): string =>
  domain.sqlType ?? columnType({ ...domain, nativeType: undefined, enumStorage: 'label' });

function domainClauses(domain: DomainType): string {
  const lines = domain.checks.map(({ name, expression }) => {
    const constraint = name === undefined ? '' : `CONSTRAINT ${identifier(name)} `;
    return `\n  ${constraint}CHECK (${expression})`;
  });
  const value = domain.default?.kind === 'expression' ? ` DEFAULT ${domain.default.sql}` : '';
  return ` ${domainType(domain)}${value}${domain.notNull ? ' NOT NULL' : ''}${lines.join('')}`;
}

/** True for a default that the column has from its domain. */
export const isDomainDefault = ({ default: given, nativeType }: Column): boolean =>
  given !== undefined && nativeType?.kind === 'domain' && nativeType.default === given;

import type { Column, DomainType, NativeType } from './model.js';

/** The column as it would be without the domains it goes through: what its values look like is said by the last one. */
export function withoutDomain(column: Column): Column {
  const { nativeType } = column;
  if (nativeType?.kind !== 'domain' || column.type !== nativeType.type) return column;
  const last = lastDomain(nativeType);
  if (last.base !== undefined) return { ...column, nativeType: last.base };
  return { ...column, nativeType: undefined, sqlType: last.sqlType, size: last.size, scale: last.scale };
}

/** True when no value of the type is NULL, be it by a type that it is made of. */
export function isRequiredType(type: NativeType | undefined): boolean {
  return type?.kind === 'domain' && (type.notNull || isRequiredType(type.base));
}

function lastDomain(domain: DomainType): DomainType {
  return domain.base?.kind === 'domain' ? lastDomain(domain.base) : domain;
}

import { COLUMN_TYPES } from './column-type.js';
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

/** A column of what a domain is made of, for those who know types of columns. */
export function domainColumn(domain: DomainType): Column {
  return {
    name: domain.name,
    renamedFrom: undefined,
    phpName: domain.name,
    phpSingularName: domain.name,
    type: domain.type,
    family: COLUMN_TYPES[domain.type].family,
    size: domain.size,
    scale: domain.scale,
    sqlType: domain.sqlType,
    nativeType: undefined,
    elementType: domain.elementType,
    phpType: undefined,
    notNull: domain.notNull,
    primaryKey: false,
    autoIncrement: false,
    default: domain.default,
    generated: undefined,
    valueSet: domain.valueSet,
    enumStorage: 'label',
    description: domain.description,
    primaryString: false,
    lazyLoad: false,
    tableMapName: domain.name,
    typeHint: undefined,
    accessorVisibility: 'public',
    mutatorVisibility: 'public',
    vendor: new Map(),
    origin: domain.origin,
  };
}

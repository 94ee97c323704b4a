import type { Check, Column, DomainType, ForeignKey, Index, NativeType, Table } from '../../model/model.js';
import { fitIdentifier, type IdentifierLimit } from '../../model/names.js';
import { isRequiredType } from '../../model/native-type.js';
import { splitList } from '../../model/value-list.js';
import { vendorFlag, vendorValue } from '../../model/vendor-parameter.js';
import { type StoredValue, uuidBytes } from '../default-value.js';
import { deferral } from '../deferral.js';
import {
  type CheckShape,
  type ColumnShape,
  type ForeignKeyShape,
  type IndexShape,
  type ObjectName,
  said,
  type TypeShape,
  type ViewShape,
} from '../shape.js';
import { objectName, Shaper } from '../shaper.js';
import { identifier, text } from './quoting.js';
import { columnType } from './types.js';

/** NAMEDATALEN - 1 of every ordinary build; the server silently truncates longer names. */
export const IDENTIFIER_LIMIT: IdentifierLimit = { max: 63, unit: 'bytes' };

export class PgsqlShaper extends Shaper {
  readonly limit = IDENTIFIER_LIMIT;
  identifier = identifier;
  text = text;
  columnType = columnType;

  /** Of the parameter `extensions`: `citext, extras.hstore`. It is inherited from the database, so tables repeat it. */
  override extensions(tables: readonly Table[]): ObjectName[] {
    const written = tables.flatMap((table) => splitList(vendorValue(table.vendor, 'pgsql', 'extensions') ?? ''));
    return [...new Set(written)].map((extension) => {
      const dot = extension.indexOf('.');
      return dot < 0 ? { name: extension } : { name: extension.slice(dot + 1), schema: extension.slice(0, dot) };
    });
  }

  override nativeType(type: NativeType): TypeShape[] {
    const comment = said({ comment: type.description });
    if (type.kind === 'enum') return [{ kind: 'enum', ...objectName(type), labels: type.valueSet, ...comment }];
    return [
      {
        kind: 'domain',
        ...objectName(type),
        type: domainType(type),
        ...said({
          notNull: type.notNull || undefined,
          default: type.default?.kind === 'expression' ? type.default.sql : undefined,
        }),
        checks: type.checks.map(({ name, expression }) => said({ name, expression })),
        ...comment,
      },
    ];
  }

  override view(view: Table): ViewShape {
    return {
      ...super.view(view),
      ...said({ comment: view.description }),
      columns: view.columns.flatMap(({ name, description }) =>
        description === undefined ? [] : [{ name, comment: description }],
      ),
    };
  }

  override partitionBy({ partitionBy }: Table): string | undefined {
    return partitionBy;
  }

  override column(table: Table, column: Column): ColumnShape {
    return {
      ...super.column(table, column),
      ...said({ collation: vendorValue(column.vendor, 'pgsql', 'collate') }),
    };
  }

  override numbering(table: Table): Pick<ColumnShape, 'identity' | 'sequence'> {
    if (table.sequence !== undefined) return { sequence: objectName({ ...table, name: table.sequence }) };
    return {
      identity: /^always$/i.test(vendorValue(table.vendor, 'pgsql', 'identity') ?? '') ? 'always' : 'by default',
    };
  }

  /** What a domain says is not said again. */
  override notNull(column: Column): boolean | undefined {
    return isRequiredType(column.nativeType) && column.type !== 'ARRAY' ? undefined : super.notNull(column);
  }

  override default(table: Table, column: Column): string | undefined {
    const { default: given, nativeType } = column;
    return nativeType?.kind === 'domain' && nativeType.default === given ? undefined : super.default(table, column);
  }

  /** A text of another width than the longest label is an ENUM as well. */
  override checkCondition(column: Column): string | undefined {
    if (column.nativeType !== undefined) return undefined;
    const isLabel = column.family === 'enum' && column.enumStorage === 'label' && TEXT_TYPE.test(column.sqlType ?? '');
    return super.checkCondition(isLabel ? { ...column, sqlType: undefined } : column);
  }

  override check(check: Check): CheckShape {
    const isSet = (name: string): true | undefined => vendorFlag(check.vendor, 'pgsql', name) === true || undefined;
    return { ...super.check(check), ...said({ noInherit: isSet('noInherit'), notEnforced: isSet('notEnforced') }) };
  }

  override primaryKeyName(table: Table): string {
    return table.primaryKeyName ?? usualKeyName(table.name);
  }

  /** Ranks are exchanged by one UPDATE: an ordinary unique would be checked at each of its rows. */
  override unique(table: Table, unique: Index): IndexShape[] {
    const exchanged = unique.exchanged === undefined ? undefined : 'DEFERRABLE INITIALLY IMMEDIATE';
    const deferrable = deferral(unique.vendor, 'pgsql') ?? exchanged;
    return super
      .unique(table, unique)
      .map((shape) => (shape.kind === 'unique' ? { ...shape, ...said({ deferrable }) } : shape));
  }

  override literal(stored: StoredValue, column: Column, table: Table): string {
    switch (stored.kind) {
      case 'boolean':
        return stored.value ? 'TRUE' : 'FALSE';
      case 'bytes':
        return `'\\x${stored.value.toString('hex')}'::bytea`;
      case 'uuid':
        return column.type === 'UUID_BINARY'
          ? `'\\x${uuidBytes(stored.value, false).toString('hex')}'::bytea`
          : text(stored.value);
      default:
        return super.literal(stored, column, table);
    }
  }

  override foreignKey(key: ForeignKey): ForeignKeyShape {
    return { ...super.foreignKey(key), ...said({ deferrable: deferral(key.vendor, 'pgsql') }) };
  }
}

/** The type that a domain is made of. */
export const domainType = (domain: DomainType): string =>
  domain.sqlType ?? columnType({ ...domain, nativeType: undefined, enumStorage: 'label' });

/** What PostgreSQL itself calls the primary key of a table. */
export const usualKeyName = (table: string): string => fitIdentifier(`${table}_pkey`, IDENTIFIER_LIMIT);

const TEXT_TYPE = /^(text|varchar|character varying|char|character|bpchar|citext)\b(?!.*\[)/i;

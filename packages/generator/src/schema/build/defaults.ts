import type { StringFormat, VendorParameters, Visibility } from '../../model/model.js';
import type { NamingMethod } from '../code-names.js';
import type { Element } from '../element.js';
import type { SchemaDocument } from '../load.js';
import { childrenNamed, flag, value } from './context.js';
import type { ColumnDraft } from './draft.js';

/** What the `<database>` element of a file sets for the tables in that file. */
export interface DatabaseDefaults {
  readonly element: Element;
  readonly namespace: string;
  readonly package: string | undefined;
  readonly schema: string | undefined;
  readonly idMethod: 'native' | 'none';
  readonly naming: NamingMethod;
  readonly tablePrefix: string;
  readonly heavyIndexing: boolean;
  readonly baseClass: string | undefined;
  readonly baseQueryClass: string | undefined;
  readonly stringFormat: StringFormat;
  readonly accessorVisibility: Visibility;
  readonly mutatorVisibility: Visibility;
  readonly enumStorage: 'label' | 'index' | undefined;
  readonly vendor: VendorParameters;
  readonly domains: ReadonlyMap<string, Element>;
  readonly behaviors: readonly Element[];
  /** Columns of its tables that were built without diagnostics, by their attributes. */
  readonly columns: Map<Element['attributes'], ColumnDraft>;
  /** Tables of a file that is only referred to: part of the model, not of the SQL. */
  readonly referenceOnly: boolean;
}

export function databaseDefaults(
  { root, referenceOnly }: Omit<SchemaDocument, 'database'>,
  tablePrefix: string,
): DatabaseDefaults {
  const domains = new Map<string, Element>();
  for (const domain of childrenNamed(root, 'domain')) domains.set(domain.attributes['name'] ?? '', domain);
  return {
    element: root,
    namespace: (value(root, 'namespace') ?? '').replace(/^\\|\\$/g, ''),
    package: value(root, 'package'),
    schema: value(root, 'schema'),
    idMethod: (value(root, 'defaultIdMethod') as 'native' | 'none' | undefined) ?? 'native',
    naming: (value(root, 'defaultPhpNamingMethod') as NamingMethod | undefined) ?? 'underscore',
    tablePrefix: value(root, 'tablePrefix') ?? tablePrefix,
    heavyIndexing: flag(root, 'heavyIndexing'),
    baseClass: value(root, 'baseClass'),
    baseQueryClass: value(root, 'baseQueryClass'),
    stringFormat: (value(root, 'defaultStringFormat') as StringFormat | undefined) ?? 'YAML',
    accessorVisibility: (value(root, 'defaultAccessorVisibility') as Visibility | undefined) ?? 'public',
    mutatorVisibility: (value(root, 'defaultMutatorVisibility') as Visibility | undefined) ?? 'public',
    enumStorage: value(root, 'enumStorage') as 'label' | 'index' | undefined,
    vendor: vendorOf(root),
    domains,
    behaviors: childrenNamed(root, 'behavior'),
    referenceOnly,
    columns: new Map(),
  };
}

const NO_VENDOR: VendorParameters = new Map();

/** The `<vendor>` children of an element, over those it inherits. */
export function vendorOf(element: Element, inherited: VendorParameters = NO_VENDOR): VendorParameters {
  const own = childrenNamed(element, 'vendor');
  if (own.length === 0) return inherited;
  const merged = new Map([...inherited].map(([type, parameters]) => [type, new Map(parameters)]));
  for (const vendor of own) {
    const type = vendor.attributes['type'] ?? '';
    const parameters = merged.get(type) ?? new Map<string, never>();
    for (const parameter of vendor.children) {
      const name = parameter.attributes['name'] ?? '';
      parameters.set(name.toLowerCase(), {
        name,
        value: parameter.attributes['value'] ?? '',
        origin: parameter,
      });
    }
    merged.set(type, parameters);
  }
  return merged;
}

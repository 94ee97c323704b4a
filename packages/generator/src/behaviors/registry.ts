import type { BehaviorRegistry } from './behavior.js';
import { sortable } from './sortable/index.js';

/** The behaviors that exist: one line each. */
export const BEHAVIORS: BehaviorRegistry = new Map([[sortable.name, sortable]]);

/** Behaviors that come with Propel and that we know by name but do not have. */
export const PROPEL_BEHAVIORS: ReadonlySet<string> = new Set([
  'aggregate_column',
  'aggregate_multiple_columns',
  'archivable',
  'auto_add_pk',
  'concrete_inheritance',
  'delegate',
  'i18n',
  'nested_set',
  'query_cache',
  'sluggable',
  'timestampable',
  'validate',
  'versionable',
]);

import type { BehaviorRegistry } from './behavior.js';
import { sortable } from './sortable/index.js';

/** The behaviors that exist: one line each. */
export const BEHAVIORS: BehaviorRegistry = new Map([[sortable.name, sortable]]);

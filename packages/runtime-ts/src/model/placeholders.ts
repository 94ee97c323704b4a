import type { Vendor } from '../drivers/session.js';

/** The placeholder of the value at a position, from 1. */
export const placeholder = (vendor: Vendor, position: number): string =>
  vendor === 'pgsql' ? `$${String(position)}` : '?';

import type { Adapter } from '../model/adapter.js';
import type { VendorParameters } from '../model/model.js';
import { vendorFlag } from '../model/vendor-parameter.js';
import type { Deferrable } from './shape.js';

/** When a unique or a foreign key is checked, by its vendor parameters `deferrable` and `initiallyDeferred`. */
export function deferral(vendor: VendorParameters, adapter: Adapter): Deferrable | undefined {
  if (vendorFlag(vendor, adapter, 'initiallyDeferred') === true) return 'DEFERRABLE INITIALLY DEFERRED';
  return vendorFlag(vendor, adapter, 'deferrable') === true ? 'DEFERRABLE' : undefined;
}

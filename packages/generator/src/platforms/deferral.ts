import type { Adapter } from '../model/adapter.js';
import type { VendorParameters } from '../model/model.js';
import { vendorFlag } from '../model/vendor-parameter.js';

/** When a unique or a foreign key is checked, by its vendor parameters `deferrable` and `initiallyDeferred`. */
export function deferralClause(vendor: VendorParameters, adapter: Adapter): string {
  const deferred = vendorFlag(vendor, adapter, 'initiallyDeferred') === true;
  const deferrable = deferred || vendorFlag(vendor, adapter, 'deferrable') === true;
  return (deferrable ? ' DEFERRABLE' : '') + (deferred ? ' INITIALLY DEFERRED' : '');
}

import type { Complaint } from '../../src/model/complaint.js';
import type { Database } from '../../src/model/model.js';
import { DEFAULT_PLATFORM_OPTIONS, type Platform } from '../../src/platforms/platform.js';

/** What a vendor has against a model. */
export function complaints(platform: Platform, database: Database): Complaint[] {
  const found: Complaint[] = [];
  platform.check(database, (complaint) => found.push(complaint), DEFAULT_PLATFORM_OPTIONS);
  return found;
}

/** The same as `severity code: message`. */
export function complaintLines(platform: Platform, database: Database): string[] {
  return complaints(platform, database).map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
}

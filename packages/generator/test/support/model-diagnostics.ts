import type { Database } from '../../src/model/model.js';
import type { ModelDiagnostic } from '../../src/model/model-diagnostic.js';
import { DEFAULT_PLATFORM_OPTIONS, type Platform } from '../../src/platforms/platform.js';

/** What a vendor has against a model. */
export function diagnostics(platform: Platform, database: Database): ModelDiagnostic[] {
  const found: ModelDiagnostic[] = [];
  platform.check(database, (diagnostic) => found.push(diagnostic), DEFAULT_PLATFORM_OPTIONS);
  return found;
}

/** The same as `severity code: message`. */
export function diagnosticLines(platform: Platform, database: Database): string[] {
  return diagnostics(platform, database).map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
}

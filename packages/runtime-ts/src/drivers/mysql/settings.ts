import type { DriverLoader } from '../loading.js';
import type { ServerSettings } from '../settings.js';

export interface MysqlSettings extends ServerSettings {
  /** `utf8mb4` if nothing else is said; '' leaves it to the driver. */
  readonly charset?: string | undefined;
  readonly compress?: boolean | undefined;
  /** Whether the server's own isolation level stays. Else it is READ COMMITTED, for the reasons of the runtime for PHP. */
  readonly keepsIsolation?: boolean | undefined;
  /** How many prepared statements a connection keeps. */
  readonly maxStatements?: number | undefined;
  readonly load?: DriverLoader | undefined;
}

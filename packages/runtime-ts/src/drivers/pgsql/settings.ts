import type { DriverLoader } from '../loading.js';
import type { ServerSettings } from '../settings.js';

/** How a server may ask who we are: `require_auth` of libpq. */
export interface Authentication {
  readonly text: string;
  allows(method: string): boolean;
}

export interface PgsqlSettings extends ServerSettings {
  /** Nothing: in any way. */
  readonly authentication?: Authentication | undefined;
  readonly applicationName?: string | undefined;
  /** Parameters of the session (`-c search_path=app`). */
  readonly options?: string | undefined;
  /** How many prepared statements a connection keeps; 0 for a program that sends hardly any twice. */
  readonly maxStatements?: number | undefined;
  readonly load?: DriverLoader | undefined;
}

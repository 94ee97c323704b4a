import { fileOf as runtimeFileOf } from '../../../../runtime-ts/src/drivers/sqlite/settings.js';
import type { ConnectionSettings } from '../../config/connection-settings.js';

const OPEN_READONLY = 1;

/** Which file, and whether the settings forbid to write to it. */
export const fileSettings = ({ path = ':memory:', attributes }: ConnectionSettings): SqliteFile => ({
  path,
  isReadOnly: Number(attributes.get('SQLITE_ATTR_OPEN_FLAGS')) === OPEN_READONLY,
});

interface SqliteFile {
  readonly path: string;
  readonly isReadOnly: boolean;
}

/** The file itself, where the settings have a URI. */
export const fileOf = (settings: ConnectionSettings): SqliteFile => runtimeFileOf(fileSettings(settings));

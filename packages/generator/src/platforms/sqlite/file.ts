import type { ConnectionSettings } from '../../config/connection-settings.js';

const OPEN_READONLY = 1;

/** A path, or a URI of which the path and `mode=ro` are followed. */
export function fileOf({ path = ':memory:', attributes }: ConnectionSettings): { path: string; isReadOnly: boolean } {
  const readOnlyFlag = Number(attributes.get('SQLITE_ATTR_OPEN_FLAGS')) === OPEN_READONLY;
  const uri = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]*)(?:\?([^#]*))?/.exec(path);
  if (uri === null) return { path, isReadOnly: readOnlyFlag };
  const isReadOnly = new URLSearchParams(uri[2] ?? '').get('mode') === 'ro';
  return { path: decodeURIComponent(uri[1] ?? ''), isReadOnly: isReadOnly || readOnlyFlag };
}

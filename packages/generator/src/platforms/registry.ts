import type { Adapter } from '../model/adapter.js';
import type { Platform } from './platform.js';

/** The vendors: one line each. Only those that a run needs are loaded. */
const PLATFORMS: Readonly<Record<Adapter, () => Promise<{ platform: Platform }>>> = {
  pgsql: () => import('./pgsql/index.js'),
  mysql: () => import('./mysql/index.js'),
  sqlite: () => import('./sqlite/index.js'),
  mssql: () => import('./mssql/index.js'),
  oracle: () => import('./oracle/index.js'),
};

export async function loadPlatform(adapter: Adapter): Promise<Platform> {
  return (await PLATFORMS[adapter]()).platform;
}

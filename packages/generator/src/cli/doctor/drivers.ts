import { DiagnosticError } from '../../diagnostics/diagnostic.js';
import { printable } from '../../diagnostics/printable.js';
import type { Adapter } from '../../model/adapter.js';
import { driverLoader, moduleDefault } from '../../platforms/driver.js';
import { installLine } from '../install-line.js';
import { DRIVER_PACKAGES, installedVersion, ownPackage } from '../installed.js';
import { type Finding, notChecked, ok, problem } from './finding.js';
import type { Check, Subject } from './subject.js';
import { inRange } from './version-range.js';

/** The Node drivers of the adapters that are configured: there, of a version we work with, and loadable. */
export const driversCheck: Check = {
  title: 'Node and drivers',
  find: async (subject) => {
    const adapters = [...new Set(subject.connections.map(({ adapter }) => adapter))];
    if (adapters.length > 0) return Promise.all(adapters.map((adapter) => driverFinding(adapter, subject)));
    const found = Object.values(DRIVER_PACKAGES).flatMap((name) => {
      const version = installedVersion(name, subject.root);
      return version === undefined ? [] : [`${name} ${printable(version)}`];
    });
    return [notChecked(`drivers: ${found.join(', ') || 'none'} installed; no connection says which are needed`)];
  },
};

async function driverFinding(adapter: Adapter, { root }: Subject): Promise<Finding> {
  if (adapter === 'sqlite' && (await import('../../platforms/sqlite/connect.js')).isBuiltIn()) {
    return ok('sqlite: the SQLite of Node itself');
  }
  const name = DRIVER_PACKAGES[adapter];
  const version = installedVersion(name, root);
  if (version === undefined) {
    return problem(
      `${adapter}: the package ${name} is not installed, and connecting needs it`,
      installLine(root, name),
    );
  }
  const shown = `${adapter}: ${name} ${printable(version)}`;
  const range = ownPackage().peerDependencies[name] ?? '>=0';
  if (!inRange(version, range)) return problem(`${shown}, and orm needs ${range}`, installLine(root, `${name}@latest`));
  try {
    await load(adapter, root);
    return ok(shown);
  } catch (error) {
    const reason = error instanceof DiagnosticError ? error.message : `${shown} does not work: ${firstLine(error)}`;
    return problem(printable(reason), `npm rebuild ${name}`, `or: ${installLine(root, `${name}@latest`)}`);
  }
}

async function load(adapter: Adapter, root: string): Promise<void> {
  const name = DRIVER_PACKAGES[adapter];
  const driver = moduleDefault(await driverLoader(root)(name));
  // Its compiled part is loaded with the first database.
  if (adapter === 'sqlite') new (driver as new (path: string) => { close(): void })(':memory:').close();
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

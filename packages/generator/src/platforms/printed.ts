import type { DdlPrinter } from './ddl-printer.js';
import type { Platform, PlatformOptions } from './platform.js';
import type { Shaper } from './shaper.js';

/** The parts of a platform that are made from what it is told. */
export function printed(
  shaperFor: (options: PlatformOptions) => Shaper,
  printer: DdlPrinter,
): Pick<Platform, 'typeChecks' | 'shape' | 'ddl' | 'tableDdl'> {
  return {
    typeChecks: (table, options) => shaperFor(options).typeChecks(table),
    shape: (database, options) => shaperFor(options).shape(database),
    ddl: (database, options) => printer.script(shaperFor(options).shape(database), options),
    tableDdl: (database, options) => {
      const shaper = shaperFor(options);
      const scripts = printer.tableScripts(shaper.shape(database));
      return new Map(shaper.tables(database).map((table, at) => [table, scripts[at] ?? '']));
    },
  };
}

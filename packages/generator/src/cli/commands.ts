import type { CommandDescriptor } from './command.js';
import { buildAll } from './descriptors/build-all.js';
import { completion } from './descriptors/completion.js';
import { configConvert } from './descriptors/config-convert.js';
import { databaseReverse } from './descriptors/database-reverse.js';
import { doctor } from './descriptors/doctor.js';
import { init } from './descriptors/init.js';
import { listCheck } from './descriptors/list-check.js';
import { migrationBaseline } from './descriptors/migration-baseline.js';
import { migrationCheck } from './descriptors/migration-check.js';
import { migrationCreate } from './descriptors/migration-create.js';
import { migrationDiff } from './descriptors/migration-diff.js';
import { migrationDown } from './descriptors/migration-down.js';
import { migrationMigrate } from './descriptors/migration-migrate.js';
import { migrationStatus } from './descriptors/migration-status.js';
import { migrationUp } from './descriptors/migration-up.js';
import { modelBuild } from './descriptors/model-build.js';
import { schemaCheck } from './descriptors/schema-check.js';
import { schemaFormat } from './descriptors/schema-format.js';
import { schemaShow } from './descriptors/schema-show.js';
import { sqlBuild } from './descriptors/sql-build.js';
import { sqlInsert } from './descriptors/sql-insert.js';

/** Every command, in the order of the work. A new one is a file in commands/, one in descriptors/ and a line here. */
export const COMMANDS: readonly CommandDescriptor[] = [
  init,
  schemaCheck,
  schemaFormat,
  schemaShow,
  sqlBuild,
  modelBuild,
  configConvert,
  buildAll,
  sqlInsert,
  migrationDiff,
  migrationCreate,
  migrationCheck,
  migrationMigrate,
  migrationUp,
  migrationDown,
  migrationStatus,
  migrationBaseline,
  listCheck,
  databaseReverse,
  doctor,
  completion,
];

import { configurationCheck } from './configuration.js';
import { connectionsCheck } from './connections.js';
import { databaseCheck } from './database.js';
import { driversCheck } from './drivers.js';
import { generatedFilesCheck } from './generated-files.js';
import { listsCheck } from './lists.js';
import { nodeCheck } from './node.js';
import { phpCheck } from './php/program.js';
import { runtimeCheck } from './php/runtime.js';
import { stubsCheck } from './php/stubs.js';
import { schemaCheck } from './schema.js';
import type { Check } from './subject.js';
import { classesCheck } from './typescript/classes.js';
import { compilerCheck } from './typescript/compiler.js';
import { packagesCheck } from './typescript/packages.js';

/** Everything that is looked at, in the order of the report. Checks of one title stand beside each other. */
export const CHECKS: readonly Check[] = [
  nodeCheck,
  driversCheck,
  phpCheck,
  runtimeCheck,
  packagesCheck,
  compilerCheck,
  configurationCheck,
  schemaCheck,
  classesCheck,
  connectionsCheck,
  generatedFilesCheck,
  stubsCheck,
  databaseCheck,
  listsCheck,
];

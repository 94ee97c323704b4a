import type { ConfigPrinter } from '../../target.js';
import { checkRuntime } from './check.js';
import { configFile } from './config-file.js';

export const phpConfigPrinter: ConfigPrinter = { check: checkRuntime, print: configFile };

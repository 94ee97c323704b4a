import type { Target } from '../target.js';

export const typescriptTarget: Target = {
  name: 'typescript',
  title: 'TypeScript',
  paths: { classes: 'tsDir', config: 'tsConfDir' },
  configFile: 'config.ts',
  names: async () => (await import('./check/name-rules.js')).TYPESCRIPT_NAMES,
  check: async () => (await import('./check/classes.js')).checkTypescriptClasses,
  classes: async () => (await import('./class-printer.js')).typescriptClassPrinter,
  outline: async () => (await import('./outline-printer.js')).typescriptOutlinePrinter,
  config: async () => (await import('./config/config-printer.js')).typescriptConfigPrinter,
};

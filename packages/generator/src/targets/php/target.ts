import type { Target } from '../target.js';

export const phpTarget: Target = {
  name: 'php',
  title: 'PHP',
  paths: { classes: 'phpDir', config: 'phpConfDir' },
  configFile: 'config.php',
  names: async () => (await import('./check/name-rules.js')).PHP_NAMES,
  async check() {
    const [{ checkClasses }, { classNaming }] = await Promise.all([
      import('./check/classes.js'),
      import('./naming.js'),
    ]);
    return (models, config, report) => checkClasses(models, classNaming(config), report);
  },
  classes: async () => (await import('./class-printer.js')).phpClassPrinter,
  outline: async () => (await import('./outline-printer.js')).phpOutlinePrinter,
  config: async () => (await import('./config/config-printer.js')).phpConfigPrinter,
};

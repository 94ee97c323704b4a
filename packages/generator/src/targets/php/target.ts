import type { Target } from '../target.js';

export const phpTarget: Target = {
  name: 'php',
  title: 'PHP',
  paths: { classes: 'phpDir', config: 'phpConfDir' },
  configFile: 'config.php',
  async check() {
    const [{ checkPhpClasses }, { classNaming }] = await Promise.all([
      import('./class-check.js'),
      import('./naming.js'),
    ]);
    return (models, config, report) => checkPhpClasses(models, classNaming(config), report);
  },
  classes: async () => (await import('./class-printer.js')).phpClassPrinter,
  outline: async () => (await import('./outline-printer.js')).phpOutlinePrinter,
  config: async () => (await import('./config/config-printer.js')).phpConfigPrinter,
};

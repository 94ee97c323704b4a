import type { DsnRules } from '../dsn/rules.js';

export const sqliteDsn: DsnRules = {
  name: 'sqlite',
  title: 'SQLite',
  schemes: ['sqlite'],
  used: [],
  pdoOnly: [],
  synonyms: new Map(),
};

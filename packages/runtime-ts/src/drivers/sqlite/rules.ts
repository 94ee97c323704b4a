import type { TransactionRules } from '../session.js';

export const rules: TransactionRules = {
  // A transaction that reads first could not write once another one has.
  begin: () => ['BEGIN IMMEDIATE'],
  quoted: (name) => `"${name}"`,
  failureAborts: false,
  levelOutlives: false,
  setsNextLevel: () => false,
  sendsTogether: false,
  isAlone: true,
};

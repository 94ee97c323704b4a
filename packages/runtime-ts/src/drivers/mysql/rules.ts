import type { TransactionRules } from '../session.js';

export const rules: TransactionRules = {
  begin: (level) => [...(level === undefined ? [] : [`SET TRANSACTION ISOLATION LEVEL ${level}`]), 'START TRANSACTION'],
  quoted: (name) => `\`${name}\``,
  failureAborts: false,
  levelOutlives: true,
  setsNextLevel: (sql) => /^\s*set\s+transaction\b/i.test(sql),
  sendsTogether: false,
  isAlone: false,
};

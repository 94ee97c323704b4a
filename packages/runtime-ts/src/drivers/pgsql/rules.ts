import type { TransactionRules } from '../session.js';
import { cursor } from './cursor.js';

export const rules: TransactionRules = {
  begin: (level) => [level === undefined ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${level}`],
  quoted: (name) => `"${name}"`,
  failureAborts: true,
  levelOutlives: false,
  setsNextLevel: () => false,
  sendsTogether: true,
  cursor,
  isAlone: false,
};

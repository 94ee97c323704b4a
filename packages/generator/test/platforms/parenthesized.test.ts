import { expect, it } from 'vitest';
import { parenthesized } from '../../src/platforms/parenthesized.js';

it.each([
  ['1 + 1', '(1 + 1)'],
  ['(1 + 1)', '(1 + 1)'],
  ['(1) + (2)', '((1) + (2))'],
  ["(')')", "(')')"],
  ["('(') + (1)", "(('(') + (1))"],
  ['("a)" || `b)`)', '("a)" || `b)`)'],
  ['f(1)', '(f(1))'],
  ['(1', '((1)'],
])('puts %s into parentheses once', (sql, expected) => {
  expect(parenthesized(sql)).toBe(expected);
});

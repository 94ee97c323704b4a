import { describe, expect, it } from 'vitest';
import { pdoReads } from '../../../src/targets/php/check/pdo-names.js';

/** Each was tried with PDO of PHP 8.2 on the engines. */
describe('names in statements that PDO reads', () => {
  it.each([
    '`book`',
    '`a b "c" ``d```',
    '`a-b`',
    '`5%`',
    '"is it 5?"',
    '":p"',
    '"it\'s -- /* x"',
    '"a""b"',
    '"a\\b"',
    '[a b]',
    '`a::`',
  ])('are passed over: %s', (name) => {
    expect(pdoReads(name)).toBe(true);
  });

  it.each([
    '`?`',
    '`a?b`',
    '`:p`',
    '`a:b`',
    "`it's`",
    '`say "`',
    '`a -- b`',
    '`/* x`',
    '"back\\"',
    '"a\\""b"',
    '[is it?]',
    "[it's]",
  ])('are refused: %s', (name) => {
    expect(pdoReads(name)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { foreignKeyIndexes } from '../../../src/platforms/mysql/foreign-key-indexes.js';

describe('indexes of foreign keys', () => {
  const key = (name: string, ...columns: string[]): { name: string; columns: string[] } => ({ name, columns });
  it.each([
    ['are called as we call them', [key('t_fk_abc123', 'a')], [], [key('t_fi_abc123', 'a')]],
    ['are called like a key with a name', [key('owner', 'a')], [], [key('owner', 'a')]],
    ['unless the name is taken', [key('owner', 'a')], [key('Owner', 'b')], [key('t_fi_72122c', 'a')]],
    ['are called like the column where InnoDB named the key', [key('t_ibfk_1', 'a')], [], [key('a', 'a')]],
    ['and counted', [key('t_ibfk_1', 'a')], [key('a', 'b')], [key('a_2', 'a')]],
    ['are not made where one serves', [key('owner', 'a')], [key('x', 'a', 'b')], []],
    ['but where it starts with another column', [key('owner', 'a')], [key('x', 'b', 'a')], [key('owner', 'a')]],
    ['serve two keys', [key('k', 'a'), key('l', 'a')], [], [key('k', 'a')]],
    ['are not made for the beginning of another', [key('k', 'a'), key('l', 'a', 'b')], [], [key('l', 'a', 'b')]],
  ])('%s', (_what, keys, written, expected) => {
    expect(foreignKeyIndexes('t', keys, written)).toEqual(expected);
  });
});

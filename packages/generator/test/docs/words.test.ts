import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** Phrases that read translated, and the standard term for each. Only those that ordinary prose never needs. */
const AVOIDED: readonly (readonly [avoided: RegExp, standard: string])[] = [
  [/\bread(?:s|ing)? (?:\w+ ){0,3}along\b/i, 'eager loading'],
  [/\btables? with (?:itself|themselves)\b/i, 'self-reference'],
  [/\bwords? of PHP\b/i, 'PHP reserved word'],
  [/\bnumbered (?:columns?|keys?)\b|\bkey, numbered\b/i, 'auto-increment'],
  [/\bread (?:\w+ )*along\b/i, 'eager loading'],
  [/\bthe table with itself\b|\ba table with itself\b/i, 'self-reference'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bwithout doubles\b/i, 'without duplicates'],
  [/\bthe least that\b/i, 'minimum, minimal'],
  [/\bcomplain(s|ed|ing|ts?)?\b/i, 'error, diagnostic'],
  [/\bcame or went\b/i, 'were added or removed'],
  [/\bstopped as you answered\b/i, 'aborted'],
  [/\bis no driver of PDO\b/i, 'is not a supported PDO driver'],
  [/\bhas to be unique is there already\b/i, 'duplicate value for a unique column'],
  [/\ba value is missing\b/i, 'required column is not set'],
  [/\bhow do you want to go on\b/i, 'what would you like to do'],
  [/\bin which file is\b/i, 'path to the file'],
  [/\bstands where (?:a|its|the) folder\b/i, 'is in the way of the folder'],
  [/\bneed(?:s|ed)? it no more\b/i, 'no longer needed'],
  [/\bshall be able to\b/i, 'may'],
  [/\bholds? (?:it |them )?in other words\b/i, 'represented differently'],
  [/\balso when it fails\b/i, 'even on failure'],
  [/\bcan stand for\b/i, 'selects, takes the place of'],
  [/\bthan it could be\b/i, 'say what improves it'],
  [/\bcomplete the words of\b/i, 'shell completion script'],
  [/\brecommend to \w+/i, 'recommend …ing'],
  [/\bnobody's business\b/i, 'ignored'],
  [/\bwithout a word\b/i, 'silently, without diagnostics'],
  [/\b(?:gives?|gave|giving) way\b/i, 'backs off, is rolled back'],
  [/\bdoom(?:s|ed)?\b/i, 'aborted'],
  [/\brestless\b/i, 'the exact state'],
  [/\bto blame\b/i, 'the cause'],
];

/** Files whose words are not ours, or that list the phrases. */
const OTHERS = /(?:^LICENSE|package-lock\.json|\/licences\/|\.(?:png|ico|svg)$|test\/docs\/words\.test\.ts$)/;

function ours(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listed.split('\0').filter((path) => path !== '' && !OTHERS.test(path));
}

/** The lines of all our files that have an avoided phrase, with what to write instead. */
function found(): readonly string[] {
  return ours().flatMap((path) => {
    const lines = readFileSync(resolve(ROOT, path), 'utf8').split('\n');
    return lines.flatMap((line, i) =>
      AVOIDED.filter(([avoided]) => avoided.test(line)).map(
        ([avoided, standard]) => `${path}:${String(i + 1)}: ${avoided.exec(line)?.[0] ?? ''} → ${standard}`,
      ),
    );
  });
}

describe('words', () => {
  test('every file uses the standard terms that developers search for', () => {
    expect(ours().length).toBeGreaterThan(500);
    expect(found()).toEqual([]);
  });

  test('an avoided phrase is found', () => {
    const hits = AVOIDED.filter(([avoided]) => avoided.test('It mends complaints, and gives way without a word.'));
    expect(hits.map(([, standard]) => standard)).toEqual([
      'fix',
      'error, diagnostic',
      'silently, without diagnostics',
      'backs off, is rolled back',
    ]);
  });
});

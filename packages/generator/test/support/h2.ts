import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian's `libh2-java` puts it; another place can be named. */
const JAR = process.env['ORM_TEST_H2_JAR'] ?? '/usr/share/java/h2.jar';

export type H2Mode = 'MSSQLServer' | 'Oracle';

/**
 * Runs statements in a fresh database in memory and returns what the queries among them print. The first statement that
 * fails throws, with H2's message. Java or H2 missing throws too: a test that cannot run has not passed.
 */
export function runInH2(mode: H2Mode, statements: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'orm-h2-'));
  try {
    const script = join(folder, 'script.sql');
    writeFileSync(script, statements.map((statement) => `${statement};\n`).join('\n'));
    // Oracle takes a name without quotes for one in capital letters: what a schema says in SQL has such names.
    const upper = mode === 'Oracle' ? 'TRUE' : 'FALSE';
    const url = `jdbc:h2:mem:test;MODE=${mode};DATABASE_TO_UPPER=${upper};CASE_INSENSITIVE_IDENTIFIERS=FALSE`;
    // Java takes the encoding of its output from the environment, where there may be none; and it lives for a second, which is
    // too short to optimize what it runs.
    const tool = [
      '-XX:TieredStopAtLevel=1',
      '-Dfile.encoding=UTF-8',
      '-Dsun.stdout.encoding=UTF-8',
      '-cp',
      JAR,
      'org.h2.tools.RunScript',
      '-url',
      url,
      '-script',
      script,
      '-showResults',
    ];
    return execFileSync('java', tool, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw new Error(`H2 in ${mode} mode: ${reason(error)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first line of Java's stack trace says it all; without one the process itself did not start. */
function reason(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  return stderr.split('\n')[0] || (error instanceof Error ? error.message : String(error));
}

export interface H2Rule {
  readonly pattern: RegExp;
  /** Nothing: the whole statement is left out. */
  readonly replacement?: string;
  /** What H2 lacks. */
  readonly why: string;
}

export interface H2Plan {
  readonly executed: readonly string[];
  /** How many statements each reason left out. */
  readonly skipped: ReadonlyMap<string, number>;
}

/** The statements in words that H2 knows. A statement that a rule without replacement matches is left out and counted. */
export function planForH2(statements: readonly string[], rules: readonly H2Rule[]): H2Plan {
  const executed: string[] = [];
  const skipped = new Map<string, number>();
  for (const statement of statements) {
    const skip = rules.find((rule) => rule.replacement === undefined && rule.pattern.test(statement));
    if (skip) skipped.set(skip.why, (skipped.get(skip.why) ?? 0) + 1);
    else {
      const rewritten = rules.reduce((text, rule) => text.replace(rule.pattern, rule.replacement ?? ''), statement);
      executed.push(rewritten.replace(/;$/, ''));
    }
  }
  return { executed, skipped };
}

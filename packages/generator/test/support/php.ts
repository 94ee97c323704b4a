import { spawnSync } from 'node:child_process';

/** Runs a PHP script given as text; arguments follow. Fails the test when PHP does. */
export function php(script: string, args: readonly string[] = [], input = ''): string {
  const { status, stdout, stderr, error } = spawnSync(
    'php',
    ['-d', 'display_errors=stderr', '-r', script, '--', ...args],
    { input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (error) throw error;
  if (status !== 0) throw new Error(`php ended with ${status}\n${stdout}${stderr}`);
  return stdout;
}

const PARSE = `
foreach (explode("\\n", trim(stream_get_contents(STDIN))) as $file) {
    try {
        token_get_all(file_get_contents($file), TOKEN_PARSE);
    } catch (ParseError $error) {
        echo $file, ':', $error->getLine(), ': ', $error->getMessage(), "\\n";
    }
}`;

/** The syntax errors in PHP files, one per line; empty when there are none. One process for all of them. */
export function syntaxErrors(files: readonly string[]): string {
  return php(PARSE, [], files.join('\n'));
}

// PHP of another version, compiled to WebAssembly: node scripts/php/wasm.mjs 8.5 [argument of php…]
//
// It sees the files of this machine and its environment. Of the databases it has SQLite only.

import { tmpdir } from 'node:os';
import { createNodeFsMountHandler, loadNodeRuntime, useHostFilesystem } from '@php-wasm/node';
import { PHP } from '@php-wasm/universal';

const [version, ...args] = process.argv.slice(2);
const php = new PHP(await loadNodeRuntime(version, { emscriptenOptions: { processId: 1 } }));
useHostFilesystem(php);
// It has a /dev of its own.
if (tmpdir().startsWith('/dev/')) {
  php.mkdir(tmpdir());
  await php.mount(tmpdir(), createNodeFsMountHandler(tmpdir()));
}
php.chdir(process.cwd());
// It cannot start programs, and PHPUnit asks `stty` for the width of the terminal where it may.
// Opcache would tell what is deprecated past the error handler of PHPUnit.
const settings = ['disable_functions=exec,passthru,popen,proc_open,shell_exec,system', 'opcache.enable_cli=0'];
const result = await php.cli(['php', ...settings.flatMap((setting) => ['-d', setting]), ...args], {
  env: { ...process.env },
});
const pass = (from, to) => from.pipeTo(new WritableStream({ write: (chunk) => void to.write(chunk) }));
const [code] = await Promise.all([
  result.exitCode,
  pass(result.stdout, process.stdout),
  pass(result.stderr, process.stderr),
]);
// The runtime keeps handles open; leaving only after what was written is out.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));

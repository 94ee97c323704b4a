import { execFile } from 'node:child_process';
import type { Environment } from '../../../config/template.js';
import { printable } from '../../../diagnostics/printable.js';
import type { Adapter } from '../../../model/adapter.js';
import { type Finding, ok, problem, warning } from '../finding.js';
import type { Patience } from '../patience.js';
import type { Check, Subject } from '../subject.js';
import { inRange } from '../version-range.js';

/** The extension of PHP through which generated classes reach a vendor. */
export const PHP_EXTENSIONS: Readonly<Record<Adapter, string>> = {
  pgsql: 'pdo_pgsql',
  mysql: 'pdo_mysql',
  sqlite: 'pdo_sqlite',
  mssql: 'pdo_sqlsrv',
  oracle: 'pdo_oci',
};

const NEEDED = '>=8.2';

/** The PHP that a person here would start, and its extensions. Building needs none. */
export const phpCheck: Check = { title: 'PHP', target: 'php', find: phpFindings };

async function phpFindings({ context, connections, patience }: Subject): Promise<readonly Finding[]> {
  const php = await askPhp(context.env, patience);
  if (typeof php === 'string') {
    return [warning(php, 'generated classes need PHP 8.2 or later where they run; building needs none')];
  }
  const version = `PHP ${printable(php.version)}`;
  if (!inRange(php.version, NEEDED)) {
    return [
      problem(`${version}, and generated classes need 8.2 or later`, 'install a newer PHP, or put it first in PATH'),
    ];
  }
  const adapters = [...new Set(connections.map(({ adapter }) => adapter))];
  const needed = ['pdo', ...adapters.map((adapter) => PHP_EXTENSIONS[adapter])];
  const loaded = new Set(php.extensions.map((name) => name.toLowerCase()));
  const missing = needed.filter((name) => !loaded.has(name));
  const there = needed.filter((name) => loaded.has(name));
  return [
    ok(`${version}${there.length === 0 ? '' : ` with ${there.join(', ')}`}`),
    ...missing.map((name) =>
      problem(
        `PHP has no extension ${name}`,
        'install it, or switch it on in php.ini; php --ini says which file that is',
      ),
    ),
  ];
}

interface Php {
  readonly version: string;
  readonly extensions: readonly string[];
}

const MARK = '@orm@';
const SCRIPT = `echo "\\n${MARK}", json_encode(["version" => PHP_VERSION, "extensions" => get_loaded_extensions()]);`;

/** What PHP says of itself, or why it says nothing. */
function askPhp(env: Environment, { milliseconds, shown }: Patience): Promise<Php | string> {
  return new Promise((resolve) => {
    execFile(
      'php',
      ['-r', SCRIPT],
      { env: { ...env }, timeout: milliseconds, killSignal: 'SIGKILL' },
      (error, stdout) => {
        // What else is printed comes from broken extensions.
        const answer = stdout.split(`\n${MARK}`)[1];
        if (error === null && answer !== undefined) resolve(JSON.parse(answer) as Php);
        else if (error !== null && error.code === 'ENOENT') resolve('PHP is not in PATH');
        else if (error?.killed === true) resolve(`PHP did not answer within ${shown}`);
        else resolve(`PHP could not be started: ${printable(error?.message.split('\n')[0] ?? 'it said nothing')}`);
      },
    );
  });
}

// Debian packages, for what Composer cannot fetch.

import { run } from './tools.mjs';

/** Installs those that are missing. Returns what went wrong, or undefined. */
export async function installFromDebian(names) {
  const missing = [];
  for (const name of names) {
    const { output } = await run('dpkg-query', ['-W', '-f=${Status}', name]);
    if (output !== 'install ok installed') missing.push(name);
  }
  if (missing.length === 0) return undefined;
  if (process.getuid?.() !== 0)
    return `Debian packages are missing; run as root: apt-get install -y ${missing.join(' ')}`;
  process.stderr.write(`installing Debian packages: ${missing.join(' ')}\n`);
  const options = ['-q', '-y', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3'];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', [...options, 'update'], { env });
  const { code, output } = await run('apt-get', [...options, 'install', '--no-install-recommends', ...missing], {
    env,
  });
  return code === 0 ? undefined : `apt-get install ${missing.join(' ')} failed:\n    ${lastLines(output)}`;
}

/** The end of a program's output, indented for a message. */
export function lastLines(output) {
  return output.trimEnd().split('\n').slice(-12).join('\n    ');
}

// Installs what is missing. Everything here may be repeated and may be interrupted at any moment.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { interruption, startTimeOf } from './processes.mjs';
import { cacheFolder } from './settings.mjs';

const isRoot = process.getuid?.() === 0;
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** What may be installed besides the engines; `services` are those that the packages start by themselves. */
const bundles = {
  /** What tests need. */
  extras: {
    packages: () => [
      ...['php-cli', 'php-pgsql', 'php-mysql', 'php-sqlite3', 'php-xml', 'php-mbstring'],
      ...['libh2-java', 'hyperfine', 'tmux', 'chromium', 'zsh', 'fish', 'openssl'],
      ...(isOnPath('java') ? [] : ['default-jre-headless']),
    ],
    services: [],
  },
  /** What bench/lab puts between PHP and the servers. */
  lab: { packages: () => ['haproxy', 'pgbouncer', 'pgpool2'], services: ['haproxy', 'pgbouncer', 'pgpool2'] },
};

export const bundleNames = Object.keys(bundles);

/** Installs the Debian packages of these engines (and of the named bundles) in one go, then the downloaded roots. */
export async function install(engines, bundled, say) {
  for (const engine of engines.filter(({ isInstalled }) => isInstalled())) say(`${engine.name}: installed`);
  const missing = engines.filter(({ isInstalled }) => !isInstalled());

  // npm alone may write into node_modules: the lock file says which version.
  const fromNpm = missing.find(({ npm }) => npm);
  if (fromNpm) throw new Error(`${fromNpm.name}: the package ${fromNpm.npm} is missing; run: npm ci`);

  const fromDebian = missing.filter(({ packages }) => packages);
  const packages = fromDebian.flatMap((engine) => engine.packages);
  const services = fromDebian.map(({ service }) => service);
  for (const name of bundled) {
    const wanted = bundles[name].packages().filter((each) => !isPackageInstalled(each));
    if (wanted.length === 0) say(`${name}: installed`);
    else {
      packages.push(...wanted);
      services.push(...bundles[name].services.filter((service) => wanted.includes(service)));
    }
  }
  if (packages.length > 0) await installPackages(packages, say);
  for (const service of services) switchOff(service, say);

  for (const engine of missing.filter(({ root }) => root)) await installRoot(engine, say);
}

function isPackageInstalled(name) {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f=${Status}', name], { encoding: 'utf8' });
  return stdout === 'install ok installed';
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder && existsSync(join(folder, program)));
}

async function installPackages(packages, say) {
  const list = packages.join(' ');
  if (!isRoot) throw new Error(`Debian packages are missing; run as root: apt-get install -y ${list}`);
  say(`installing Debian packages: ${list}`);
  await apt(['update', '-q']);
  await apt(['install', '-q', '-y', '--no-install-recommends', ...packages]);
}

/** Debian starts a server when it installs one. Ours run apart from it, so it only takes memory and a port. */
function switchOff(service, say) {
  say(`stopping the service ${service} that the package started, and not starting it at boot`);
  spawnSync('service', [service, 'stop']);
  if (existsSync('/run/systemd/system')) spawnSync('systemctl', ['disable', service]);
  else spawnSync('update-rc.d', [service, 'disable']);
}

/**
 * Downloads a server of a newer Debian with all its libraries into the cache folder. apt does it with a private
 * state beside the machine's own: so mirror, proxy, logins and keys are those of this machine, signatures are
 * checked, and nothing of the machine changes. The folder gets its name last, when it is complete.
 */
async function installRoot({ name, title, root: { suite, package: wanted } }, say) {
  const cache = cacheFolder();
  mkdirSync(cache, { recursive: true });
  removeAbandoned(cache);
  const mirror = await debianMirror(say);
  say(`${name}: downloading ${title} (package ${wanted} of Debian ${suite}) to ${join(cache, name)}`);

  const work = mkdtempSync(join(cache, `.install-${process.pid}-${startTimeOf(process.pid)}-`));
  try {
    for (const folder of ['state/lists/partial', 'cache/archives/partial', 'root']) {
      mkdirSync(join(work, folder), { recursive: true });
    }
    writeFileSync(join(work, 'status'), ''); // no package is installed yet
    const signedBy = existsSync(keyring) ? `[signed-by=${keyring}] ` : '';
    writeFileSync(join(work, 'sources.list'), `deb ${signedBy}${mirror} ${suite} main\n`);
    const settings = {
      'Dir::State': join(work, 'state'),
      'Dir::State::status': join(work, 'status'),
      'Dir::Cache': join(work, 'cache'),
      'Dir::Etc::sourcelist': join(work, 'sources.list'),
      'Dir::Etc::sourceparts': '/dev/null',
      'Dir::Etc::preferences': '/dev/null',
      'Dir::Etc::preferencesparts': '/dev/null',
      'APT::Sandbox::User': 'root', // the usual download account cannot write below /root
      'Acquire::Languages': 'none',
    };
    const options = Object.entries(settings).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
    await apt([...options, 'update', '-q']);
    await apt([...options, 'install', '-q', '-y', '--no-install-recommends', '--download-only', wanted]);

    const archives = join(work, 'cache/archives');
    for (const file of readdirSync(archives).filter((entry) => entry.endsWith('.deb'))) {
      // Perl is there for scripts beside the server; it is half of the download's size.
      if (/^(lib)?perl/.test(file)) continue;
      await command('dpkg-deb', ['--extract', join(archives, file), join(work, 'root')]);
    }
    publish(join(work, 'root'), join(cache, name));
    say(`${name}: installed`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function publish(source, target) {
  try {
    renameSync(source, target);
  } catch (error) {
    // Another install was faster; its folder is as good as ours.
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  }
}

/** Removes the working folders of installs that were killed. Their names hold process id and start time. */
function removeAbandoned(cache) {
  for (const entry of readdirSync(cache)) {
    const [, pid, startTime] = /^\.install-(\d+)-(\d+)-/.exec(entry) ?? [];
    if (pid && startTimeOf(pid) !== startTime) rmSync(join(cache, entry), { recursive: true, force: true });
  }
}

/** The mirror that this machine's own apt uses for Debian, or the one in ORM_ENGINES_MIRROR. */
async function debianMirror(say) {
  if (process.env.ORM_ENGINES_MIRROR) return process.env.ORM_ENGINES_MIRROR;
  const find = () => {
    const args = ['indextargets', '--format', '$(LABEL) $(COMPONENT) $(REPO_URI)', 'Created-By: Packages'];
    const { stdout } = spawnSync('apt-get', args, { encoding: 'utf8' });
    return /^Debian main (\S+)$/m.exec(stdout ?? '')?.[1];
  };
  if (!find() && isRoot) {
    say('reading the package lists of this machine'); // images of containers come without
    await apt(['update', '-q']);
  }
  const mirror = find();
  if (!mirror) throw new Error('apt knows no Debian mirror here; name one in ORM_ENGINES_MIRROR');
  return mirror;
}

/** apt-get with patience: another process may hold a lock, and a mirror may answer at the second try. */
async function apt(args) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await command('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3', ...args]);
    } catch (error) {
      if (attempt === 3 || interruption.signal.aborted) throw error;
      await sleep(5000);
    }
  }
}

/** Runs a program; its output is shown only when it fails. */
function command(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
      signal: interruption.signal,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const tail = output.trimEnd().split('\n').slice(-20).join('\n    ');
      if (code === 0) resolve();
      else reject(new Error(`${program} ${args.at(-1)} failed with exit code ${code}\n    ${tail}`));
    });
  });
}

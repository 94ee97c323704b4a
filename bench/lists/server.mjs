// A server of our own that may be killed: the one that other tests use is left alone. Commits survive the death of the
// process, which the servers of scripts/engines.mjs do not promise.

import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineOf } from '../../scripts/engines/engines.mjs';
import { endProcessesIn, processesIn, runLogged, startServer } from '../../scripts/engines/processes.mjs';
import { login } from '../../scripts/engines/settings.mjs';
import { freePorts } from '../../scripts/engines/wire.mjs';

/** Later settings win. */
const durable = {
  postgres: ['-c', 'synchronous_commit=on', '-c', 'full_page_writes=on'],
  mysql: ['--innodb-flush-log-at-trx-commit=2', '--innodb-doublewrite=1'],
};

/** Starts a second server of an engine. */
export async function startPrivateServer(name) {
  const engine = engineOf(name);
  const home = mkdtempSync(join(tmpdir(), `orm-faults-${name}-`));
  const data = join(home, 'data');
  const log = join(home, 'server.log');
  const user = engine.user();
  mkdirSync(data, { mode: 0o700 });
  if (user) {
    for (const folder of [home, data]) chownSync(folder, user.uid, user.gid);
  }
  const run = (command, args, input) => runLogged(command, args, { log, user, cwd: data, input });
  const server = await engine.prepare({ home, data, user, run });
  const [port] = await freePorts(1);

  const begin = async () => {
    const [command, args] = engine.command({ home, data, port, morePorts: [], server, before: [] });
    // What the first start has made is there already at the second one.
    const again = args.filter((argument) => started === 0 || !argument.startsWith('--init-file'));
    startServer(command, [...again, ...durable[engine.scheme]], { log, user, cwd: data });
    started++;
    const deadline = Date.now() + 60_000;
    for (;;) {
      try {
        return await engine.ping(port);
      } catch (error) {
        if (Date.now() > deadline) throw new Error(`${name} does not come up again: ${error.message}; see ${log}`);
        await sleep(50);
      }
    }
  };
  let started = 0;
  await begin();
  await engine.setUp(port);
  return {
    url: `${engine.scheme}://${login.user}:${login.password}@127.0.0.1:${port}/${login.database}`,
    restart: begin,
    /** Ends all of its processes at once, as a power cut would. */
    async kill() {
      do {
        for (const pid of processesIn(data)) {
          try {
            process.kill(pid, 'SIGKILL');
          } catch {
            // ended by itself
          }
        }
        await sleep(20);
      } while (processesIn(data).length > 0);
      engine.cleanUp({ data });
    },
    async stop() {
      await endProcessesIn(data, processesIn(data)[0], engine.stopSignal);
      engine.cleanUp({ data });
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

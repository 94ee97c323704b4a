// Counts round trips where they happen: on the wire between PHP and the server.
import { spawn } from 'node:child_process';
import { createConnection, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * A door to a server that counts how often a client speaks after the server has spoken.
 *
 * @returns {Promise<{ port: number, trips: () => number, close: () => void }>}
 */
async function openCounter(host, port) {
  let trips = 0;
  const server = createServer((client) => {
    const upstream = createConnection({ host, port });
    let isAsking = false;
    client.setNoDelay(true);
    upstream.setNoDelay(true);
    client.on('data', (chunk) => {
      if (!isAsking) trips++;
      isAsking = true;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      isAsking = false;
      client.write(chunk);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ]) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: server.address().port, trips: () => trips, close: () => server.close() };
}

/**
 * The round trips of each operation, of ours and in bare PDO.
 *
 * @returns {Promise<Record<string, Record<string, number>>>} operation → side → round trips
 */
export async function countTrips(settings, count = 20) {
  const [dsn] = settings.dsn;
  const [, host, port] = /host=([^;]+);port=(\d+)/.exec(dsn);
  const counter = await openCounter(host, Number(port));
  const wire = dsn.replace(/host=[^;]+;port=\d+/, `host=127.0.0.1;port=${counter.port}`);
  const script = fileURLToPath(new URL('trips.php', import.meta.url));
  const child = spawn('php', [script, JSON.stringify({ ...settings, wire, count })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const found = {};
  let before = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [, when, side, name] = /^(\w+) (\w+) (.*)$/.exec(line) ?? [];
    if (when === 'begin') before = counter.trips();
    if (when === 'end') {
      found[name] ??= {};
      found[name][side] = (counter.trips() - before) / count;
    }
    child.stdin.write('\n');
  }
  const code = await ended;
  counter.close();
  if (code !== 0) throw new Error(`trips.php ended with ${code}`);
  return found;
}

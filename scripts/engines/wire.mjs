// A socket that is read like a file, for the two little clients beside this file.

import { createServer, connect as openSocket } from 'node:net';

/**
 * Connects and returns `read(n)` (exactly n bytes), `write(buffer)` and `end()`. Every wait fails after `timeout`
 * milliseconds, so that a server that accepts and then hangs is noticed.
 */
export function connect(port, host = '127.0.0.1', timeout = 5000) {
  return new Promise((resolve, reject) => {
    const socket = openSocket({ port, host });
    let received = Buffer.alloc(0);
    let failure;
    let waiting;

    const serve = () => {
      if (!waiting) return;
      const { size, done, fail } = waiting;
      if (received.length >= size) {
        waiting = undefined;
        done(received.subarray(0, size));
        received = received.subarray(size);
      } else if (failure) {
        waiting = undefined;
        fail(failure);
      }
    };
    const stop = (error) => {
      failure ??= error;
      reject(failure);
      serve();
    };

    socket.setTimeout(timeout, () => socket.destroy(new Error('no answer')));
    socket.on('error', stop);
    socket.on('close', () => stop(new Error('the server closed the connection')));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      serve();
    });
    socket.on('connect', () =>
      resolve({
        read: (size) =>
          new Promise((done, fail) => {
            waiting = { size, done, fail };
            serve();
          }),
        write: (buffer) => socket.write(buffer),
        end: () => socket.destroy(),
      }),
    );
  });
}

/** So many different ports on loopback that nobody listens on at this moment. */
export async function freePorts(count) {
  const servers = await Promise.all(Array.from({ length: count }, listenAnywhere));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function listenAnywhere() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

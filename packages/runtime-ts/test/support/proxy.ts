import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server on loopback, and counts. */
export interface CountingProxy {
  readonly port: number;
  /** How often the direction has turned from the client to the server: what waiting for a network costs. */
  readonly roundTrips: number;
  /** Everything the client has sent. */
  readonly sent: Buffer;
  reset(): void;
  close(): void;
}

export async function countingProxy(host: string, port: number): Promise<CountingProxy> {
  const sockets = new Set<Socket>();
  let roundTrips = 0;
  let isAsking = false;
  let sent: Buffer[] = [];
  const server = createServer((client) => {
    const upstream = connect(port, host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
    }
    client.on('data', (data) => {
      if (!isAsking) roundTrips++;
      isAsking = true;
      sent.push(data);
    });
    upstream.on('data', () => {
      isAsking = false;
    });
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get roundTrips() {
      return roundTrips;
    },
    get sent() {
      return Buffer.concat(sent);
    },
    reset: () => {
      roundTrips = 0;
      isAsking = false;
      sent = [];
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

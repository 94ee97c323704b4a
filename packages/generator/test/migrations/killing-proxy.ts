import { connect, createServer, type Server, type Socket } from 'node:net';

/** When a client dies: before its message reaches the server, while the server works on it, or when the answer comes. */
export type Cut = 'before' | 'during' | 'after';

/** Stands between a client and a server, counts what the client sends, and lets somebody kill it at one of its messages. */
export class KillingProxy {
  sent = 0;
  onCut: () => void = () => undefined;
  #isCut = false;
  readonly #sockets = new Set<Socket>();

  private constructor(
    readonly dsn: string,
    private readonly server: Server,
  ) {}

  /** `at`: the message, from 1, at which it happens. */
  static async open(dsn: string, at: number, cut: Cut): Promise<KillingProxy> {
    const host = /host=([^;]+)/.exec(dsn)?.[1] ?? '';
    const port = Number(/port=(\d+)/.exec(dsn)?.[1]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const own = typeof address === 'object' && address !== null ? address.port : 0;
    const proxy = new KillingProxy(dsn.replace(/port=\d+/, `port=${String(own)}`), server);
    server.on('connection', (client) => proxy.#serve(client, connect(port, host), at, cut));
    return proxy;
  }

  #serve(client: Socket, server: Socket, at: number, cut: Cut): void {
    let isAnswerAwaited = false;
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    }
    client.on('data', (data) => {
      if (this.#isCut) return;
      this.sent++;
      if (this.sent !== at) {
        server.write(data);
        return;
      }
      if (cut !== 'before') server.write(data);
      if (cut === 'after') isAnswerAwaited = true;
      else this.#cut();
    });
    server.on('data', (data) => {
      if (isAnswerAwaited) this.#cut();
      if (!this.#isCut) client.write(data);
    });
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }

  #cut(): void {
    this.#isCut = true;
    this.onCut();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

import { createServer, type Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';

interface Learned {
  /** Whether a client began to log in before anything was encrypted. */
  loginInClear: boolean;
  /** Everything that came as the answer to a question for the password, in whatever connection. */
  answers: string;
}

/** A server that is after passwords. */
export interface FakeServer {
  readonly port: number;
  /** What it got to know since it was asked the last time. */
  learned(): Learned;
  close(): Promise<void>;
}

type Behave = (socket: Socket, learned: () => Learned) => void;

async function listen(behave: Behave): Promise<FakeServer> {
  const sockets = new Set<Socket>();
  let current: Learned = { loginInClear: false, answers: '' };
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    behave(socket, () => current);
  });
  await new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done));
  const address = tcp.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    learned: () => {
      const learned = current;
      current = { loginInClear: false, answers: '' };
      return learned;
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        tcp.close(() => done());
      }),
  };
}

const ASK_CLEARTEXT = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);
const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;

/** Speaks PostgreSQL's protocol as far as a login: with TLS if it has a context, and then asks for the password as it is. */
export function fakePgsql(tls?: SecureContext, asks: 'password' | 'nothing' = 'password'): Promise<FakeServer> {
  return listen((socket, learned) => {
    const talk = (stream: Socket): void => {
      stream.on('error', () => undefined);
      stream.once('data', (hello) => {
        const code = hello.readUInt32BE(4);
        if (code === GSS_REQUEST || (code === SSL_REQUEST && tls === undefined)) {
          stream.write('N');
          talk(stream);
        } else if (code === SSL_REQUEST) {
          stream.write('S');
          talk(new TLSSocket(stream, { isServer: true, ...(tls === undefined ? {} : { secureContext: tls }) }));
        } else {
          if (!(stream instanceof TLSSocket)) learned().loginInClear = true;
          stream.on('data', (answer) => {
            learned().answers += answer.toString('latin1');
            stream.destroy();
          });
          // Who answers nothing is not waited for.
          setTimeout(() => stream.destroy(), 500);
          stream.write(asks === 'password' ? ASK_CLEARTEXT : AUTHENTICATED);
        }
      });
    };
    talk(socket);
  });
}

/** Capabilities of MySQL: all that a client wants, without TLS. */
const CAPABILITIES = 0x1 | 0x2 | 0x4 | 0x8 | 0x200 | 0x2000 | 0x8000 | 0x80000;
const CLIENT_SSL = 0x800;

/** Speaks MySQL's protocol as far as a login, without TLS, and then asks for the password as it is. */
export function fakeMysql(): Promise<FakeServer> {
  return listen((socket, learned) => {
    const salt = Buffer.from('12345678901234567890');
    const low = Buffer.alloc(2);
    low.writeUInt16LE(CAPABILITIES & 0xffff);
    const high = Buffer.alloc(2);
    high.writeUInt16LE(CAPABILITIES >>> 16);
    socket.write(
      packet(
        0,
        Buffer.from('\u000a8.0.36\0'),
        Buffer.from([1, 0, 0, 0]),
        salt.subarray(0, 8),
        Buffer.from([0]),
        low,
        Buffer.from([45, 2, 0]),
        high,
        Buffer.from([21]),
        Buffer.alloc(10),
        salt.subarray(8),
        Buffer.from('\0mysql_native_password\0'),
      ),
    );
    socket.once('data', (hello) => {
      if ((hello.readUInt32LE(4) & CLIENT_SSL) !== 0) {
        socket.destroy();
        return;
      }
      learned().loginInClear = true;
      socket.on('data', (answer) => {
        learned().answers += answer.toString('latin1');
      });
      socket.write(packet(2, Buffer.from('\u00femysql_clear_password\0', 'latin1')));
      setTimeout(() => socket.destroy(), 300);
    });
  });
}

function packet(number: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  head[3] = number;
  return Buffer.concat([head, body]);
}

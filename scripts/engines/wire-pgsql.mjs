// The least of PostgreSQL's protocol that logs in by password and runs one statement. We need it because the npm
// package has no psql, and because only a real login proves that the URL we print works.
// https://www.postgresql.org/docs/current/protocol-message-formats.html

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { connect } from './wire.mjs';

/** Runs one statement; returns the first column of the first row, or undefined when there is none. */
export async function query({ port, user, password, database }, sql) {
  const socket = await connect(port);
  try {
    socket.write(packet('', int32(196608), text(`user\0${user}\0database\0${database}\0`)));
    await logIn(socket, password);
    await untilReady(socket);
    socket.write(packet('Q', text(sql)));
    return await untilReady(socket);
  } finally {
    socket.end();
  }
}

/** SCRAM-SHA-256 (RFC 5802) without channel binding. The server's own proof is not checked: it is our server. */
async function logIn(socket, password) {
  const bare = `n=,r=${randomBytes(18).toString('base64')}`;
  let secret;
  for (;;) {
    const { body } = await message(socket, 'R');
    const step = body.readInt32BE(0);
    if (step === 0) return;
    if (step === 10) {
      const first = Buffer.from(`n,,${bare}`);
      socket.write(packet('p', text('SCRAM-SHA-256'), int32(first.length), first));
    } else if (step === 11) {
      const challenge = body.toString('utf8', 4);
      const [, nonce, salt, rounds] = /^r=([^,]*),s=([^,]*),i=(\d+)/.exec(challenge);
      secret = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(rounds), 32, 'sha256');
      const clientKey = hmac(secret, 'Client Key');
      const storedKey = createHash('sha256').update(clientKey).digest();
      const signature = hmac(storedKey, `${bare},${challenge},c=biws,r=${nonce}`);
      const proof = Buffer.from(clientKey.map((byte, i) => byte ^ signature[i])).toString('base64');
      socket.write(packet('p', Buffer.from(`c=biws,r=${nonce},p=${proof}`)));
    } else if (step !== 12) {
      throw new Error(`PostgreSQL asks for login method ${step}, expected SCRAM`);
    }
  }
}

/** Reads until the server waits for the next statement. */
async function untilReady(socket) {
  let value;
  let failure;
  for (;;) {
    const { type, body } = await message(socket);
    if (type === 'D' && value === undefined && body.readInt16BE(0) > 0) {
      const size = body.readInt32BE(2);
      value = size < 0 ? undefined : body.toString('utf8', 6, 6 + size);
    }
    if (type === 'E') failure = errorOf(body);
    if (type === 'Z') {
      if (failure) throw failure;
      return value;
    }
  }
}

/** One message. When a certain type is expected, anything else is an error: during login the server just closes. */
async function message(socket, expected) {
  const head = await socket.read(5);
  const type = String.fromCharCode(head[0]);
  const body = await socket.read(head.readInt32BE(1) - 4);
  if (expected && type === 'E') throw errorOf(body);
  if (expected && type !== expected) throw new Error(`PostgreSQL answers "${type}", expected "${expected}"`);
  return { type, body };
}

function errorOf(body) {
  const fields = body.toString('utf8').split('\0');
  return new Error(fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'PostgreSQL reports an error');
}

function packet(type, ...parts) {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function int32(value) {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(value);
  return buffer;
}

function text(value) {
  return Buffer.from(`${value}\0`);
}

function hmac(key, value) {
  return createHmac('sha256', key).update(value).digest();
}

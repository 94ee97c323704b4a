// The least of MySQL's protocol that logs in by password and runs one statement, for MySQL and MariaDB. Only a real
// login proves that the URL we print works, and a MySQL client need not be installed.
// https://dev.mysql.com/doc/dev/mysql-server/latest/PAGE_PROTOCOL.html

import { constants, createHash, publicEncrypt } from 'node:crypto';
import { connect } from './wire.mjs';

// long password, connect with database, protocol 4.1, transactions, secure connection, plugin authentication
const capabilities = 0x1 | 0x8 | 0x200 | 0x2000 | 0x8000 | 0x80000;
const utf8mb4 = 45;

/**
 * Runs one statement; returns the first column of the first row, or undefined when there is none. `timeout` is for statements
 * that take long, in milliseconds.
 */
export async function query({ port, user, password, database, timeout }, sql) {
  const socket = await connect(port, undefined, timeout);
  try {
    await logIn(socket, user, password, database);
    socket.write(packet(0, Buffer.from(`\x03${sql}`)));
    return await firstValue(socket);
  } finally {
    socket.end();
  }
}

async function logIn(socket, user, password, database) {
  const { body: hello } = await packetFrom(socket);
  const versionEnd = hello.indexOf(0, 1);
  // After the version: thread id (4), salt (8), 0, capabilities and status (8), length (1), reserved (10), salt (12), 0
  const saltAt = versionEnd + 5;
  let salt = Buffer.concat([hello.subarray(saltAt, saltAt + 8), hello.subarray(saltAt + 27, saltAt + 39)]);
  let plugin = hello.toString('utf8', saltAt + 40, hello.indexOf(0, saltAt + 40));

  const head = Buffer.alloc(32);
  head.writeUInt32LE(capabilities, 0);
  head.writeUInt32LE(0xffffff, 4);
  head[8] = utf8mb4;
  const proof = proofFor(plugin, password, salt);
  const parts = [head, text(user), Buffer.from([proof.length]), proof, text(database), text(plugin)];
  socket.write(packet(1, ...parts));

  for (;;) {
    const { sequence, body } = await packetFrom(socket);
    const reply = (buffer) => socket.write(packet(sequence + 1, buffer));
    if (body[0] === 0x00) return;
    if (body[0] === 0xfe) {
      // The account uses another method than the server's default: name, then a new salt.
      const nameEnd = body.indexOf(0, 1);
      plugin = body.toString('utf8', 1, nameEnd);
      salt = body.subarray(nameEnd + 1, nameEnd + 21);
      reply(proofFor(plugin, password, salt));
    } else if (body[0] === 0x01 && body[1] === 4) {
      // caching_sha2_password sees this account for the first time: it wants the password itself, encrypted.
      reply(Buffer.from([2]));
    } else if (body[0] === 0x01 && body[1] !== 3) {
      const masked = text(password).map((byte, i) => byte ^ salt[i % salt.length]);
      reply(publicEncrypt({ key: body.subarray(1), padding: constants.RSA_PKCS1_OAEP_PADDING }, masked));
    }
  }
}

function proofFor(plugin, password, salt) {
  if (plugin === 'mysql_native_password') {
    const once = hash('sha1', Buffer.from(password));
    return xor(once, hash('sha1', salt, hash('sha1', once)));
  }
  if (plugin === 'caching_sha2_password') {
    const once = hash('sha256', Buffer.from(password));
    return xor(once, hash('sha256', hash('sha256', once), salt));
  }
  return Buffer.alloc(0); // the server will name the method it wants
}

async function firstValue(socket) {
  const { body } = await packetFrom(socket);
  if (body[0] === 0x00) return undefined; // a statement without rows
  for (let ends = 0, value; ; ) {
    const row = (await packetFrom(socket)).body;
    const isEnd = row[0] === 0xfe && row.length < 9;
    if (isEnd && ++ends === 2) return value; // one after the columns, one after the rows
    // Short values only: their length is one byte.
    if (!isEnd && ends === 1 && value === undefined) value = row.toString('utf8', 1, 1 + row[0]);
  }
}

async function packetFrom(socket) {
  const head = await socket.read(4);
  const body = await socket.read(head.readUIntLE(0, 3));
  if (body[0] === 0xff) throw new Error(body.toString('utf8', 3).replace(/^#...../, ''));
  return { sequence: head[3], body };
}

function packet(sequence, ...parts) {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  head[3] = sequence;
  return Buffer.concat([head, body]);
}

function text(value) {
  return Buffer.from(`${value}\0`);
}

function hash(algorithm, ...parts) {
  return createHash(algorithm).update(Buffer.concat(parts)).digest();
}

function xor(a, b) {
  return Buffer.from(a.map((byte, i) => byte ^ b[i]));
}

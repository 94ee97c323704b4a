import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { ConflictError, LockTimeoutError, NotInListError } from '@ormgen/runtime';
import './src/models/config.ts';
import { type Song, SongQuery } from './src/models/index.ts';

const page = readFileSync(new URL('page.html', import.meta.url));

interface Move {
  readonly id?: unknown;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The list as it is now, and what went wrong. */
async function answer(response: ServerResponse, status = 200, error: string | null = null): Promise<void> {
  const songs = (await SongQuery.create().orderByRank().find()).map(({ id, title, artist }) => ({ id, title, artist }));
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ server: 'Node', error, songs }));
}

const song = (id: unknown): Promise<Song | null> =>
  typeof id === 'number' ? SongQuery.create().findPk(id) : Promise.resolve(null);

async function move(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A form of another site cannot send this type.
  if (request.headers['content-type'] !== 'application/json') return answer(response, 415, 'Send application/json.');
  const { id, before, after } = (await json(request)) as Move;
  const [moved, other] = [await song(id), await song(before ?? after)];
  if (moved === null || other === null) return answer(response, 404, 'This song is not there any more.');
  try {
    await (before === undefined ? moved.moveAfter(other) : moved.moveBefore(other));
  } catch (error) {
    if (error instanceof NotInListError || error instanceof ConflictError)
      return answer(response, 409, 'Somebody else was faster. This is how the list looks now.');
    if (error instanceof LockTimeoutError)
      return answer(response, 503, 'Many people are moving songs. Please try again.');
    throw error;
  }
  return answer(response);
}

const server = createServer((request, response) => {
  if (request.url !== '/songs') {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
    return;
  }
  const work = request.method === 'POST' ? move(request, response) : answer(response);
  work.catch((error: unknown) => {
    console.error(error);
    response.writeHead(500, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ server: 'Node', error: 'Something went wrong.' }));
  });
});
server.listen(Number(process.env.PORT ?? 3000), 'localhost', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`http://localhost:${String(address?.port)}`);
});

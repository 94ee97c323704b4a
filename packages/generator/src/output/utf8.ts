import { readFile } from 'node:fs/promises';
import { type Source, type Span, span } from '../diagnostics/source.js';
import { errorCode } from './file-failure.js';

/** Bytes that are not UTF-8: read as if they were, some letters would be lost. */
export class NotUtf8 extends Error {
  constructor(private readonly bytes: Uint8Array) {
    super('not UTF-8');
  }

  /** The first place that is wrong. */
  place(path: string): Span {
    const source: Source = { path, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.bytes) };
    const at = source.text.indexOf('\ufffd');
    return span(source, at, at + 1);
  }
}

/** The text of a file. Throws `NotUtf8` where it is in another encoding. */
export async function readUtf8(path: string): Promise<string> {
  const bytes = await readFile(path);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw errorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? new NotUtf8(bytes) : error;
  }
}

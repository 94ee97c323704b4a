import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAUSE, RECONNECT_PAUSE, RETRY } from '../../src/transactions/retries.js';

const { milliseconds } = JSON.parse(
  readFileSync(new URL('../../../../conformance/protocol.json', import.meta.url), 'utf8'),
) as { readonly milliseconds: Readonly<Record<string, number>> };

test('retries are those of conformance/protocol.json', () => {
  const { retry, pause, reconnectPause } = milliseconds;
  expect({ retry, pause, reconnectPause }).toEqual({ retry: RETRY, pause: PAUSE, reconnectPause: RECONNECT_PAUSE });
});

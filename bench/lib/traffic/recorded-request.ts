import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { defaultStoreView } from '@fynbos/core/shop.ts';
import { browserHeaders, type LoadRequest } from '../requests/load-generator.ts';
import type { RecordedResponse } from '../servers/baseline-server.ts';

const ofTheConnection = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

/** Sends one request with browser headers and returns the raw response. */
export function fetchOnce(port: number, { method, path, body }: LoadRequest): Promise<RecordedResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', method, path, headers: browserHeaders },
      async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response) parts.push(part as Buffer);
        const bytes = Buffer.concat(parts);
        if (response.statusCode !== 200)
          reject(new Error(`${path} returned ${response.statusCode}: ${bytes}`));
        const headers = Object.entries(response.headers).filter(([name]) => !ofTheConnection.has(name));
        resolve({ headers: Object.fromEntries(headers), body: bytes.toString('base64') });
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** A search that lists the data to request. */
export async function find<Item>(
  port: number,
  entity: string,
  body: object,
): Promise<{ items: Item[]; total: number }> {
  const path = `/api/catalog/${defaultStoreView.index}/${entity}/_search`;
  const recorded = await fetchOnce(port, { method: 'POST', path, body: JSON.stringify(body) });
  const bytes = Buffer.from(recorded.body, 'base64');
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[String(recorded.headers['content-encoding'])];
  return JSON.parse(`${unpack ? unpack(bytes) : bytes}`);
}

import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { defaultStoreView } from '@fynbos/core/shop.ts';
import type { Heard } from './floor-server.ts';
import { type Ask, browserHeaders } from './load.ts';

const ofTheConnection = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

/** Asks as a browser would and keeps the bytes as they came over the wire. */
export function askOnce(port: number, { method, path, body }: Ask): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', method, path, headers: browserHeaders },
      async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part as Buffer);
        const bytes = Buffer.concat(parts);
        if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}: ${bytes}`));
        const headers = Object.entries(answer.headers).filter(([name]) => !ofTheConnection.has(name));
        resolve({ headers: Object.fromEntries(headers), body: bytes.toString('base64') });
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** A search for the bench's own use: what there is to ask for. */
export async function find<Item>(
  port: number,
  entity: string,
  body: object,
): Promise<{ items: Item[]; total: number }> {
  const path = `/api/catalog/${defaultStoreView.index}/${entity}/_search`;
  const heard = await askOnce(port, { method: 'POST', path, body: JSON.stringify(body) });
  const bytes = Buffer.from(heard.body, 'base64');
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[String(heard.headers['content-encoding'])];
  return JSON.parse(`${unpack ? unpack(bytes) : bytes}`);
}

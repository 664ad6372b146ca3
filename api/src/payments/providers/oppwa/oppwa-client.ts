import { ProviderUnreachable } from '../payment-provider.ts';
import { createProviderClient, type ProviderRequest } from '../provider-request.ts';
import { type Json, wordOf } from '../provider-response.ts';
import { type Entry, readEntry } from './oppwa-ledger-entries.ts';
import { noSuchPayment, rateLimited } from './oppwa-result-codes.ts';

const createDeadlineMs = 10_000;
const pageSize = 100;
const maxPages = 100;

/** The requests to OPPWA of one account, and its lists of entries. */
export function createOppwaClient({ url, token, entityId }: Record<'url' | 'token' | 'entityId', string>) {
  const send = createProviderClient(url);

  /** A response without a result code is invalid, whatever its status. */
  async function request(providerRequest: ProviderRequest) {
    const headers = { ...providerRequest.headers, authorization: `Bearer ${token}` };
    const { status, json } = await send({ ...providerRequest, headers });
    const code = wordOf(json?.result?.code);
    if (!code) throw new ProviderUnreachable(`responded with ${status} without a result`);
    if (code === rateLimited) throw new ProviderUnreachable('rate limit exceeded', 60);
    return { isRefused: status === 401 || status === 403, code, json };
  }

  async function get(path: string, query: Record<string, string>) {
    const response = await request({ method: 'GET', url: `${url}${path}?${form({ entityId, ...query })}` });
    if (response.isRefused) throw new ProviderUnreachable(`our keys were refused: ${response.code}`);
    return response;
  }

  const post = (path: string, fields: Record<string, string>) =>
    request({
      method: 'POST',
      url: `${url}${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form({ entityId, ...fields }),
      deadlineMs: createDeadlineMs,
    });

  /** All entries under one reference: payments under ours, refunds under their keys. */
  async function booked(reference: string, type: string): Promise<Entry[]> {
    const { code, json } = await get('/v1/query', { merchantTransactionId: reference });
    if (code === noSuchPayment) return [];
    if (!Array.isArray(json.payments))
      throw new ProviderUnreachable(`responded with ${code} without payments`);
    return json.payments.map(readEntry).filter((entry: Entry) => entry.type === type);
  }

  /** All records between two instants. */
  async function listed(from: Date, to: Date): Promise<Json[]> {
    const records: Json[] = [];
    for (let page = 1; page <= maxPages; page++) {
      const { code, json } = await get('/v3/query', {
        'date.from': writtenOf(from),
        'date.to': writtenOf(to),
        limit: String(pageSize),
        pageNo: String(page),
      });
      if (code === noSuchPayment) return records;
      if (!Array.isArray(json.records))
        throw new ProviderUnreachable(`responded with ${code} without records`);
      records.push(...json.records);
      if (!(json.pages > page)) return records;
    }
    throw new ProviderUnreachable('returned too many pages');
  }

  return { get, post, booked, listed };
}

export const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

/** The date format of OPPWA. */
const writtenOf = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

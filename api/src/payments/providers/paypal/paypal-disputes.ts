import { type DisputeEvidence, type DisputeName, ProviderUnreachable } from '../payment-provider.ts';
import type { ProviderResponse } from '../provider-request.ts';
import { chargeOf, type Json, jsonListOf, wordOf } from '../provider-response.ts';

/** The name of a dispute in an event or a list of PayPal. */
export function paypalDisputeNameOf(dispute: Json): DisputeName | undefined {
  const id = wordOf(dispute?.dispute_id);
  const [first] = jsonListOf(dispute?.disputed_transactions);
  return id ? { id, transactionId: wordOf(first?.seller_transaction_id) } : undefined;
}

/** Outcomes that leave the whole amount with the seller. */
const won = new Set(['RESOLVED_SELLER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'CANCELED_BY_BUYER', 'DENIED']);

/**
 * Reads a dispute of PayPal. PayPal holds the disputed amount from the first day. A resolved dispute keeps
 * what was refunded to the buyer.
 * @throws ProviderUnreachable when it is unparseable, or about another payment
 */
function disputeOf(dispute: Json, transactionId: string, mode: 'test' | 'live'): DisputeEvidence {
  const [id, status] = [wordOf(dispute?.dispute_id), wordOf(dispute?.status)];
  const charge = moneyOf(dispute?.dispute_amount);
  const transactions = jsonListOf(dispute?.disputed_transactions);
  const isAboutIt = transactions.some((transaction) => transaction?.seller_transaction_id === transactionId);
  if (!id || !status || !charge || !isAboutIt)
    throw new ProviderUnreachable('returned an unparseable dispute');
  const base = { id, transactionId, charge, mode };
  if (status !== 'RESOLVED') return { ...base, state: 'open', withdrawn: charge, code: status };
  const code = wordOf(dispute.dispute_outcome?.outcome_code) ?? status;
  const refunded = moneyOf(dispute.dispute_outcome?.amount_refunded);
  const kept = won.has(code) ? { ...charge, cents: 0 } : (refunded ?? charge);
  return { ...base, state: kept.cents === 0 ? 'won' : 'lost', withdrawn: kept, code };
}

const moneyOf = (money: Json) => chargeOf(money?.value, money?.currency_code);

type Get = (path: string) => Promise<ProviderResponse>;

const disputes = '/v1/customer/disputes';
const maxPages = 100;

/** @throws ProviderUnreachable */
export async function queryDispute(
  get: Get,
  { id, transactionId }: Required<DisputeName>,
  mode: 'test' | 'live',
): Promise<DisputeEvidence | undefined> {
  const { status, json } = await get(`${disputes}/${encodeURIComponent(id)}`);
  if (status === 404) return undefined;
  if (status !== 200) throw new ProviderUnreachable(`returned status ${status}`);
  return disputeOf(json, transactionId, mode);
}

/** @throws ProviderUnreachable */
export async function listDisputes(get: Get, from: Date, to: Date): Promise<DisputeName[]> {
  const names: DisputeName[] = [];
  let next: string | undefined;
  for (let page = 1; page <= maxPages; page++) {
    const params = new URLSearchParams({
      update_time_after: from.toISOString(),
      update_time_before: to.toISOString(),
      page_size: '50',
      ...(next !== undefined && { next_page_token: next }),
    });
    const { status, json } = await get(`${disputes}?${params}`);
    if (status !== 200 || !Array.isArray(json.items))
      throw new ProviderUnreachable(`returned ${status} without disputes`);
    for (const item of json.items) names.push(...(await namesOf(get, item)));
    next = nextPageTokenOf(json.links);
    if (next === undefined) return names;
  }
  throw new ProviderUnreachable('returned more pages than the maximum');
}

/** A list may leave out the disputed payment, which the dispute itself has. */
async function namesOf(get: Get, item: Json): Promise<DisputeName[]> {
  const name = paypalDisputeNameOf(item);
  if (!name || name.transactionId !== undefined) return name ? [name] : [];
  const { status, json } = await get(`${disputes}/${encodeURIComponent(name.id)}`);
  return (status === 200 && [paypalDisputeNameOf(json) ?? name]) || [];
}

/** The token of the next page of a list. */
function nextPageTokenOf(links: unknown): string | undefined {
  const href = jsonListOf(links).find((link) => link?.rel === 'next')?.href;
  const next = typeof href === 'string' ? URL.parse(href) : null;
  return next?.searchParams.get('next_page_token') ?? undefined;
}

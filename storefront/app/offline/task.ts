import type { BodyOf, Endpoint, QueryOf } from '@fynbos/core/endpoint.ts';
import type { Waiting } from './box.ts';

/** What becomes of a task once it is answered. */
export type TaskCallback = 'user-after-update' | 'stock-after-check' | 'newsletter-after-change';

/**
 * A call of the API that waits to be made, with every field of accounts 3 under its name on the wire (wire contract
 * 6.1; it is spelt `transmited` there). Times are milliseconds since 1970.
 */
export interface NetworkTask extends Waiting {
  /** The same as `id`: `<milliseconds>-<guid>`. It is the key of the call, so that repeating it is harmless. */
  task_id: string;
  /** A path of the API; `{{token}}` and `{{cartId}}` stand for what is known when it is sent. */
  url: string;
  payload: { method: Endpoint['method']; headers: Record<string, string>; mode: 'cors'; body?: string };
  callback_event: TaskCallback;
  created_at: number;
  updated_at: number;
  transmited: boolean;
  transmited_at: number | null;
  /** Whoever asked has heard the answer: nobody else needs to be told. */
  acknowledged: boolean;
  result: unknown;
  resultCode: number | null;
  code: number | null;
  meta: Record<string, unknown> | null;
  /** A refusal of it is told to nobody. */
  silent: boolean;
  /** Its result stays; other tasks leave with the answer. */
  is_result_cacheable: boolean;
  product_sku?: string;
  force_client_state?: boolean;
  /** The customer whose token it is sent with. */
  customer?: number;
}

/** What somebody wants done. */
export interface TaskWish<E extends Endpoint = Endpoint> {
  endpoint: E;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  callback_event: TaskCallback;
  silent?: boolean;
  is_result_cacheable?: boolean;
  product_sku?: string;
  /** Left out where no token is needed. */
  customer?: number;
  /** It is a call about the cart. */
  ofCart?: boolean;
}

/** The task for a wish, not sent yet. @param guid unique in the world */
export function taskOf<E extends Endpoint>(wish: TaskWish<E>, now: number, guid: string): NetworkTask {
  const { endpoint, body, callback_event, product_sku, customer } = wish;
  const task_id = `${now}-${guid}`;
  return {
    ...{ id: task_id, task_id, url: urlOf(wish), callback_event },
    payload: {
      method: endpoint.method,
      headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
      mode: 'cors',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
    ...{ created_at: now, updated_at: now, attempts: 0 },
    ...{ transmited: false, transmited_at: null, acknowledged: false },
    ...{ result: null, resultCode: null, code: null, meta: null },
    silent: wish.silent ?? false,
    is_result_cacheable: wish.is_result_cacheable ?? false,
    ...(product_sku !== undefined && { product_sku }),
    ...(customer !== undefined && { customer }),
  };
}

function urlOf<E extends Endpoint>({ endpoint, query, customer, ofCart }: TaskWish<E>): string {
  const given = new URLSearchParams(query as Record<string, string> | undefined);
  const asked = [
    ...(customer === undefined ? [] : ['token={{token}}']),
    ...(ofCart ? ['cartId={{cartId}}'] : []),
    ...(given.size > 0 ? [String(given)] : []),
  ];
  return asked.length > 0 ? `${endpoint.path}?${asked.join('&')}` : endpoint.path;
}

/** It is sent with a customer's token, and ends with it (decision 26). */
export const isBound = ({ url }: NetworkTask): boolean => url.includes('{{token}}');

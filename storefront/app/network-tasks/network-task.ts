import type { BodyOf, Endpoint, QueryOf } from '@fynbos/core/endpoint.ts';
import type { OutboxEntry } from '../platform/outbox/outbox.ts';

/** The follow-up action after the response of a task. */
export type TaskCallback = 'user-after-update' | 'stock-after-check' | 'newsletter-after-change';

/**
 * An API call that waits to be made, with every field of spec accounts 3 under its wire name (wire contract 6.1;
 * it is spelt `transmited` there). Times are milliseconds since 1970.
 */
export interface NetworkTask extends OutboxEntry {
  /**
   * The same as `id`: `<milliseconds>-<guid>`. It is the idempotency key of the call, so repeats are
   * harmless.
   */
  task_id: string;
  /** A path of the API; `{{token}}` and `{{cartId}}` are replaced when it is sent. */
  url: string;
  payload: { method: Endpoint['method']; headers: Record<string, string>; mode: 'cors'; body?: string };
  callback_event: TaskCallback;
  created_at: number;
  updated_at: number;
  transmited: boolean;
  transmited_at: number | null;
  /** The caller has received the response, so no notice is needed. */
  acknowledged: boolean;
  result: unknown;
  resultCode: number | null;
  code: number | null;
  meta: Record<string, unknown> | null;
  /** Its refusal is not reported. */
  silent: boolean;
  /** Its result is stored; other tasks are removed with the response. */
  is_result_cacheable: boolean;
  product_sku?: string;
  force_client_state?: boolean;
  /** The customer whose token it is sent with. */
  customer?: number;
}

/** A task to create. */
export interface TaskRequest<E extends Endpoint = Endpoint> {
  endpoint: E;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  callback_event: TaskCallback;
  silent?: boolean;
  is_result_cacheable?: boolean;
  product_sku?: string;
  /** Omitted where no token is needed. */
  customer?: number;
  /** It is a call about the cart. */
  ofCart?: boolean;
}

/**
 * Creates a task that is not sent yet.
 * @param guid a globally unique id
 */
export function taskOf<E extends Endpoint>(request: TaskRequest<E>, now: number, guid: string): NetworkTask {
  const { endpoint, body, callback_event, product_sku, customer } = request;
  const task_id = `${now}-${guid}`;
  return {
    ...{ id: task_id, task_id, url: urlOf(request), callback_event },
    payload: {
      method: endpoint.method,
      headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
      mode: 'cors',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
    ...{ created_at: now, updated_at: now, attempts: 0 },
    ...{ transmited: false, transmited_at: null, acknowledged: false },
    ...{ result: null, resultCode: null, code: null, meta: null },
    silent: request.silent ?? false,
    is_result_cacheable: request.is_result_cacheable ?? false,
    ...(product_sku !== undefined && { product_sku }),
    ...(customer !== undefined && { customer }),
  };
}

function urlOf<E extends Endpoint>({ endpoint, query, customer, ofCart }: TaskRequest<E>): string {
  // Values of another type are written as text.
  const params = new URLSearchParams(query as Record<string, string> | undefined);
  const queryParts = [
    ...(customer === undefined ? [] : ['token={{token}}']),
    ...(ofCart ? ['cartId={{cartId}}'] : []),
    ...(params.size > 0 ? [String(params)] : []),
  ];
  return queryParts.length > 0 ? `${endpoint.path}?${queryParts.join('&')}` : endpoint.path;
}

/** Whether it is sent with a customer's token, and ends with that session (spec D26). */
export const isBound = ({ url }: NetworkTask): boolean => url.includes('{{token}}');

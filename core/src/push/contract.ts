import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Uuid } from '../orders/contract.ts';

/**
 * Push messages about the state of an order, for browsers that subscribed (spec accounts 4.4 «a push notification
 * option»). A customer's browser receives messages about all their orders while its login lasts. A guest's browser receives
 * messages about the orders whose secret id it presents.
 */
const Address = Type.String({
  minLength: 10,
  maxLength: 1000,
  description: 'where the browser’s push service takes messages for it',
});

export const showPushKey = endpoint({
  name: 'showPushKey',
  method: 'GET',
  path: '/api/push/key',
  summary: 'The key a browser subscribes with (RFC 8292); empty where the shop sends no push messages',
  result: Type.Object({ public_key: Type.String() }),
});

export const subscribePush = endpoint({
  name: 'subscribePush',
  method: 'POST',
  path: '/api/push/subscribe',
  summary: 'Tells a browser what becomes of orders: of a customer, or of one order of a guest',
  body: Type.Object({
    endpoint: Address,
    keys: Type.Object({
      p256dh: Type.String({ minLength: 86, maxLength: 90 }),
      auth: Type.String({ minLength: 22, maxLength: 26 }),
    }),
    locale: Type.Optional(Type.String({ maxLength: 10 })),
    order_id: Type.Optional(Uuid),
  }),
  result: Type.Literal(true),
  problems: ['invalid_input', 'not_logged_in', 'too_many_attempts', 'path_not_found'],
});

export const unsubscribePush = endpoint({
  name: 'unsubscribePush',
  method: 'POST',
  path: '/api/push/unsubscribe',
  summary: 'Ends the push subscription of a browser; its address is the only credential',
  body: Type.Object({ endpoint: Address }),
  result: Type.Literal(true),
  problems: ['too_many_attempts'],
});

export const showPush = endpoint({
  name: 'showPush',
  method: 'POST',
  path: '/api/push/status',
  summary: 'Whether a browser is notified of the caller’s orders, or of that order',
  body: Type.Object({ endpoint: Address, order_id: Type.Optional(Uuid) }),
  result: Type.Object({ subscribed: Type.Boolean() }),
  problems: ['not_logged_in', 'too_many_attempts'],
});

export const pushEndpoints = [showPushKey, subscribePush, unsubscribePush, showPush] as const;

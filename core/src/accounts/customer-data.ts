import { Type } from 'typebox';
import {
  consentPurposes,
  maxComparedItems,
  maxRecentlyViewed,
  maxWishlistItems,
} from './customer-data-limits.ts';

/** Values that a customer stores on the account by name, each with its own schema (spec accounts 3). */
const Sku = Type.String({ minLength: 1, maxLength: 200 });
const At = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$',
  description: 'UTC',
});
const ShortText = Type.String({ maxLength: 500 });

const closed = { additionalProperties: false } as const;

/** Products with the time each was added; clients send the newest first. */
const skus = (max: number) => Type.Array(Type.Object({ sku: Sku, at: At }, closed), { maxItems: max });

export const customerDataShapes = {
  /** The code of a store; reads return the whole store (spec D9). */
  'user-store': Type.String({ minLength: 1, maxLength: 64 }),
  wishlist: skus(maxWishlistItems),
  compare: skus(maxComparedItems),
  'recently-viewed': skus(maxRecentlyViewed),
  'loyalty-card': Type.Object(
    {
      number: Type.String({ pattern: '^[0-9A-Za-z](?:[0-9A-Za-z -]{2,38})[0-9A-Za-z]$' }),
      name: Type.Optional(Type.String({ maxLength: 80 })),
    },
    closed,
  ),
  claims: Type.Array(
    Type.Object(
      {
        code: Type.String({ minLength: 1, maxLength: 100 }),
        created_at: At,
        value: Type.Union([Type.String({ maxLength: 100 }), Type.Number(), Type.Boolean(), Type.Null()]),
        description: Type.Optional(ShortText),
      },
      closed,
    ),
    { maxItems: 100 },
  ),
  /** The server sets the time and stores every change; reads return the latest per purpose. */
  consents: Type.Array(
    Type.Object(
      {
        purpose: Type.Union(consentPurposes.map((purpose) => Type.Literal(purpose))),
        given: Type.Boolean(),
        text_version: Type.String({ minLength: 1, maxLength: 40 }),
      },
      closed,
    ),
    { maxItems: consentPurposes.length },
  ),
} as const;

export type ValueName = keyof typeof customerDataShapes;

export const isCustomerDataName = (name: string): name is ValueName =>
  Object.hasOwn(customerDataShapes, name);

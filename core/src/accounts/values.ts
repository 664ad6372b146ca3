import { Type } from 'typebox';
import { consentPurposes, mostCompared, mostViewed, mostWishes } from './value-limits.ts';

/** What a customer keeps on the account under a name, each with a shape of its own (accounts 3, issue 5). */
const Sku = Type.String({ minLength: 1, maxLength: 200 });
const At = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$',
  description: 'UTC',
});
const Line = Type.String({ maxLength: 500 });

const closed = { additionalProperties: false } as const;

/** Products with the time each was put there, newest first by custom of the list. */
const skus = (most: number) => Type.Array(Type.Object({ sku: Sku, at: At }, closed), { maxItems: most });

export const valueShapes = {
  /** The code of a store; read back as the whole store (decision 9). */
  'user-store': Type.String({ minLength: 1, maxLength: 64 }),
  wishlist: skus(mostWishes),
  compare: skus(mostCompared),
  'recently-viewed': skus(mostViewed),
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
        description: Type.Optional(Line),
      },
      closed,
    ),
    { maxItems: 100 },
  ),
  /** The time is the server's: each change is kept, read back is the latest of each purpose. */
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

export type ValueName = keyof typeof valueShapes;

export const isValueName = (name: string): name is ValueName => Object.hasOwn(valueShapes, name);

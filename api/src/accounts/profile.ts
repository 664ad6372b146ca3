import { writeAddress } from '@fynbos/core/accounts/address-format.ts';
import type { CustomerOnWire } from '@fynbos/core/accounts/contract.ts';
import type { Static } from 'typebox';
import type { CustomerAddress } from './customers/account-context.ts';
import type { Customer } from './customers/customer-store.ts';

export type Profile = Static<typeof CustomerOnWire>;

/** Writes a customer in the wire format (wire contract 1.3). No other field reaches a client. */
export function writeProfile(customer: Customer, addresses: readonly CustomerAddress[]): Profile {
  const shipping = addresses.find((address) => address.default_shipping);
  const billing = addresses.find((address) => address.default_billing);
  return {
    id: customer.id,
    group_id: customer.group_id,
    email: customer.email,
    email_proven: customer.email_proven_at !== null,
    firstname: customer.firstname,
    lastname: customer.lastname,
    store_id: 1,
    website_id: 1,
    created_at: wireTime(customer.created_at),
    updated_at: wireTime(customer.updated_at),
    created_in: 'Default Store View',
    ...(shipping ? { default_shipping: String(shipping.id) } : {}),
    ...(billing ? { default_billing: String(billing.id) } : {}),
    addresses: addresses.map(writeAddress),
    custom_attributes: [],
  };
}

/** `2026-11-20 10:00:00`, UTC. */
const wireTime = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

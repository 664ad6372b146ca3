import type { showCustomer } from '@fynbos/core/accounts/contract.ts';
import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { readText, writeText } from '../storage/browser-storage.ts';
import { isLike, isListOf, parsed } from '../storage/stored-shape.ts';
import { profileKey } from './profile-key.ts';

export type Customer = ResultOf<typeof showCustomer>;

/** The stored profile of the customer, without secrets (spec D42). */
export type Profile = Omit<Customer, 'groupToken'>;

export function profileOf({ groupToken: _, ...profile }: Customer): Profile {
  return profile;
}

/** The customer's default delivery address, otherwise the first one of the address book. */
export const usualAddressOf = (profile: Profile | undefined): Profile['addresses'][number] | undefined =>
  profile?.addresses.find(({ default_shipping }) => default_shipping) ?? profile?.addresses[0];

const isProfile = (value: unknown): value is Profile =>
  isLike(value, {
    id: 'number',
    email: 'string',
    firstname: 'string',
    lastname: 'string',
    addresses: 'list',
  }) && isListOf(value.addresses, (address) => isLike(address, { street: 'list' }));

/** The stored profile; undefined when there is no valid one. */
export function readProfile(): Profile | undefined {
  return parsed(readText(profileKey), isProfile);
}

/** Stores the profile for the next page. If storage is blocked, the login lasts as long as the page. */
export function storeProfile(profile: Profile | ''): void {
  writeText(profileKey, profile && JSON.stringify(profile));
}

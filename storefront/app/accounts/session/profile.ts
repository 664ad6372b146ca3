import type { showCustomer } from '@fynbos/core/accounts/contract.ts';
import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { isLike, isListOf, parsed } from '../../kept-shape.ts';
import { profileKey } from './profile-key.ts';

export type Customer = ResultOf<typeof showCustomer>;

/** What a browser keeps of its customer: nothing secret (decision 42). */
export type Profile = Omit<Customer, 'groupToken'>;

export function profileOf({ groupToken: _, ...profile }: Customer): Profile {
  return profile;
}

const isProfile = (kept: unknown): kept is Profile =>
  isLike(kept, {
    id: 'number',
    email: 'string',
    firstname: 'string',
    lastname: 'string',
    addresses: 'list',
  }) && isListOf(kept.addresses, (one) => isLike(one, { street: 'list' }));

/** The kept profile; undefined when there is none that can be read. */
export function readProfile(): Profile | undefined {
  try {
    return parsed(localStorage.getItem(profileKey), isProfile);
  } catch {
    return undefined;
  }
}

/** Keeps the profile for the next page; a browser that keeps nothing is logged in until the page goes. */
export function keepProfile(profile: Profile | ''): void {
  try {
    localStorage.setItem(profileKey, profile && JSON.stringify(profile));
  } catch {
    // Full or forbidden.
  }
}

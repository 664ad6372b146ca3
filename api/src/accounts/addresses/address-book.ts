import { validateAddress } from '@fynbos/core/accounts/address.ts';
import { readAddress } from '@fynbos/core/accounts/address-format.ts';
import type { AddressOnWire } from '@fynbos/core/accounts/contract.ts';
import { type FieldProblem, Problem } from '@fynbos/core/problem.ts';
import type { Static } from 'typebox';
import type { AddressDraft } from './address-store.ts';

export type SentAddress = Static<typeof AddressOnWire>;

/** The changes that turn the stored address book into the sent one. */
export interface BookPlan {
  added: AddressDraft[];
  changed: { id: number; draft: AddressDraft }[];
  removed: number[];
}

/** The customer of an address book; a new one has no id. */
export interface BookOwner {
  id?: number;
  /** The ids of the customer's addresses. */
  ownIds: readonly number[];
}

/**
 * A sent address book is complete: an address with an id is changed, one without is new, and a missing one
 * is removed. At most one address is the default of each kind: the first that is marked so.
 * @throws Problem invalid_input, or address_not_found for any id that is not the customer's own
 */
export function planBook(
  sent: readonly SentAddress[],
  { id: customerId, ownIds }: BookOwner,
  shortestName: number,
): BookPlan {
  const ids = sent.map(({ id }) => (id === undefined ? undefined : Number(id)));
  const sentIds = ids.filter((id) => id !== undefined);
  const foreign = sent.some(
    (address) => address.customer_id !== undefined && Number(address.customer_id) !== customerId,
  );
  if (foreign || sentIds.some((id) => !ownIds.includes(id))) throw new Problem('address_not_found');
  if (new Set(sentIds).size < sentIds.length) throw new Problem('invalid_input', {}, [twice]);
  checkAddresses(sent, shortestName);
  const drafts = sent.map((address, index) => draftOf(address, index, sent));
  return {
    added: drafts.filter((_, index) => ids[index] === undefined),
    changed: drafts.flatMap((draft, index) => (ids[index] === undefined ? [] : [{ id: ids[index], draft }])),
    removed: ownIds.filter((id) => !sentIds.includes(id)),
  };
}

const twice: FieldProblem = { field: 'body/customer/addresses', message: 'contains the same address twice' };

function draftOf(address: SentAddress, index: number, all: readonly SentAddress[]): AddressDraft {
  return {
    ...readAddress(address),
    default_shipping: all.findIndex((candidate) => candidate.default_shipping) === index,
    default_billing: all.findIndex((candidate) => candidate.default_billing) === index,
  };
}

/** @throws Problem invalid_input with each invalid field */
function checkAddresses(sent: readonly SentAddress[], shortestName: number): void {
  const errorsOf = (address: SentAddress) =>
    validateAddress(readAddress(address), { deliverable: false, shortestName });
  const problems = sent.flatMap((address, index) =>
    Object.entries(errorsOf(address)).map(([field, code]) => ({
      field: `body/customer/addresses/${index}/${field}`,
      message: `is invalid (${code})`,
      fault: code,
    })),
  );
  if (problems.length > 0) throw new Problem('invalid_input', {}, problems);
}

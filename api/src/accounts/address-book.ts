import { addressFaults } from '@fynbos/core/accounts/address.ts';
import { readAddress } from '@fynbos/core/accounts/address-wire.ts';
import type { AddressOnWire } from '@fynbos/core/accounts/contract.ts';
import { type FieldProblem, Problem } from '@fynbos/core/problem.ts';
import type { Static } from 'typebox';
import type { AddressDraft } from './address-store.ts';

export type SentAddress = Static<typeof AddressOnWire>;

/** How an address book becomes what a client sent of it. */
export interface BookPlan {
  added: AddressDraft[];
  changed: { id: number; draft: AddressDraft }[];
  removed: number[];
}

/**
 * A sent address book is the whole of it: what carries an id is changed, what has none is new, what is not sent is
 * removed. At most one is the default of each kind: the first that says so.
 *
 * @param own the ids of the customer's addresses
 * @throws Problem invalid_input, or address_not_found for an id that is not the customer's own, whoever's it is
 */
export function planBook(
  sent: readonly SentAddress[],
  own: readonly number[],
  customerId: number | undefined,
): BookPlan {
  const ids = sent.map(({ id }) => (id === undefined ? undefined : Number(id)));
  const given = ids.filter((id) => id !== undefined);
  const foreign = sent.some((one) => one.customer_id !== undefined && Number(one.customer_id) !== customerId);
  if (foreign || given.some((id) => !own.includes(id))) throw new Problem('address_not_found');
  if (new Set(given).size < given.length) throw new Problem('invalid_input', {}, [twice]);
  checkAddresses(sent);
  const drafts = sent.map((address, index) => draftOf(address, index, sent));
  return {
    added: drafts.filter((_, index) => ids[index] === undefined),
    changed: drafts.flatMap((draft, index) => (ids[index] === undefined ? [] : [{ id: ids[index], draft }])),
    removed: own.filter((id) => !given.includes(id)),
  };
}

const twice: FieldProblem = { field: 'body/customer/addresses', message: 'has an address twice' };

function draftOf(address: SentAddress, index: number, all: readonly SentAddress[]): AddressDraft {
  return {
    ...readAddress(address),
    default_shipping: all.findIndex((one) => one.default_shipping) === index,
    default_billing: all.findIndex((one) => one.default_billing) === index,
  };
}

/** @throws Problem invalid_input that names each field which is wrong */
function checkAddresses(sent: readonly SentAddress[]): void {
  const problems = sent.flatMap((address, index) =>
    Object.entries(addressFaults(readAddress(address), { deliverable: false })).map(([field, fault]) => ({
      field: `body/customer/addresses/${index}/${field}`,
      message: `is not right (${fault})`,
      fault,
    })),
  );
  if (problems.length > 0) throw new Problem('invalid_input', {}, problems);
}

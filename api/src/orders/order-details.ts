import type { Address } from '@fynbos/core/accounts/address.ts';
import { readAddress } from '@fynbos/core/accounts/address-wire.ts';
import { emailFault, normalEmail } from '@fynbos/core/accounts/fields.ts';
import { billingFaults, deliveryFaults } from '@fynbos/core/checkout/details.ts';
import type { OrderBody } from '@fynbos/core/orders/contract.ts';
import { type FieldProblem, Problem } from '@fynbos/core/problem.ts';
import type { Static } from 'typebox';

export type Sent = Static<typeof OrderBody>;
type SentAddress = NonNullable<Sent['addressInformation']['shippingAddress']>;

/** Where an order goes and who pays it, read and checked. */
export interface OrderDetails {
  email: string;
  /** Undefined where nothing is delivered. */
  shipping: Address | undefined;
  billing: Address;
  carrier: string;
  method: string;
  payment: string;
  /** What else was said of the delivery, such as a pick-up point. */
  extra: unknown;
}

/**
 * Reads what an order says of people and places. Somebody who is logged in orders with their own address for
 * mail, whatever the order says.
 *
 * @param customerEmail of who is logged in
 * @throws Problem order_address_invalid, naming every field
 */
export function readDetails({ addressInformation: sent }: Sent, customerEmail?: string): OrderDetails {
  const shipping = sent.shippingAddress ? readSent(sent.shippingAddress) : undefined;
  const billing = sent.billingAddress ? readSent(sent.billingAddress) : shipping;
  const written = sent.billingAddress?.email || sent.shippingAddress?.email || '';
  const email = customerEmail ?? normalEmail(written);
  const fault = emailFault(email);
  const problems = [
    ...(shipping ? fieldsOf('shippingAddress', deliveryFaults(shipping)) : []),
    ...(billing && sent.billingAddress
      ? fieldsOf('billingAddress', billingFaults(billing, { invoice: false }))
      : []),
    ...(fault ? fieldsOf(sent.billingAddress ? 'billingAddress' : 'shippingAddress', { email: fault }) : []),
  ];
  if (!billing)
    throw new Problem('order_address_invalid', {}, fieldsOf('billingAddress', { street: 'required' }));
  if (problems.length > 0) throw new Problem('order_address_invalid', {}, problems);
  return {
    email,
    shipping,
    billing,
    carrier: sent.shipping_carrier_code ?? '',
    method: sent.shipping_method_code ?? '',
    payment: sent.payment_method_code,
    extra: sent.shippingExtraFields ?? null,
  };
}

/** Clients of old write the region as a text, profiles as an object (wire contract 1.2, 1.3). */
function readSent(sent: SentAddress): Address {
  const region = typeof sent.region === 'string' ? { region: sent.region } : (sent.region ?? {});
  return readAddress({
    firstname: sent.firstname,
    lastname: sent.lastname,
    street: sent.street.map((line) => line ?? ''),
    suburb: sent.suburb ?? '',
    city: sent.city,
    region: { ...region, ...(sent.region_code && { region_code: sent.region_code }) },
    region_id: sent.region_id ?? 0,
    postcode: sent.postcode,
    country_id: sent.country_id ?? sent.countryId ?? '',
    telephone: sent.telephone ?? '',
    company: sent.company ?? '',
    vat_id: sent.vat_id ?? '',
  });
}

function fieldsOf(place: string, faults: Partial<Record<string, string | undefined>>): FieldProblem[] {
  return Object.entries(faults).flatMap(([field, fault]) =>
    fault
      ? [{ field: `body/addressInformation/${place}/${field}`, message: `is not right (${fault})`, fault }]
      : [],
  );
}

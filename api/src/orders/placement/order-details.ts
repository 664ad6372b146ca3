import type { Address } from '@fynbos/core/accounts/address.ts';
import { readAddress } from '@fynbos/core/accounts/address-format.ts';
import { normalEmail, validateEmail } from '@fynbos/core/accounts/field-rules.ts';
import { validateBillingAddress, validateDeliveryAddress } from '@fynbos/core/checkout/checkout-details.ts';
import type { OrderBody } from '@fynbos/core/orders/contract.ts';
import { type FieldProblem, Problem } from '@fynbos/core/problem.ts';
import type { Static } from 'typebox';

export type Sent = Static<typeof OrderBody>;
type SentAddress = NonNullable<Sent['addressInformation']['shippingAddress']>;

/** The validated addresses and methods of an order. */
export interface OrderDetails {
  email: string;
  /** Undefined where nothing is delivered. */
  shipping: Address | undefined;
  billing: Address;
  carrier: string;
  method: string;
  /** The store of a collection as the shopper saw it; undefined if the client does not say. */
  store: string | undefined;
  payment: string;
  /** Other delivery details, such as a pick-up point. */
  extra: unknown;
  /** What the client sent with the payment method. */
  additional: unknown;
}

/** Size as JSON, in bytes, of each value of the client's own form that is stored with the order (T32). */
const maxAdditionalBytes = 4096;

/**
 * Reads the persons and addresses of an order. A logged-in customer always orders with the e-mail address
 * of the account, whatever the order contains.
 * @param customerEmail the e-mail address of the logged-in customer
 * @param shortestName the minimum number of letters of a name
 * @throws Problem order_address_invalid, naming every field; invalid_input
 */
export function readDetails(
  { addressInformation: sent }: Sent,
  { customerEmail, shortestName }: { customerEmail?: string | undefined; shortestName: number },
): OrderDetails {
  const shipping = sent.shippingAddress ? readSent(sent.shippingAddress) : undefined;
  const billing = sent.billingAddress ? readSent(sent.billingAddress) : shipping;
  const written = sent.billingAddress?.email || sent.shippingAddress?.email || '';
  const email = customerEmail ?? normalEmail(written);
  const error = validateEmail(email);
  const problems = [
    ...(shipping ? fieldsOf('shippingAddress', validateDeliveryAddress(shipping, shortestName)) : []),
    ...(billing && sent.billingAddress
      ? fieldsOf('billingAddress', validateBillingAddress(billing, { invoice: false, shortestName }))
      : []),
    ...(error ? fieldsOf(sent.billingAddress ? 'billingAddress' : 'shippingAddress', { email: error }) : []),
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
    store: sent.shipping_store_code,
    payment: sent.payment_method_code,
    extra: limitedOf(sent, 'shippingExtraFields'),
    additional: withoutEmpty(limitedOf(sent, 'payment_method_additional')),
  };
}

/**
 * A value whose form is the client's own; null when missing.
 * @throws Problem invalid_input when it is too large
 */
function limitedOf(
  information: Sent['addressInformation'],
  name: 'shippingExtraFields' | 'payment_method_additional',
): unknown {
  const value = information[name] ?? null;
  if (Buffer.byteLength(JSON.stringify(value)) <= maxAdditionalBytes) return value;
  const field = `body/addressInformation/${name}`;
  throw new Problem('invalid_input', {}, [{ field, message: `is larger than ${maxAdditionalBytes} bytes` }]);
}

/** Old clients send an empty object or list where they have nothing to say. */
const withoutEmpty = (value: unknown): unknown =>
  ['{}', '[]'].includes(JSON.stringify(value)) ? null : value;

/** Old clients send the region as text, profiles as an object (wire contract 1.2, 1.3). */
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

function fieldsOf(place: string, errors: Partial<Record<string, string | undefined>>): FieldProblem[] {
  return Object.entries(errors).flatMap(([field, error]) =>
    error
      ? [
          {
            field: `body/addressInformation/${place}/${field}`,
            message: `is invalid (${error})`,
            fault: error,
          },
        ]
      : [],
  );
}

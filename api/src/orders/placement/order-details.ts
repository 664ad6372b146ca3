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
  payment: string;
  /** Other delivery details, such as a pick-up point. */
  extra: unknown;
  /** What the client sent with the payment method. */
  additional: unknown;
}

/** Size of `payment_method_additional` as JSON, in bytes. */
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
    payment: sent.payment_method_code,
    extra: sent.shippingExtraFields ?? null,
    additional: readAdditional(sent.payment_method_additional),
  };
}

/** Old clients send an empty object or list where they have nothing to say. */
function readAdditional(sent: unknown): unknown {
  const written = JSON.stringify(sent ?? null);
  if (written === '{}' || written === '[]') return null;
  if (Buffer.byteLength(written) <= maxAdditionalBytes) return sent ?? null;
  const field = 'body/addressInformation/payment_method_additional';
  throw new Problem('invalid_input', {}, [{ field, message: `is larger than ${maxAdditionalBytes} bytes` }]);
}

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

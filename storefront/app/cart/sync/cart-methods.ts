import type { paymentMethods, shippingMethods } from '@fynbos/core/cart/contract.ts';
import type { ResultOf } from '@fynbos/core/endpoint.ts';

export type ShippingMethod = ResultOf<typeof shippingMethods>[number];
/** Identifies a shipping method; two carriers may use the same method code. */
export const shippingMethodCode = ({ carrier_code, method_code }: ShippingMethod) =>
  `${carrier_code} ${method_code}`;

export type PaymentMethod = ResultOf<typeof paymentMethods>[number];

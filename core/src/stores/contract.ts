import { type Static, Type } from 'typebox';
import { endpoint } from '../endpoint.ts';

/** Services of a store: delivery, or collection by the shopper. */
export const services = ['delivery', 'collect'] as const;
export type Service = (typeof services)[number];

/** A fulfilment store on the wire (spec D9). `hours` as `readHours` reads them. */
export const StoreOnWire = Type.Object({
  id: Type.Integer(),
  code: Type.String(),
  name: Type.String(),
  street: Type.Array(Type.String()),
  suburb: Type.String(),
  city: Type.String(),
  region_code: Type.String(),
  postcode: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  telephone: Type.String(),
  hours: Type.String(),
  services: Type.Array(Type.Enum(services)),
});
export type Store = Static<typeof StoreOnWire>;

export const fulfilmentConfig = endpoint({
  name: 'fulfilmentConfig',
  method: 'GET',
  path: '/api/cart/fulfilment-config',
  summary: 'The stores a shopper can choose from, in display order',
  result: Type.Object({ fulfilment_stores: Type.Array(StoreOnWire) }),
  problems: [],
});

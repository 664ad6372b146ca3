import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';

/** A fulfilment store on the wire (decision 9). */
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
  services: Type.Array(Type.Union([Type.Literal('delivery'), Type.Literal('collect')])),
});

export const fulfilmentConfig = endpoint({
  name: 'fulfilmentConfig',
  method: 'GET',
  path: '/api/cart/fulfilment-config',
  summary: 'The stores a shopper can choose from, in their order',
  result: Type.Object({ fulfilment_stores: Type.Array(StoreOnWire) }),
  problems: [],
});

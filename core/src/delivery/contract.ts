import { type Static, Type } from 'typebox';
import { endpoint } from '../endpoint.ts';

/** A place as the shop knows it; only the postal code is known outside the shop's country. */
const Place = Type.Object({
  postcode: Type.String(),
  name: Type.String({ description: 'the usual name of the area, or empty' }),
  city: Type.String({ description: 'the city of an address there, or empty' }),
  region_code: Type.String({ description: 'ISO 3166-2, or empty' }),
});
export type Place = Static<typeof Place>;

/** A shipping method at a place; amounts are decimals of the currency, tax included. */
const MethodAtPlace = Type.Object({
  carrier_code: Type.String(),
  method_code: Type.String(),
  carrier_title: Type.String(),
  method_title: Type.String(),
  needs: Type.Enum(['address', 'store', 'pickup_point']),
  price_incl_tax: Type.Number(),
  from_amount: Type.Number({ description: 'value of the goods from which the method is offered' }),
  free_from: Type.Optional(Type.Number({ description: 'value of the goods from which it is free' })),
  rates: Type.Optional(
    Type.Array(Type.Object({ from_amount: Type.Number(), price_incl_tax: Type.Number() }), {
      description:
        'the values of the goods from which the fee is lower, ascending, beginning with `from_amount`',
    }),
  ),
  carries_cold_goods: Type.Boolean(),
  expected_first: Type.Optional(
    Type.String({ description: 'first expected day of an order placed now, if the title states a time' }),
  ),
  expected_last: Type.Optional(Type.String({ description: 'last expected day' })),
  store: Type.Optional(
    Type.Object(
      { code: Type.String(), name: Type.String() },
      { description: 'where the goods are collected: the chosen store, or the nearest one within 50 km' },
    ),
  ),
});
export type MethodAtPlace = Static<typeof MethodAtPlace>;

const DeliveryAtPlace = Type.Object({ place: Place, methods: Type.Array(MethodAtPlace) });
export type DeliveryAtPlace = Static<typeof DeliveryAtPlace>;

export const deliveryOffer = endpoint({
  name: 'deliveryOffer',
  method: 'GET',
  path: '/api/delivery/offer',
  summary: 'The shipping methods at a place, before there is a cart (spec D62)',
  query: Type.Object({
    place: Type.String({ minLength: 1, maxLength: 80, description: 'a postal code, or the name of a town' }),
    storePartitionKey: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  result: DeliveryAtPlace,
  problems: ['place_unknown'],
});

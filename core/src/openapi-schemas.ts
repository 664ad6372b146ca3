import type { TSchema } from 'typebox';
import { AddressOnWire, CustomerOnWire } from './accounts/contract.ts';
import { CartItem, CartTotals, PaymentMethod, ShippingMethod } from './cart/contract.ts';
import { ProductOptionBody } from './catalogue/contract.ts';
import { type Endpoint, nothing } from './endpoint.ts';
import { Order } from './orders/order.ts';
import { PriceInfo } from './pricing/contract.ts';

/** Parts that several calls have in common. The body and the result of a call are named after the call. */
const shared: Readonly<Record<string, TSchema>> = {
  Address: AddressOnWire,
  Customer: CustomerOnWire,
  CartItem,
  CartTotals,
  PaymentMethod,
  ShippingMethod,
  ProductOption: ProductOptionBody,
  Order,
  PriceInfo,
};

/** Writes the schemas of calls; equal ones have one name. */
export class SchemaNames {
  readonly #names = new Map<string, string>();
  readonly #schemas = new Map<string, TSchema>();

  constructor(endpoints: readonly Endpoint[]) {
    for (const [name, schema] of Object.entries(shared)) this.#add(name, schema);
    for (const { name, body, result } of endpoints) {
      const call = name.slice(0, 1).toUpperCase() + name.slice(1);
      if (body !== nothing) this.#add(`${call}Request`, body);
      // An array schema has its items.
      const { items } = result as { items?: TSchema };
      this.#add(items ? `${call}Item` : `${call}Result`, items ?? result);
    }
  }

  #add(name: string, schema: TSchema): void {
    const key = JSON.stringify(schema);
    if (!('properties' in schema) || this.#names.has(key)) return;
    this.#names.set(key, name);
    this.#schemas.set(name, schema);
  }

  /** The schema as written where it is used: a reference if it has a name. */
  readonly write = (schema: TSchema): object => {
    const name = this.#names.get(JSON.stringify(schema));
    return name ? { $ref: `#/components/schemas/${name}` } : this.#inside(schema);
  };

  /** The named schemas for `components`. */
  components(): Record<string, object> {
    return Object.fromEntries([...this.#schemas].map(([name, schema]) => [name, this.#inside(schema)]));
  }

  /** Replaces the parts of a schema, and adds the rules that the services check with messages of their own. */
  #inside(schema: TSchema): object {
    // Keywords that may be in any schema.
    const { documented, ...rest } = schema as { documented?: object; anyOf?: { const?: unknown }[] };
    const values = rest.anyOf?.map((option) => option.const) ?? [];
    if (values.length > 0 && values.every((value) => typeof value === 'string')) {
      const { anyOf: _, ...more } = rest;
      return { ...more, type: 'string', enum: values, ...documented };
    }
    const inner = Object.entries(rest).map(([key, value]) => [key, this.#part(key, value)]);
    return { ...Object.fromEntries(inner), ...documented };
  }

  /** JSON Schema says which keyword holds schemas, and in which form. */
  #part(key: string, value: unknown): unknown {
    // A record of schemas.
    const record = value as Record<string, TSchema>;
    if (key === 'properties' || key === 'patternProperties')
      return Object.fromEntries(Object.entries(record).map(([name, of]) => [name, this.write(of)]));
    // A list of schemas.
    const list = value as TSchema[];
    if (key === 'anyOf' || key === 'allOf') return list.map(this.write);
    // One schema, or `additionalProperties: false`.
    const schema = value as TSchema;
    const isSchema = (key === 'items' || key === 'additionalProperties') && typeof value === 'object';
    return isSchema ? this.write(schema) : value;
  }
}

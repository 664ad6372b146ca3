import type { Values } from '../../ui/forms/form-values.ts';
import { useDraft } from '../state/checkout-draft.ts';
import { placeOf } from '../state/order-request-body.ts';

/** A short summary of address and shipping method. */
export function ShippingSummary() {
  const { shipping, way: shippingMethod } = useDraft();
  return (
    <div className="grid gap-2">
      <TypedAddress values={shipping} />
      {shippingMethod && (
        <p>
          {shippingMethod.carrier_title} <span className="text-soft">{shippingMethod.method_title}</span>
        </p>
      )}
    </div>
  );
}

/** A typed address in the layout of a parcel label. */
export function TypedAddress({ values }: { values: Values }) {
  const { apartment, street, suburb, city, postcode, telephone, company, vat_id } = values;
  const { region } = placeOf(values);
  const name = `${values.firstname ?? ''} ${values.lastname ?? ''}`;
  const town = `${city ?? ''} ${postcode ?? ''}`;
  const lines = [company, name, apartment, street, suburb, town, region, telephone, vat_id];
  return (
    <address className="not-italic leading-snug">
      {lines
        .filter((line) => line?.trim())
        .map((line) => (
          <span key={line} className="block wrap-anywhere">
            {line}
          </span>
        ))}
    </address>
  );
}

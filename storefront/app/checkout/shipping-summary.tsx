import type { Values } from '../accounts/form-checks.ts';
import { useDraft } from './draft.ts';
import { placeOf } from './order-body.ts';

/** Where to and how, in a few lines. */
export function ShippingSummary() {
  const { shipping, way } = useDraft();
  return (
    <div className="grid gap-2">
      <TypedAddress values={shipping} />
      {way && (
        <p>
          {way.carrier_title} <span className="text-soft">{way.method_title}</span>
        </p>
      )}
    </div>
  );
}

/** An address as it was typed, as it is written on a parcel. */
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

import type { Profile } from './session/profile.ts';

export type WireAddress = Profile['addresses'][number];

/** An address as it is written on a parcel. */
export function AddressLines({ address }: { address: WireAddress }) {
  const { street, suburb, city, postcode, region, company, vat_id, telephone } = address;
  const lines = [
    company,
    `${address.firstname} ${address.lastname}`,
    ...street.toReversed(),
    suburb,
    `${city} ${postcode}`,
    region?.region,
    telephone,
    vat_id,
  ];
  return (
    <address className="not-italic leading-snug">
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block break-words">
          {line}
        </span>
      ))}
    </address>
  );
}

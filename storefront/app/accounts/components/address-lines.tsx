import { phoneText } from '@fynbos/core/accounts/phone-text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import type { WireAddress } from '../state/address-conversion.ts';

/** The fields of an address that are shown; both orders and profiles have them. */
type Written = Pick<
  WireAddress,
  'firstname' | 'lastname' | 'street' | 'suburb' | 'city' | 'postcode' | 'company' | 'vat_id' | 'telephone'
> & { region?: { region?: string | null | undefined } | null | undefined };

/** An address in postal format. */
export function AddressLines({ address }: { address: Written }) {
  const { label } = useText();
  const { street, suburb, city, postcode, region, company, vat_id, telephone } = address;
  const lines = [
    company,
    `${address.firstname} ${address.lastname}`,
    ...street.toReversed(),
    suburb,
    `${city} ${postcode}`,
    region?.region && label(region.region),
    telephone && phoneText(telephone),
    vat_id,
  ];
  return (
    <address className="not-italic leading-snug">
      {lines.filter(Boolean).map((line, place) => (
        <span key={`${place} ${line}`} className="block break-words">
          {line}
        </span>
      ))}
    </address>
  );
}

/**
 * Countries of addresses: South Africa first, then its neighbours, then other countries our customers send
 * to.
 */
export const countries = [
  ...['ZA', 'BW', 'LS', 'MZ', 'NA', 'SZ', 'ZW'],
  ...['AU', 'BR', 'CZ', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'JP', 'KE', 'NL', 'NZ', 'PL', 'PT', 'US'],
] as const;

/** The name of a country in a language. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code;
}

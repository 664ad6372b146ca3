/** Where an address may be: at home first, then the neighbours, then where our customers' friends live. */
export const countries = [
  ...['ZA', 'BW', 'LS', 'MZ', 'NA', 'SZ', 'ZW'],
  ...['AU', 'BR', 'CZ', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'JP', 'KE', 'NL', 'NZ', 'PL', 'PT', 'US'],
] as const;

/** A country as this language calls it. */
export function countryName(code: string, locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code;
}

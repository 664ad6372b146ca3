/**
 * Formats an instant by the pattern of a store view, such as `HH:mm D-M-YYYY` (wire contract 9). `YYYY`, `M`, `D`,
 * `H`, `m` and `s` are the parts of date and time; a doubled letter pads a part to two digits.
 */
export function formatByPattern(value: Date | string | number, pattern: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  // The Swedish format is 2026-11-21 01:30:05.
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = format
    .format(new Date(value))
    .split(/\D+/);
  const parts: Record<string, string> = { M: month, D: day, H: hour, m: minute, s: second };
  return pattern.replace(/YYYY|([MDHms])(\1)?/g, (token, unit?: string, doubled?: string) => {
    const part = unit === undefined ? year : (parts[unit] ?? token);
    return unit === undefined || doubled ? part : String(Number(part));
  });
}

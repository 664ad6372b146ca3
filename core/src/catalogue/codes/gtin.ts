/** GTIN-8, UPC-A, EAN-13 and GTIN-14. */
const lengths: ReadonlySet<number> = new Set([8, 12, 13, 14]);

/** Numbers that a shop or a coupon gives itself (GS1: 02, 04, 2 and 98 to 99), as 13 digits. */
const ownNumber = /^(?:02|04|2|9[89])/;

/**
 * The Global Trade Item Number that a product code is: of the right length, with the right check digit, and
 * unique in the world. Undefined for any other code.
 */
export function gtinOf(code: unknown): string | undefined {
  if (typeof code !== 'string') return undefined;
  const digits = code.replace(/[\s-]/g, '');
  if (!/^\d+$/.test(digits) || !lengths.has(digits.length) || /^0+$/.test(digits)) return undefined;
  if (checkDigit(digits.slice(0, -1)) !== Number(digits.at(-1))) return undefined;
  const isOwn =
    digits.length === 8 ? /^[02]/.test(digits) : ownNumber.test(digits.padStart(14, '0').slice(1));
  return isOwn ? undefined : digits;
}

/** The weights 3 and 1 alternate from the last digit. */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

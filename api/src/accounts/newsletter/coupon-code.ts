import { randomInt } from 'node:crypto';

// Crockford's alphabet: without I, L, O and U, so that no character is misread and no word appears.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns an unguessable coupon code: 13 characters are 65 random bits, in groups that can be typed from
 * paper.
 */
export function newCouponCode(): string {
  const random = Array.from({ length: 13 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return ['FYN', random.slice(0, 4), random.slice(4, 8), random.slice(8)].join('-');
}

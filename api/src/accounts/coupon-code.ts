import { randomInt } from 'node:crypto';

// Without I, L, O and U: nothing that is read for something else, and no words.
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A coupon nobody can guess: 13 signs are 65 random bits, in groups that can be typed from paper. */
export function newCouponCode(): string {
  const random = Array.from({ length: 13 }, () => signs[randomInt(signs.length)]).join('');
  return ['FYN', random.slice(0, 4), random.slice(4, 8), random.slice(8)].join('-');
}

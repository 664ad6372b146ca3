import { cleanNumber } from '../clean-text.ts';

// Names of a box or a bag at the post office in English and Afrikaans. A number follows: `12`, `X12`, `No. 5`.
const boxNames = [
  'p[. ]*o[. ]*(?:box|bus)',
  'post(?: ?office)?[. -]*box',
  'poskantoor(?:bus| bus)',
  'pos[ -]?bus',
  '(?:p|pvt|priv|private)[./ -]*(?:post[ -]*)?(?:mail[ -]*)?bag',
  '(?:p|priv|privaat)[./ -]*(?:pos)?sak',
  'post ?net(?: suite)?',
  'locked bag|geslote sak|poste restante',
];
const boxNumber = String.raw`[.,:]? *(?:(?:no|nr|number|nommer)[. :]*)?(?:#? *[a-z]{0,2}[ -]?\d|$|,)`;
// The short `box 12` and `bus 12` are meant only where nothing stands before them.
const shortBox = /^(?:box|bus) *(?:(?:no|nr)[. ]*)?\d+ *(?:,|$)/i;
const namedBox = new RegExp(`(?<![\\p{L}\\d])(?:${boxNames.join('|')})${boxNumber}`, 'iu');

/** Whether a line of an address is a post box or a private bag: couriers do not deliver there (za-facts 2). */
export function isPostBox(line: string): boolean {
  const cleaned = cleanNumber(line);
  return namedBox.test(cleaned) || shortBox.test(cleaned);
}

import { isFiller, type Token } from './analysis.ts';

/** A product's name by English word order: the product itself is the last word before its additions. */
export interface NameParts {
  /**
   * Tokens with a position. Sizes and stop words have none, so the words of `salt & vinegar` are
   * neighbours.
   */
  contentTokens: Token[];
  /** Sizes and stop words. */
  otherTokens: Token[];
  /**
   * Position of the word that names the product; -1 when the name has two products (`apple & cinnamon`) or
   * none.
   */
  head: number;
  /**
   * The word before the head makes it a different product: `coconut milk` is not milk, `peanut butter` is
   * not butter.
   */
  isOtherGood: boolean;
  /** From this position on, the name lists additions (`cereal with honey`). */
  asideFrom: number;
  /** Before this position, the name lists flavours (`honey flavoured cereal`). */
  asideTo: number;
}

const withs = new Set(['with', 'in', 'for', 'from', 'met', 'vir', 'van']);
const flavours = new Set(['flavoured', 'flavour', 'flavored', 'flavor', 'scented']);
// Sold by flavour, which may follow the product: `sports drink naartjie`, `porridge banana`.
const tasted = new Set('drink squash cordial nectar porridge mageu'.split(' '));
const packagings = new Set('bag box jar packet pouch punnet tray tub'.split(' '));
// Words that change the product: an unusual ingredient, or a processed form.
const makesAnother = new Set(
  [
    'almond cashew cocoa coconut hazelnut macadamia nut oat peanut rice shea soy soya',
    'banana butter caramel choc chocolate garlic mint parsley strawberry vanilla',
    'beauty condensed evaporated flavoured flavour iced icing powdered tonic',
  ].flatMap((list) => list.split(' ')),
);

export function partsOf(name: readonly Token[]): NameParts {
  const [contentTokens, otherTokens]: [Token[], Token[]] = [[], []];
  const afterAnd = new Set<number>();
  let [asideFrom, asideTo] = [Number.POSITIVE_INFINITY, 0];
  for (const token of name) {
    const place = contentTokens.length;
    if (withs.has(token.text) && place > 0) asideFrom = Math.min(asideFrom, place);
    if (flavours.has(token.text)) asideTo = Math.min(asideFrom, place);
    if (token.text === 'and') afterAnd.add(place);
    if (token.kind === 'word' && !isFiller(token.text)) contentTokens.push(token);
    else otherTokens.push(token);
  }
  asideFrom = Math.min(asideFrom, tasteFrom(contentTokens));
  const last = withoutPackaging(contentTokens, Math.min(contentTokens.length, asideFrom) - 1);
  // `Chips Tomato Flavour` ends with the flavour and has no head.
  const endsWithTaste = asideTo >= last;
  const hasSingleHead = !afterAnd.has(last) && !flavours.has(contentTokens[last]?.text ?? '');
  return {
    contentTokens,
    otherTokens,
    head: hasSingleHead ? last : -1,
    isOtherGood: makesAnother.has(contentTokens[last - 1]?.text ?? ''),
    asideFrom,
    asideTo: endsWithTaste ? 0 : asideTo,
  };
}

/** Returns the position of a flavour that follows the product. */
function tasteFrom(contentTokens: readonly Token[]): number {
  const goodIndex = contentTokens.findIndex(({ text }, place) => place > 0 && tasted.has(text));
  const endsInTaste =
    goodIndex >= 0 && goodIndex < contentTokens.length - 1 && !flavours.has(contentTokens.at(-1)?.text ?? '');
  return endsInTaste ? goodIndex + 1 : Number.POSITIVE_INFINITY;
}

/** In `naartjies bag` the product is the fruit; a bag for fruit would be a `fruit bag`, in the singular. */
function withoutPackaging(contentTokens: readonly Token[], last: number): number {
  const before = contentTokens[last - 1]?.text ?? '';
  return packagings.has(contentTokens[last]?.text ?? '') && /[^s]s$/.test(before) ? last - 1 : last;
}

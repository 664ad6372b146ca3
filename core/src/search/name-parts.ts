import { isFiller, type Token } from './analysis.ts';

/** A product's name as English builds names: the thing itself is the last word before what comes with it. */
export interface NameParts {
  /** The words that have a place; sizes and fillers have none, so that in `salt & vinegar` the words are neighbours. */
  words: Token[];
  /** The sizes and fillers. */
  others: Token[];
  /** The place of the word that the name calls the product; -1 when it names two things (`apple & cinnamon`) or none. */
  head: number;
  /** What stands before the head makes another good of it: `coconut milk` is no milk, `peanut butter` no butter. */
  isOtherGood: boolean;
  /** From this place on it is said what comes with the product (`cereal with honey`). */
  asideFrom: number;
  /** Before this place it is said what it tastes of (`honey flavoured cereal`). */
  asideTo: number;
}

const withs = new Set(['with', 'in', 'for', 'from', 'met', 'vir', 'van']);
const flavours = new Set(['flavoured', 'flavour', 'flavored', 'flavor', 'scented']);
// Sold by their taste, which may follow them: `sports drink naartjie`, `porridge banana`.
const tasted = new Set('drink squash cordial nectar porridge mageu'.split(' '));
const packs = new Set('bag box jar packet pouch punnet tray tub'.split(' '));
// What a good is made of instead of the usual, or made into.
const makesAnother = new Set(
  [
    'almond cashew cocoa coconut hazelnut macadamia nut oat peanut rice shea soy soya',
    'banana butter caramel choc chocolate garlic mint parsley strawberry vanilla',
    'beauty condensed evaporated flavoured flavour iced icing powdered tonic',
  ].flatMap((some) => some.split(' ')),
);

export function partsOf(name: readonly Token[]): NameParts {
  const [words, others]: [Token[], Token[]] = [[], []];
  const afterAnd = new Set<number>();
  let [asideFrom, asideTo] = [Number.POSITIVE_INFINITY, 0];
  for (const token of name) {
    const place = words.length;
    if (withs.has(token.text) && place > 0) asideFrom = Math.min(asideFrom, place);
    if (flavours.has(token.text)) asideTo = Math.min(asideFrom, place);
    if (token.text === 'and') afterAnd.add(place);
    if (token.kind === 'word' && !isFiller(token.text)) words.push(token);
    else others.push(token);
  }
  asideFrom = Math.min(asideFrom, tasteFrom(words));
  const last = withoutPack(words, Math.min(words.length, asideFrom) - 1);
  // `Chips Tomato Flavour` ends with the taste and hides the thing.
  const endsWithTaste = asideTo >= last;
  const isOneThing = !afterAnd.has(last) && !flavours.has(words[last]?.text ?? '');
  return {
    words,
    others,
    head: isOneThing ? last : -1,
    isOtherGood: makesAnother.has(words[last - 1]?.text ?? ''),
    asideFrom,
    asideTo: endsWithTaste ? 0 : asideTo,
  };
}

/** Where the taste begins that is said after the good. */
function tasteFrom(words: readonly Token[]): number {
  const good = words.findIndex(({ text }, place) => place > 0 && tasted.has(text));
  const endsInTaste = good >= 0 && good < words.length - 1 && !flavours.has(words.at(-1)!.text);
  return endsInTaste ? good + 1 : Number.POSITIVE_INFINITY;
}

/** In `naartjies bag` the thing is the fruit; a bag for fruit would be a `fruit bag`, in the singular. */
function withoutPack(words: readonly Token[], last: number): number {
  const before = words[last - 1]?.text ?? '';
  return packs.has(words[last]?.text ?? '') && /[^s]s$/.test(before) ? last - 1 : last;
}

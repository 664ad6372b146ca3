import { isFiller, type Token } from './analysis.ts';

/** A product's name as English builds names: the thing itself is the last word before what comes with it. */
export interface NameParts {
  /** The words that have a place; sizes and fillers have none, so that in `salt & vinegar` the words are neighbours. */
  words: Token[];
  /** The sizes and fillers. */
  others: Token[];
  /** The place of the word that the name calls the product; -1 when it names two things (`apple & cinnamon`) or none. */
  head: number;
  /** From this place on it is said what comes with the product (`cereal with honey`). */
  asideFrom: number;
  /** Before this place it is said what it tastes of (`honey flavoured cereal`). */
  asideTo: number;
}

const withs = new Set(['with', 'in', 'for', 'from', 'met', 'vir', 'van']);
const flavours = new Set(['flavoured', 'flavour', 'flavored', 'flavor', 'scented']);

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
  const last = Math.min(words.length, asideFrom) - 1;
  // `Chips Tomato Flavour` ends with the taste and hides the thing.
  const endsWithTaste = asideTo >= last;
  const isOneThing = !afterAnd.has(last) && !flavours.has(words[last]?.text ?? '');
  return { words, others, head: isOneThing ? last : -1, asideFrom, asideTo: endsWithTaste ? 0 : asideTo };
}

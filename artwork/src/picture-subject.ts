import type { Kind } from './motifs/motif-lookup.ts';

/** Input of a picture: texts by the shop owner, any of which may be empty. */
export interface Subject {
  name: string;
  brand: string;
  /** Format of the packaging: `Bottle`, `Carton`, `Loose`. */
  format: string;
  /** Size: `500 g`, `6 x 330 ml`, `30 tablets`. */
  packsize: string;
  /** The chosen colour, if any. */
  colour: string;
  /** Kinds of the product, most specific first: subtype, type, categories. */
  kinds: readonly string[];
}

const kindPatterns: readonly [RegExp, Kind][] = [
  [/consult|service|e-?book|download|voucher|recipe books|advice & books/, 'service'],
  [/\bpets?\b|dog food|cat food|wild bird|birds?\b/, 'pet'],
  [/baby|toddler|napp(y|ies)|infant/, 'baby'],
  [/garden|compost|soil|\bplants?\b|potting/, 'garden'],
  [
    /hair|bath|skin care|body care|oral care|beauty|deodorant|shampoo|sanitary|feminine|personal care|sun care|soap & shower|lips|grooming/,
    'body',
  ],
  [
    /household|laundry|clean|dishwash|kitchen|cookware|homeware|appliance|batter|candle|paper|braai(?! box)|storage|stationery|toys|tobacco|insect|home &|drinkware/,
    'house',
  ],
  [/supplement|health products|vitamin|first aid|sports nutrition|herbal|pain|digestive/, 'health'],
  [/\bmeat|poultry|\bfish\b|seafood|biltong|butcher|sausage/, 'meat'],
  [/fresh (fruit|veg)|^vegetables$|^fruit$|salads? (&|leaves)|fruit & veg/, 'fresh'],
];

const decisive: readonly Kind[] = ['service', 'pet', 'baby', 'garden'];

/**
 * Returns the kind of a product by its type and categories; food by default. Pets, babies and the garden
 * take precedence wherever they occur; otherwise the most specific word decides.
 */
export function kindOf({ kinds, format }: Subject): Kind {
  if (/service|download|voucher/i.test(format)) return 'service';
  const matchedKinds = kinds
    .slice(1)
    .map((word) => kindPatterns.find(([pattern]) => pattern.test(word.toLowerCase()))?.[1]);
  return matchedKinds.find((kind) => kind && decisive.includes(kind)) ?? matchedKinds.find(Boolean) ?? 'food';
}

/** Returns the name without text printed elsewhere on the label: leading brand and trailing size. */
export function titleOf({ name, brand, packsize }: Subject): string {
  let title = name.trim();
  if (brand && title.toLowerCase().startsWith(`${brand.toLowerCase()} `)) title = title.slice(brand.length);
  if (packsize) title = withoutEnd(title, packsize);
  return title.replace(/[\s,;:–-]+$/, '').trim() || name.trim();
}

function withoutEnd(title: string, end: string): string {
  const squeeze = (text: string) => text.toLowerCase().replace(/\s+/g, '');
  const wordList = title.split(/\s+/);
  for (let from = wordList.length - 1; from > 0 && from >= wordList.length - 5; from--) {
    if (squeeze(wordList.slice(from).join(' ')) === squeeze(end)) return wordList.slice(0, from).join(' ');
  }
  return title;
}

const units: Record<string, number> = { mg: 0.001, g: 1, kg: 1000, ml: 1, cl: 10, l: 1000 };

/**
 * Returns the size of a product relative to a usual one of its kind (1), by grams, millilitres or count. A
 * multipack counts as all of its units.
 */
export function bulkOf(packsize: string): number {
  const text = packsize.toLowerCase().replace(',', '.');
  const match = /(?:(\d+)\s*x\s*)?(\d+(?:\.\d+)?)\s*(mg|g|kg|ml|cl|l)\b/.exec(text);
  if (match) {
    const amount = Number(match[1] ?? 1) * Number(match[2]) * units[match[3]!]!;
    return amount > 0 ? amount / 500 : 1;
  }
  const count = Number(/\d+/.exec(text)?.[0] ?? 0);
  return count > 0 ? Math.min(count, 400) / 30 : 1;
}

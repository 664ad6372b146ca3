import type { Kind } from './motif-words.ts';

/** What a picture is drawn from: texts a shop owner wrote, any of which may be empty. */
export interface Subject {
  name: string;
  brand: string;
  /** What it comes in: `Bottle`, `Carton`, `Loose`. */
  format: string;
  /** How much: `500 g`, `6 x 330 ml`, `30 tablets`. */
  packsize: string;
  /** The colour a shopper chooses, when there is one. */
  colour: string;
  /** What kind of thing it is, the closest word first: subtype, type, its categories. */
  kinds: readonly string[];
}

const kindWords: readonly [RegExp, Kind][] = [
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

/** Food unless its type or categories say otherwise. What is for pets, babies or the garden is so wherever it is said; else the closest word decides. */
export function kindOf({ kinds, format }: Subject): Kind {
  if (/service|download|voucher/i.test(format)) return 'service';
  const said = kinds.slice(1).map((word) => kindWords.find(([words]) => words.test(word.toLowerCase()))?.[1]);
  return said.find((kind) => kind && decisive.includes(kind)) ?? said.find(Boolean) ?? 'food';
}

/** The name without what the label says elsewhere: the brand before it and the size after it. */
export function titleOf({ name, brand, packsize }: Subject): string {
  let title = name.trim();
  if (brand && title.toLowerCase().startsWith(`${brand.toLowerCase()} `)) title = title.slice(brand.length);
  if (packsize) title = withoutEnd(title, packsize);
  return title.replace(/[\s,;:–-]+$/, '').trim() || name.trim();
}

function withoutEnd(title: string, end: string): string {
  const squeeze = (text: string) => text.toLowerCase().replace(/\s+/g, '');
  const words = title.split(/\s+/);
  for (let from = words.length - 1; from > 0 && from >= words.length - 5; from--) {
    if (squeeze(words.slice(from).join(' ')) === squeeze(end)) return words.slice(0, from).join(' ');
  }
  return title;
}

const units: Record<string, number> = { mg: 0.001, g: 1, kg: 1000, ml: 1, cl: 10, l: 1000 };

/**
 * How big the pack is beside others of its kind, 1 for a usual one: grams and millilitres, or a count.
 * A pack of several is as big as all of them.
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

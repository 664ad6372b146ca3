import type { Kind } from '../motifs/motif-lookup.ts';
import { bulkOf, type Subject } from '../picture-subject.ts';
import type { PackagingName } from './packaging.ts';

type Rule = readonly [RegExp, PackagingName];

/** Products drawn as an object of their own, whatever their packaging. */
const objectRules: readonly Rule[] = [
  [/blender|smoothie maker|food processor/, 'blender'],
  [/juicer/, 'juicer'],
  [/water filter|filter jug/, 'jug'],
  [/dehydrator|biltong maker|steamer/, 'stackedTrays'],
  [/freezer|fridge/, 'freezer'],
  [/kettle/, 'kettle'],
  [
    /toaster|fryer|microwave|\boven\b|mixer|cooker|coffee machine|slow cook|\bscale\b|warmer|monitor|steriliser/,
    'worktop',
  ],
  [/\bmugs?\b/, 'mug'],
  [/\bflask|water bottle|travel cup|insulated|sippy|training cup|feeding bottle|baby bottle/, 'flask'],
  [/\bglass(es)?\b.*(set|pack|ml)|tumbler/, 'glass'],
  [/shopping bag|tote/, 'tote'],
  [/cutting board|chopping board|bread board/, 'board'],
  [/potjie(?! (spice|sauce))|dutch oven|cast.?iron pot/, 'castIron'],
  [/frying pan|skillet|\bwok\b|griddle/, 'fryingPan'],
  [/saucepan|stock ?pot|casserole|cooking pot/, 'saucepan'],
  [/lunch ?box|container|storage box|food box/, 'container'],
];

/** Formats whose name alone determines the packaging. */
const formatRules: readonly Rule[] = [
  [/service|voucher/, 'voucher'],
  [/download|book|paperback|print/, 'book'],
  [/blister|card\b/, 'card'],
  [/tablet|capsule|gummies|softgel|effervescent/, 'pillJar'],
  [/powder/, 'canister'],
  [/net\b|pocket/, 'net'],
  [/punnet/, 'punnet'],
  [/bunch/, 'sleeve'],
  [/tray/, 'tray'],
  [/loaf/, 'loaf'],
  [/block|wedge|brick/, 'block'],
  [/sack/, 'sack'],
  [/tube/, 'tube'],
  [/spray|trigger/, 'spray'],
  [/aerosol/, 'aerosol'],
  [/pump/, 'pump'],
  [/dropper|drops/, 'dropper'],
  [/pouch|sachet/, 'sachet'],
  [/carton/, 'carton'],
  [/candle/, 'candles'],
  [/stick/, 'card'],
  [/appliance/, 'worktop'],
];

/** Usual packaging by name and kind, for products without a format. */
const goodsRules: readonly Rule[] = [
  [
    /wine|pinotage|merlot|shiraz|cabernet|sauvignon|chenin|brandy|whisky|whiskey|\brum\b|\bgin\b|vodka|tequila|liqueur/,
    'wineBottle',
  ],
  [/beer|lager|cider|soft drink|energy drink|tonic|soda water/, 'drinkCan'],
  [/\beggs?\b/, 'eggs'],
  [/bread|loaf/, 'loaf'],
  [/ice cream|margarine/, 'wideTub'],
  [/yoghurt|custard|\bdips?\b|hummus|cottage|dessert|cream cheese/, 'tub'],
  [/cheese|butter\b|cheddar/, 'block'],
  [/juice|milk|amasi|maas|drink\b/, 'carton'],
  [/water\b|cordial|squash/, 'waterBottle'],
  [/\boil\b|vinegar/, 'oilBottle'],
  [/sauce|dressing|syrup|chutney/, 'sauceBottle'],
  [/jam\b|honey|spread|peanut butter|pickle|mayonnaise|spice|coffee(?! beans)/, 'jar'],
  [/canned|tinned|pilchard|tuna|baked beans/, 'can'],
  [/chocolate|cereal bar|\bbars?\b/, 'bar'],
  [/chips|crisps|popcorn|sweets|nuts\b|biltong|snack|frozen/, 'pillow'],
  [/toilet (paper|roll)|paper towel|roller towel/, 'rolls'],
  [/napp|diaper|wipes|pads\b|tissue|serviette|liners|tampon/, 'filmPack'],
  [/batter(y|ies)/, 'batteries'],
  [/candle/, 'candles'],
  [/soap bar|bath soap|beauty bar|\bsoap\b/, 'soapBar'],
  [/deodorant|air freshener|insect|hair ?spray|body spray/, 'aerosol'],
  [/lip (balm|ice|stick)|lipstick|mascara/, 'card'],
  [/shampoo|conditioner/, 'shampooBottle'],
  [/body wash|hand ?wash|lotion|sanitis/, 'pump'],
  [/toothpaste|hand cream|ointment|\bgel\b|cream\b/, 'tube'],
  [/mouthwash|dish(washing)? liquid|fabric softener|bleach|detergent liquid/, 'squeezeBottle'],
  [/cleaner|polish|spray/, 'spray'],
  [/washing powder|litter|charcoal|compost|dog food|potting|seed mix/, 'sack'],
  [/\btea\b|rooibos|cereal|muesli|oats|biscuit|crackers|pasta/, 'box'],
  [/flour|sugar|rice|maize|samp|beans|lentils|salt|grain/, 'bag'],
  [/\bpens?\b|pencil|torch|bulb|brush|toy|lighter|glue|knife|cutlery/, 'card'],
];

/** Returns the packaging in which a product is drawn. */
export function packagingFor(subject: Subject, kind: Kind): PackagingName {
  const packaging = wished(subject, kind);
  return showsInside.has(packaging) && !mayBeShown.has(kind) ? 'filmPack' : packaging;
}

/** Packaging that shows its contents; unsuitable for pet food with a cat on it, or a bib with a baby. */
const showsInside = new Set<PackagingName>(['tray', 'punnet', 'net', 'heap', 'single', 'sleeve']);
const mayBeShown = new Set<Kind>(['food', 'meat', 'fresh', 'garden']);

function wished(subject: Subject, kind: Kind): PackagingName {
  const format = subject.format.toLowerCase();
  const description = [subject.name, ...subject.kinds.slice(0, 1)].join(' ').toLowerCase();
  if (kind === 'service')
    return /book|recipe|guide|paperback|download/.test(`${format} ${description}`) &&
      !/consult/.test(description)
      ? 'book'
      : 'voucher';
  if (/appliance|loose|each|piece|set|^$|pack/.test(format) && !['food', 'meat', 'fresh'].includes(kind)) {
    const rule = objectRules.find(([pattern]) => pattern.test(description));
    if (rule) return rule[1];
  }
  if (/bottle/.test(format) && /insulated|flask|water bottle|shaker/.test(description) && kind !== 'food')
    return 'flask';
  return (
    refined(format, description, kind, subject) ??
    formatRules.find(([pattern]) => pattern.test(format))?.[1] ??
    usual(
      [subject.name, ...subject.kinds].map((word) => word.toLowerCase()),
      kind,
      subject,
    )
  );
}

/** Resolves formats that mean different packaging for different products. */
function refined(
  format: string,
  description: string,
  kind: Kind,
  { packsize }: Subject,
): PackagingName | undefined {
  const bulk = bulkOf(packsize);
  const litres = /\d\s*(ml|l)\b/i.test(packsize);
  if (/bottle/.test(format)) return bottleFor(description, kind, bulk, packsize);
  if (/can\b|tin\b/.test(format)) return tinFor(description, kind, bulk, litres && kind === 'food');
  if (/jar/.test(format)) return bulk < 0.45 || kind === 'body' ? 'smallJar' : 'jar';
  if (/\btub\b|bucket/.test(format))
    return bulk > 3.2 || /margarine|ice cream/.test(description) ? 'wideTub' : bulk < 0.4 ? 'pot' : 'tub';
  if (/^rolls?$/.test(format)) return rollFor(description);
  if (/cup|pot\b/.test(format) && kind !== 'garden') return 'pot';
  if (/bar/.test(format)) return kind === 'body' || kind === 'house' || kind === 'baby' ? 'soapBar' : 'bar';
  if (/loose|each/.test(format)) return looseFor(description, kind, format, packsize);
  if (/carton|tray/.test(format) && /\beggs?\b/.test(description)) return 'eggs';
  if (/sachet|pouch/.test(format) && (kind === 'baby' || /pur[eé]e|smoothie/.test(description)))
    return 'pouch';
  if (/bag|pack\b|packet/.test(format)) return bagFor(description, kind, bulk, format);
  if (/box/.test(format)) return boxFor(description, kind, bulk);
  if (/punnet|tray/.test(format) && kind === 'fresh') return 'punnet';
  if (/tray/.test(format) && !['food', 'meat'].includes(kind)) return 'card';
  return undefined;
}

function bottleFor(description: string, kind: Kind, bulk: number, packsize: string): PackagingName {
  if (/wine|merlot|pinotage|shiraz|cabernet|red blend|\bport\b/.test(description))
    return /white|ros[eé](?![a-z])|chenin|sauvignon blanc|chardonnay|sparkling|brut|muscat|dessert/.test(
      description,
    )
      ? 'paleWineBottle'
      : 'wineBottle';
  if (/chenin|chardonnay|blanc|brut|ros[eé](?![a-z])|muscat|hanepoot/.test(description))
    return 'paleWineBottle';
  if (/spray|trigger|cleaner/.test(description)) return 'spray';
  if (kind === 'health')
    return /oil|syrup|tonic|liquid/.test(description) && bulk > 0.3
      ? 'smallBottle'
      : /drop|tincture/.test(description) || bulk < 0.25
        ? 'dropper'
        : 'pillJar';
  if (/milk|maas|amasi|buttermilk|kefir/.test(description) && kind === 'food') return 'milkBottle';
  if (/wash\b|lotion|hand soap|pump/.test(description)) return 'pump';
  if (/deodorant|roll-on|serum|nail/.test(description) || (kind === 'body' && bulk < 0.22))
    return 'smallBottle';
  if (kind === 'body' || kind === 'baby') return 'shampooBottle';
  if (kind === 'house' || kind === 'garden') return bulk > 3 ? 'jerryCan' : 'squeezeBottle';
  if (/vinegar|\boil\b/.test(description)) return 'oilBottle';
  if (
    /sauce|peri|ketchup|mayo|mustard|syrup|dressing|marinade|essence|chutney|vanilla extract/.test(
      description,
    )
  )
    return bulk < 0.2 ? 'smallBottle' : 'sauceBottle';
  if (/water/.test(description)) return bulk > 8 ? 'jerryCan' : 'waterBottle';
  return /spice|herb/.test(description) || /^\d{2} ?(g|ml)$/.test(packsize) ? 'smallBottle' : 'drinkBottle';
}

function tinFor(description: string, kind: Kind, bulk: number, drink: boolean): PackagingName {
  if (kind === 'house' || kind === 'body')
    return /spray|insect|polish|deodorant/.test(description) ? 'aerosol' : 'paintTin';
  if (drink && !/milk|cream|coconut/.test(description)) return 'drinkCan';
  if (/tea|coffee|honeybush|rooibos|cocoa|formula|biscuit/.test(description)) return 'paintTin';
  return /tuna|sardine|mussel|anchov|salmon|oyster/.test(description) || bulk < 0.42 ? 'flatCan' : 'can';
}

function looseFor(description: string, kind: Kind, format: string, packsize: string): PackagingName {
  if (!['food', 'meat', 'fresh', 'garden'].includes(kind))
    return /knife|peeler|tongs|spoon|brush|torch|comb/.test(description) ? 'tool' : 'card';
  if (kind === 'garden')
    return /secateur|can\b|shears|hose|tool|trowel|glove|feeder/.test(description) ? 'card' : 'plantPot';
  if (kind === 'food' && /bread|loaf/.test(description)) return 'loaf';
  return /each|1 piece|single/i.test(`${format} ${packsize}`) ? 'single' : 'heap';
}

function rollFor(description: string): PackagingName {
  if (/toilet|towel/.test(description)) return 'rolls';
  return /foil|cling|wrap|paper/.test(description) ? 'wideBox' : 'filmPack';
}

function bagFor(description: string, kind: Kind, bulk: number, format: string): PackagingName {
  if (
    /napp|wipes?\b|pads\b|tissue|pants|serviette|tampon|liners?\b|cotton wool|bin bag|refuse|cloth|sponge/.test(
      description,
    )
  )
    return 'filmPack';
  if (/toilet (paper|roll)|towel/.test(description)) return 'rolls';
  if (
    kind === 'fresh' &&
    !/salad|rocket|spinach|leaves|lettuce|chopped|prepared|mix\b|herb/.test(description)
  )
    return 'net';
  if (bulk >= 8 || (kind === 'garden' && bulk > 3) || (kind === 'pet' && bulk >= 3)) return 'sack';
  if (/bread|rolls?\b|buns?\b|pita|wrap|roti|bagel|muffin/.test(description) && kind === 'food')
    return 'loaf';
  if (
    /chips|crisp|popcorn|sweet|nuts?\b|biltong|wors|frozen|snack|pretzel|puffs|gums?\b|salad|rocket|chicken|veg|pasta|marshmallow/.test(
      description,
    )
  )
    return 'pillow';
  if (/batter/.test(description)) return 'batteries';
  return format.includes('pack') ? 'pillow' : 'bag';
}

function boxFor(description: string, kind: Kind, bulk: number): PackagingName {
  if (/wine|water|juice/.test(description)) return 'squareBox';
  if (
    /\btea\b|rooibos|infusion|honeybush|capsule|tissue|plaster|pizza|chocolates|gift|set\b|trio|storage|seat|feeding/.test(
      description,
    )
  )
    return 'squareBox';
  if (/fish fingers|pies?\b|lasagne|biscuit|rusk|crackers|matches|firelighter/.test(description))
    return 'wideBox';
  if (kind === 'health' || kind === 'body') return bulk < 1.2 ? 'smallBox' : 'squareBox';
  return 'box';
}

function petFor(description: string, bulk: number): PackagingName {
  if (!/food|litter|seed|treat|pellets|biscuit|chunks|kibble/.test(description)) return 'card';
  if (/tin\b|can\b|pat[eé]/.test(description)) return 'can';
  return bulk >= 3 ? 'sack' : bulk > 0.9 ? 'bag' : 'sachet';
}

function usual(texts: readonly string[], kind: Kind, { packsize }: Subject): PackagingName {
  if (kind === 'fresh') return /each|^$/i.test(packsize) ? 'single' : 'net';
  if (kind === 'pet') return petFor(texts.join(' '), bulkOf(packsize));
  if (kind === 'meat' && !/tin|can|biltong|sliced|snack|stock/.test(texts[0]!)) return 'tray';
  for (const text of texts) {
    const rule = goodsRules.find(([pattern]) => pattern.test(text));
    if (rule) return rule[1];
  }
  const byKind: Partial<Record<Kind, PackagingName>> = {
    health: 'pillJar',
    body: 'pump',
    garden: 'sack',
    house: 'card',
    baby: 'filmPack',
  };
  return byKind[kind] ?? 'box';
}

import type { Kind } from './motif-words.ts';
import type { PackName } from './packs.ts';
import { bulkOf, type Subject } from './subject.ts';

type Rule = readonly [RegExp, PackName];

/** Things that are what their words say, whatever they are packed in. */
const thingWords: readonly Rule[] = [
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

/** What a format is, where the word alone decides. */
const formatWords: readonly Rule[] = [
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

/** Without a format: what such goods usually come in, by name and kind. */
const goodsWords: readonly Rule[] = [
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

/** The pack a product is drawn in. */
export function packFor(subject: Subject, kind: Kind): PackName {
  const pack = wished(subject, kind);
  return showsInside.has(pack) && !mayBeShown.has(kind) ? 'filmPack' : pack;
}

/** Packs through which one sees what is inside: not for a cat on its food, or a baby on its bib. */
const showsInside = new Set<PackName>(['tray', 'punnet', 'net', 'heap', 'single', 'sleeve']);
const mayBeShown = new Set<Kind>(['food', 'meat', 'fresh', 'garden']);

function wished(subject: Subject, kind: Kind): PackName {
  const format = subject.format.toLowerCase();
  const said = [subject.name, ...subject.kinds.slice(0, 1)].join(' ').toLowerCase();
  if (kind === 'service')
    return /book|recipe|guide|paperback|download/.test(`${format} ${said}`) && !/consult/.test(said)
      ? 'book'
      : 'voucher';
  if (/appliance|loose|each|piece|set|^$|pack/.test(format) && !['food', 'meat', 'fresh'].includes(kind)) {
    const thing = thingWords.find(([words]) => words.test(said));
    if (thing) return thing[1];
  }
  if (/bottle/.test(format) && /insulated|flask|water bottle|shaker/.test(said) && kind !== 'food')
    return 'flask';
  return (
    refined(format, said, kind, subject) ??
    formatWords.find(([words]) => words.test(format))?.[1] ??
    usual(
      [subject.name, ...subject.kinds].map((word) => word.toLowerCase()),
      kind,
      subject,
    )
  );
}

/** Formats that mean different packs for different goods. */
function refined(format: string, said: string, kind: Kind, { packsize }: Subject): PackName | undefined {
  const bulk = bulkOf(packsize);
  const litres = /\d\s*(ml|l)\b/i.test(packsize);
  if (/bottle/.test(format)) return bottleFor(said, kind, bulk, packsize);
  if (/can\b|tin\b/.test(format)) return tinFor(said, kind, bulk, litres && kind === 'food');
  if (/jar/.test(format)) return bulk < 0.45 || kind === 'body' ? 'smallJar' : 'jar';
  if (/\btub\b|bucket/.test(format))
    return bulk > 3.2 || /margarine|ice cream/.test(said) ? 'wideTub' : bulk < 0.4 ? 'pot' : 'tub';
  if (/^rolls?$/.test(format)) return rollFor(said);
  if (/cup|pot\b/.test(format) && kind !== 'garden') return 'pot';
  if (/bar/.test(format)) return kind === 'body' || kind === 'house' || kind === 'baby' ? 'soapBar' : 'bar';
  if (/loose|each/.test(format)) return looseFor(said, kind, format, packsize);
  if (/carton|tray/.test(format) && /\beggs?\b/.test(said)) return 'eggs';
  if (/sachet|pouch/.test(format) && (kind === 'baby' || /pur[eé]e|smoothie/.test(said))) return 'pouch';
  if (/bag|pack\b|packet/.test(format)) return bagFor(said, kind, bulk, format);
  if (/box/.test(format)) return boxFor(said, kind, bulk);
  if (/punnet|tray/.test(format) && kind === 'fresh') return 'punnet';
  if (/tray/.test(format) && !['food', 'meat'].includes(kind)) return 'card';
  return undefined;
}

function bottleFor(said: string, kind: Kind, bulk: number, packsize: string): PackName {
  if (/wine|merlot|pinotage|shiraz|cabernet|red blend|\bport\b/.test(said))
    return /white|ros[eé](?![a-z])|chenin|sauvignon blanc|chardonnay|sparkling|brut|muscat|dessert/.test(said)
      ? 'paleWineBottle'
      : 'wineBottle';
  if (/chenin|chardonnay|blanc|brut|ros[eé](?![a-z])|muscat|hanepoot/.test(said)) return 'paleWineBottle';
  if (/spray|trigger|cleaner/.test(said)) return 'spray';
  if (kind === 'health')
    return /oil|syrup|tonic|liquid/.test(said) && bulk > 0.3
      ? 'smallBottle'
      : /drop|tincture/.test(said) || bulk < 0.25
        ? 'dropper'
        : 'pillJar';
  if (/milk|maas|amasi|buttermilk|kefir/.test(said) && kind === 'food') return 'milkBottle';
  if (/wash\b|lotion|hand soap|pump/.test(said)) return 'pump';
  if (/deodorant|roll-on|serum|nail/.test(said) || (kind === 'body' && bulk < 0.22)) return 'smallBottle';
  if (kind === 'body' || kind === 'baby') return 'shampooBottle';
  if (kind === 'house' || kind === 'garden') return bulk > 3 ? 'jerryCan' : 'squeezeBottle';
  if (/vinegar|\boil\b/.test(said)) return 'oilBottle';
  if (/sauce|peri|ketchup|mayo|mustard|syrup|dressing|marinade|essence|chutney|vanilla extract/.test(said))
    return bulk < 0.2 ? 'smallBottle' : 'sauceBottle';
  if (/water/.test(said)) return bulk > 8 ? 'jerryCan' : 'waterBottle';
  return /spice|herb/.test(said) || /^\d{2} ?(g|ml)$/.test(packsize) ? 'smallBottle' : 'drinkBottle';
}

function tinFor(said: string, kind: Kind, bulk: number, drink: boolean): PackName {
  if (kind === 'house' || kind === 'body')
    return /spray|insect|polish|deodorant/.test(said) ? 'aerosol' : 'paintTin';
  if (drink && !/milk|cream|coconut/.test(said)) return 'drinkCan';
  if (/tea|coffee|honeybush|rooibos|cocoa|formula|biscuit/.test(said)) return 'paintTin';
  return /tuna|sardine|mussel|anchov|salmon|oyster/.test(said) || bulk < 0.42 ? 'flatCan' : 'can';
}

function looseFor(said: string, kind: Kind, format: string, packsize: string): PackName {
  if (!['food', 'meat', 'fresh', 'garden'].includes(kind))
    return /knife|peeler|tongs|spoon|brush|torch|comb/.test(said) ? 'tool' : 'card';
  if (kind === 'garden')
    return /secateur|can\b|shears|hose|tool|trowel|glove|feeder/.test(said) ? 'card' : 'plantPot';
  if (kind === 'food' && /bread|loaf/.test(said)) return 'loaf';
  return /each|1 piece|single/i.test(`${format} ${packsize}`) ? 'single' : 'heap';
}

function rollFor(said: string): PackName {
  if (/toilet|towel/.test(said)) return 'rolls';
  return /foil|cling|wrap|paper/.test(said) ? 'wideBox' : 'filmPack';
}

function bagFor(said: string, kind: Kind, bulk: number, format: string): PackName {
  if (
    /napp|wipes?\b|pads\b|tissue|pants|serviette|tampon|liners?\b|cotton wool|bin bag|refuse|cloth|sponge/.test(
      said,
    )
  )
    return 'filmPack';
  if (/toilet (paper|roll)|towel/.test(said)) return 'rolls';
  if (kind === 'fresh' && !/salad|rocket|spinach|leaves|lettuce|chopped|prepared|mix\b|herb/.test(said))
    return 'net';
  if (bulk >= 8 || (kind === 'garden' && bulk > 3) || (kind === 'pet' && bulk >= 3)) return 'sack';
  if (/bread|rolls?\b|buns?\b|pita|wrap|roti|bagel|muffin/.test(said) && kind === 'food') return 'loaf';
  if (
    /chips|crisp|popcorn|sweet|nuts?\b|biltong|wors|frozen|snack|pretzel|puffs|gums?\b|salad|rocket|chicken|veg|pasta|marshmallow/.test(
      said,
    )
  )
    return 'pillow';
  if (/batter/.test(said)) return 'batteries';
  return format.includes('pack') ? 'pillow' : 'bag';
}

function boxFor(said: string, kind: Kind, bulk: number): PackName {
  if (/wine|water|juice/.test(said)) return 'squareBox';
  if (
    /\btea\b|rooibos|infusion|honeybush|capsule|tissue|plaster|pizza|chocolates|gift|set\b|trio|storage|seat|feeding/.test(
      said,
    )
  )
    return 'squareBox';
  if (/fish fingers|pies?\b|lasagne|biscuit|rusk|crackers|matches|firelighter/.test(said)) return 'wideBox';
  if (kind === 'health' || kind === 'body') return bulk < 1.2 ? 'smallBox' : 'squareBox';
  return 'box';
}

function petFor(said: string, bulk: number): PackName {
  if (!/food|litter|seed|treat|pellets|biscuit|chunks|kibble/.test(said)) return 'card';
  if (/tin\b|can\b|pat[eé]/.test(said)) return 'can';
  return bulk >= 3 ? 'sack' : bulk > 0.9 ? 'bag' : 'sachet';
}

function usual(texts: readonly string[], kind: Kind, { packsize }: Subject): PackName {
  if (kind === 'fresh') return /each|^$/i.test(packsize) ? 'single' : 'net';
  if (kind === 'pet') return petFor(texts.join(' '), bulkOf(packsize));
  if (kind === 'meat' && !/tin|can|biltong|sliced|snack|stock/.test(texts[0]!)) return 'tray';
  for (const text of texts) {
    const found = goodsWords.find(([words]) => words.test(text));
    if (found) return found[1];
  }
  const byKind: Partial<Record<Kind, PackName>> = {
    health: 'pillJar',
    body: 'pump',
    garden: 'sack',
    house: 'card',
    baby: 'filmPack',
  };
  return byKind[kind] ?? 'box';
}

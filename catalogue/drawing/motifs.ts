import { cream, leaf, protea } from './colour.ts';

/**
 * What is in the pack, in a few strokes: each is drawn about its own middle, in a box from -50 to 50.
 * Natural colours, whatever the pack wears, so that an apple is an apple at 40 pixels.
 */
export const motifs: Record<string, string> = {
  protea: `${petals(9, '#e58aa6', protea)}<path d="M-26 42Q0 58 26 42L15 18H-15z" fill="#5d8a4a"/>`,
  apricot:
    '<circle cy="6" r="38" fill="#f3a04a"/><path d="M2-30C-16-10-16 22 0 44" stroke="#d97f2b" stroke-width="4" fill="none"/><path d="M0-30C4-46 24-48 38-42 30-28 16-24 0-30z" fill="#6f9a4d"/><path d="M12-18Q26-10 26 8" stroke="#fbd3a0" stroke-width="5" fill="none" stroke-linecap="round"/>',
  flame:
    '<path d="M4-48C10-24 36-10 34 16 32 36 16 46 0 46S-34 36-34 14C-34 0-24-8-20-20-10-14-8-6-8-2 0-14 4-30 4-48z" fill="#e0662b"/><path d="M2-8C6 4 18 10 16 24 14 36 6 42 0 42S-16 36-16 24C-16 14-8 12-4 6-2 10-2 12-2 14 2 6 2 0 2-8z" fill="#f7c04a"/>',
  grain: ears('#d9a441', '#b98529'),
  maize:
    '<path d="M0-48C18-40 22-8 17 24 14 40-14 40-17 24-22-8-18-40 0-48z" fill="#f4c542"/>' +
    '<path d="M-6-38V34M6-38V34M-15-22H15M-18-8H18M-18 6H18M-17 20H17" stroke="#d99f1e" stroke-width="3" fill="none"/>' +
    '<path d="M0 46C-26 46-34 20-30-14-14 2-4 22 0 46zM0 46C26 46 34 20 30-14 14 2 4 22 0 46z" fill="#7ba05b"/>',
  rice: scattered('<ellipse rx="5" ry="13" fill="#f7e6bd" stroke="#b5985c" stroke-width="2.5"/>'),
  bean: scattered(
    '<path d="M-9-11C2-18 12-8 10 3 8 14-4 16-8 9-11 4-3 2-5-2-7-6-14-7-9-11z" fill="#8c3b2e"/>',
  ),
  pasta:
    '<g fill="none" stroke="#e3b04b" stroke-width="7" stroke-linecap="round"><path d="M-30 38C-34 0-20-10-24-42M-10 40C-16 4 0-8-6-44M10 40C6 4 20-6 14-44M30 38C28 6 38-8 32-40"/></g>' +
    '<rect x="-40" y="-7" width="80" height="14" rx="7" fill="#c8553d"/>',
  bread:
    '<path d="M-44 2C-50-26-22-34 0-34S50-26 44 2L40 32Q0 40-40 32z" fill="#d39a55"/>' +
    '<path d="M-24-16-14 4M-4-20 6 2M17-18 27 2" stroke="#f3d7a6" stroke-width="7" stroke-linecap="round"/>',
  biscuit:
    '<circle r="38" fill="#d8a862"/><g fill="#6b4226"><circle cx="-14" cy="-12" r="6"/><circle cx="14" cy="-18" r="5"/><circle cx="18" cy="12" r="7"/><circle cx="-8" cy="18" r="5"/><circle cx="-24" cy="6" r="4"/></g>',
  apple:
    '<path d="M0-16C18-32 44-20 40 8 36 34 16 46 0 38-16 46-36 34-40 8-44-20-18-32 0-16z" fill="#c8443c"/>' +
    '<path d="M0-16C-2-28 2-38 8-44" stroke="#5b3a22" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M6-30C12-44 26-46 36-42 32-30 20-24 6-30z" fill="#6f9a4d"/>',
  pear: '<path d="M0-34C16-34 14-10 26 6 42 28 22 46 0 46S-42 28-26 6C-14-10-16-34 0-34z" fill="#b9c255"/><path d="M0-34Q2-44 8-48" stroke="#5b3a22" stroke-width="5" fill="none" stroke-linecap="round"/>',
  citrus:
    '<circle r="42" fill="#f0912d"/><circle r="35" fill="#fff1d6"/><g fill="#f7a941">' +
    around(8, '<path d="M0-6-10-29Q0-35 10-29z"/>') +
    '</g>',
  lemon:
    '<path d="M-46 0C-38-10-32-32 0-32S38-10 46 0C38 10 32 32 0 32S-38 10-46 0z" fill="#f3d23e"/><path d="M-18-16Q-6-24 10-22" stroke="#fff3b0" stroke-width="5" fill="none" stroke-linecap="round"/>',
  banana:
    '<path d="M-40-26C-32 22 6 42 44 24L46 14C16 18-10 2-24-32z" fill="#f5cf3f"/><path d="M-40-26-36-40-26-40-24-32z" fill="#6b5a2a"/><path d="M-32-24C-22 14 8 30 42 20" stroke="#dcae26" stroke-width="3" fill="none"/>',
  berry:
    '<g fill="#6d3b78"><circle cx="-18" cy="-4" r="20"/><circle cx="18" cy="-6" r="20"/><circle cy="24" r="20"/></g><g fill="#a673b0"><circle cx="-23" cy="-10" r="5"/><circle cx="13" cy="-12" r="5"/><circle cx="-5" cy="18" r="5"/></g><path d="M0-20C4-40 22-44 34-40 28-26 14-20 0-20z" fill="#6f9a4d"/>',
  grape:
    '<g fill="#7b4a86"><circle cx="-24" cy="-12" r="14"/><circle cy="-14" r="14"/><circle cx="24" cy="-12" r="14"/><circle cx="-12" cy="10" r="14"/><circle cx="12" cy="10" r="14"/><circle cy="32" r="14"/></g><path d="M0-26V-46" stroke="#6b4a2a" stroke-width="5"/><path d="M2-34C12-50 30-48 36-40 26-30 14-28 2-34z" fill="#6f9a4d"/>',
  strawberry:
    '<path d="M0 46C-30 30-44-2-30-20-18-32 18-32 30-20 44-2 30 30 0 46z" fill="#d6404a"/><g fill="#ffe3a3"><circle cx="-14" cy="-4" r="3"/><circle cx="12" cy="-6" r="3"/><circle cx="-2" cy="10" r="3"/><circle cx="-12" cy="20" r="3"/><circle cx="14" cy="14" r="3"/></g><path d="M-28-22Q-10-28 0-44 10-28 28-22 12-12 0-20-12-12-28-22z" fill="#5d8a4a"/>',
  carrot:
    '<path d="M-14-18C-2-30 16-22 16-6 16 10-4 36-36 46-30 14-26-6-14-18z" fill="#ee8434" transform="rotate(8)"/><path d="M8-18C6-34 12-46 22-48 20-36 20-28 14-20 24-32 36-34 44-30 38-20 28-14 14-14z" fill="#5d8a4a"/><path d="M-8-2 4 6M-18 14-8 20" stroke="#c9641c" stroke-width="4" stroke-linecap="round"/>',
  tomato:
    '<circle cy="6" r="38" fill="#d8453b"/><path d="M0-26C-8-38-22-36-30-32-24-22-14-18-6-20L0-12 6-20C14-18 24-22 30-32 22-36 8-38 0-26z" fill="#4f8a45"/><path d="M-22-2Q-26 12-18 24" stroke="#f08a7c" stroke-width="5" fill="none" stroke-linecap="round"/>',
  potato:
    '<path d="M-40 6C-42-22-10-36 14-30 40-24 46 4 34 24 20 44-36 40-40 6z" fill="#c49a62"/><g fill="#96703f"><circle cx="-16" r="3"/><circle cx="10" cy="-12" r="3"/><circle cx="18" cy="14" r="3"/><circle cx="-8" cy="20" r="3"/></g>',
  onion:
    '<path d="M0-44C4-26 42-16 40 12 38 36 18 42 0 42S-38 36-40 12C-42-16-4-26 0-44z" fill="#c77c3c"/><path d="M0-28C-18-10-20 16-8 40M0-28C18-10 20 16 8 40" stroke="#9d5a22" stroke-width="3" fill="none"/>',
  avocado:
    '<path d="M0-44C20-44 22-18 32 2 44 28 24 46 0 46S-44 28-32 2C-22-18-20-44 0-44z" fill="#4f6b33"/><path d="M0-34C13-34 16-12 24 4 33 24 18 37 0 37S-33 24-24 4C-16-12-13-34 0-34z" fill="#dfe59a"/><circle cy="13" r="15" fill="#8a5a34"/>',
  leaf: '<path d="M-38 38C-46-10-10-44 42-42 46 8 12 44-38 38z" fill="#7ba05b"/><path d="M-46 46C-20 20 4-6 26-26M-10 10V-14M-10 10H16" stroke="#456b33" stroke-width="4" fill="none" stroke-linecap="round"/>',
  rooibos:
    '<path d="M0 48C0 10-2-10 0-30" stroke="#8a3b1f" stroke-width="5" fill="none"/><g stroke="#b2502a" stroke-width="5" stroke-linecap="round" fill="none"><path d="M0 24-22-6M0 24 22-6M0 6-18-30M0 6 18-30M0-12-10-46M0-12 10-46M0 38-30 14M0 38 30 14"/></g>',
  cup: '<path d="M-36-10H26V14C26 32 16 42-5 42S-36 32-36 14z" fill="#fffaf0" stroke="#8a5a34" stroke-width="4"/><path d="M26-2C44-4 44 24 24 22" stroke="#8a5a34" stroke-width="5" fill="none"/><ellipse cx="-5" cy="-10" rx="31" ry="8" fill="#9c5a2e"/><path d="M-16-24Q-22-34-14-44M4-24Q-2-34 6-44" stroke="#c9a98a" stroke-width="4" fill="none" stroke-linecap="round"/>',
  coffee: scattered(
    '<ellipse rx="11" ry="15" fill="#5e3820"/><path d="M2-14C-6-4 6 4-2 14" stroke="#c79a6b" stroke-width="3" fill="none"/>',
  ),
  cocoa:
    '<path d="M0-46C28-30 30 24 0 46-30 24-28-30 0-46z" fill="#7a4526"/><path d="M0-46C-10-16-10 16 0 46M0-46C10-16 10 16 0 46" stroke="#a66c3f" stroke-width="4" fill="none"/>',
  nut: scattered(
    '<path d="M0-18C14-12 14 8 0 18-14 8-14-12 0-18z" fill="#b97a3f"/><path d="M0-14C-5-4-5 6 0 14M0-14C5-4 5 6 0 14" stroke="#8a5424" stroke-width="2" fill="none"/>',
  ),
  milk: '<path d="M0-46C22-14 34 0 34 16A34 32 0 0 1-34 16C-34 0-22-14 0-46z" fill="#fff" stroke="#9dbbd6" stroke-width="4"/><path d="M-20 16A20 18 0 0 0-4 34" stroke="#bfd5e8" stroke-width="6" fill="none" stroke-linecap="round"/>',
  water:
    '<path d="M0-46C22-14 34 0 34 16A34 32 0 0 1-34 16C-34 0-22-14 0-46z" fill="#6fb3d6"/><path d="M-20 16A20 18 0 0 0-4 34" stroke="#d8eef8" stroke-width="6" fill="none" stroke-linecap="round"/>',
  oil: '<path d="M0-46C22-14 34 0 34 16A34 32 0 0 1-34 16C-34 0-22-14 0-46z" fill="#e2b93b"/><path d="M-20 16A20 18 0 0 0-4 34" stroke="#fbeab0" stroke-width="6" fill="none" stroke-linecap="round"/>',
  olive:
    '<ellipse cx="-12" cy="10" rx="22" ry="27" fill="#7c8c3a" transform="rotate(18)"/><circle cx="-14" cy="-8" r="6" fill="#4a5520"/><path d="M-6-20C8-40 28-44 44-42 40-28 22-14-2-16z" fill="#5d8a4a"/><path d="M10-4C24-10 38-4 44 6 32 14 18 12 10-4z" fill="#7ba05b"/>',
  cheese:
    '<path d="M-44 8 34-30Q44-22 44 8z" fill="#f7d35c"/><path d="M-44 8H44V36H-44z" fill="#eebc36"/><g fill="#d39c1f"><circle cx="-20" cy="22" r="7"/><circle cx="10" cy="16" r="5"/><circle cx="28" cy="26" r="6"/></g>',
  egg: '<ellipse cx="-16" cy="4" rx="24" ry="31" fill="#e9c9a2"/><ellipse cx="18" cy="10" rx="24" ry="31" fill="#f6e3c8"/><path d="M8-8Q2 2 4 12" stroke="#fff" stroke-width="5" fill="none" stroke-linecap="round"/>',
  honey:
    '<path d="M0-44 38-22V22L0 44-38 22V-22z" fill="#eba92b"/><path d="M0-24 21-12V12L0 24-21 12V-12z" fill="#f8cf6a"/>',
  fish: '<path d="M-46 0C-28-30 8-28 24-6L46-24Q40 0 46 24L24 6C8 28-28 30-46 0z" fill="#7fa3b5"/><circle cx="-26" cy="-5" r="5" fill="#26404d"/><path d="M-8-14Q0 0-8 14M6-10Q12 0 6 10" stroke="#5b8194" stroke-width="4" fill="none"/>',
  meat: '<path d="M-40 10C-46-22-14-40 12-34 40-28 48 0 36 18 22 40-34 42-40 10z" fill="#b8463f"/><path d="M-26 8C-28-12-8-24 8-20 26-16 30 2 22 12 12 26-24 28-26 8z" fill="#d9736a"/><circle cx="-8" r="8" fill="#f8e6d8"/>',
  chicken:
    '<path d="M-6-34C24-46 48-14 32 10 20 28-2 26-12 14L-32 34C-30 44-44 46-44 38-52 36-48 24-40 26L-20 6C-28-8-24-28-6-34z" fill="#d79a55"/><path d="M4-24Q20-24 24-8" stroke="#f1c78f" stroke-width="6" fill="none" stroke-linecap="round"/>',
  chilli:
    '<path d="M18-26C30-20 30-2 14 16-2 34-26 44-44 38-20 30-6 10-2-14 0-28 10-32 18-26z" fill="#c9352e"/><path d="M12-28C16-40 24-44 32-46" stroke="#4f8a45" stroke-width="7" fill="none" stroke-linecap="round"/>',
  spice:
    '<g transform="rotate(20)"><path d="M-6-46H6L10 40Q0 46-10 40z" fill="#9c5a2e"/></g><g fill="#4b3527"><circle cx="-28" cy="18" r="7"/><circle cx="-34" cy="-6" r="6"/><circle cx="30" cy="20" r="7"/><circle cx="34" cy="-4" r="5"/></g>',
  sugar:
    '<path d="M-36-6-8-18 20-6V26L-8 38-36 26z" fill="#fff" stroke="#c9bda8" stroke-width="4" stroke-linejoin="round"/><path d="M-36-6-8 6 20-6M-8 6V38" stroke="#c9bda8" stroke-width="4" fill="none"/><path d="M10-26 26-34 42-26V-8L28-2" fill="#fff" stroke="#c9bda8" stroke-width="4" stroke-linejoin="round"/>',
  salt: '<g fill="#fff" stroke="#b8c4cc" stroke-width="4"><path d="M-34-4-14-14 2-2-18 10zM2 20 22 8 38 20 18 32zM4-32 22-40 34-26 16-18z"/></g>',
  pill: '<g transform="rotate(-35) scale(1.1)"><path d="M0-17H24A17 17 0 0 1 24 17H0z" fill="#fbe3c0"/><path d="M0-17H-24A17 17 0 0 0-24 17H0z" fill="#d0587e"/><path d="M-24-9H20" stroke="#fff" stroke-opacity=".6" stroke-width="4" stroke-linecap="round"/></g>',
  heart:
    '<path d="M0 40C-52 6-44-34-18-34-8-34-2-28 0-20 2-28 8-34 18-34 44-34 52 6 0 40z" fill="#d0587e"/><path d="M-26-12Q-24-20-16-22" stroke="#f4c3d2" stroke-width="6" fill="none" stroke-linecap="round"/>',
  sun: `<circle r="20" fill="#f5b93b"/><g stroke="#f5b93b" stroke-width="6" stroke-linecap="round">${around(8, '<path d="M0-30V-43"/>')}</g>`,
  bubbles:
    '<g fill="#bfe3ee" stroke="#5fa8bf" stroke-width="4"><circle cx="-12" cy="12" r="26"/><circle cx="22" cy="-16" r="18"/><circle cx="-22" cy="-28" r="10"/></g><path d="M-26 6Q-22-4-12-6M12-20Q14-26 20-28" stroke="#fff" stroke-width="5" fill="none" stroke-linecap="round"/>',
  paw: '<g fill="#7a5a42"><ellipse cy="18" rx="24" ry="20"/><ellipse cx="-30" cy="-8" rx="10" ry="13"/><ellipse cx="-11" cy="-26" rx="10" ry="14"/><ellipse cx="11" cy="-26" rx="10" ry="14"/><ellipse cx="30" cy="-8" rx="10" ry="13"/></g>',
  seed: scattered('<path d="M0-16C9-6 8 10 0 15-8 10-9-6 0-16z" fill="#8a7a4a"/>'),
  flower: petals(8, '#fffaf0', '#e8b73a'),
  paper:
    '<circle r="36" fill="#fffaf0" stroke="#d9cdb8" stroke-width="4"/><circle r="13" fill="#cbb692"/><path d="M36 0V40H14" fill="none" stroke="#d9cdb8" stroke-width="4"/>',
  bolt: '<path d="M10-46-28 8H-4L-12 46 28-10H4z" fill="#f5b93b"/>',
  butternut:
    '<path d="M0-44C16-44 18-26 18-10 20 4 40 8 38 26 36 42 16 46 0 46S-36 42-38 26C-40 8-20 4-18-10-18-26-16-44 0-44z" fill="#e8b06a"/><path d="M-6-42-4-50H6L6-42z" fill="#7a6a3a"/><path d="M-10-30C-12-6-16 4-24 16" stroke="#f6d3a2" stroke-width="5" fill="none" stroke-linecap="round"/>',
  sausage:
    '<path d="M-38 30C-46-6-22-36 8-34 36-32 44-4 28 12 16 24-6 18-4 0" fill="none" stroke="#a34a34" stroke-width="19" stroke-linecap="round"/><path d="M-40 22C-42-8-20-34 8-36" fill="none" stroke="#cf7a5c" stroke-width="4" stroke-linecap="round"/>',
  coconut:
    '<circle r="40" fill="#6b4630"/><circle r="32" fill="#fffdf6"/><ellipse cx="2" cy="4" rx="22" ry="20" fill="#e4eef0"/>',
  aloe: '<g fill="#6f9a5a"><path d="M0 46C-10 10-8-20 0-46 8-20 10 10 0 46z"/><path d="M-2 46C-24 30-34 6-34-22-14-6-4 18-2 46zM2 46C24 30 34 6 34-22 14-6 4 18 2 46z"/></g><g fill="#87b26e"><path d="M-4 46C-28 44-44 30-48 8-26 14-12 28-4 46zM4 46C28 44 44 30 48 8 26 14 12 28 4 46z"/></g>',
  chocolate:
    '<g transform="rotate(-14)"><rect x="-36" y="-36" width="72" height="72" rx="7" fill="#4a2a1a"/><g fill="#6b4028"><rect x="-30" y="-30" width="27" height="27" rx="3"/><rect x="3" y="-30" width="27" height="27" rx="3"/><rect x="-30" y="3" width="27" height="27" rx="3"/><rect x="3" y="3" width="27" height="27" rx="3"/></g></g>',
  cream:
    '<path d="M-30 40C-50 20-26 8-26 8-38-8-18-16-14-18-16-34 2-38 8-46 12-34 24-30 16-18 30-14 30 2 24 8 42 12 46 30 30 40z" fill="#fffdf6" stroke="#e0d0b4" stroke-width="4"/>',
};

/** Turns a shape about the middle, `count` times around. */
function around(count: number, shape: string): string {
  return Array.from(
    { length: count },
    (_, at) => `<g transform="rotate(${(360 / count) * at})">${shape}</g>`,
  ).join('');
}

function petals(count: number, petal: string, heart: string): string {
  const shape = `<path d="M0 0C-14-16-10-36 0-44 10-36 14-16 0 0z" fill="${petal}" stroke="${heart}" stroke-opacity=".35" stroke-width="2"/>`;
  return `${around(count, shape)}<circle r="13" fill="${heart}"/>`;
}

function scattered(shape: string): string {
  const places = [
    [-24, -22, -30],
    [14, -30, 20],
    [34, -2, 70],
    [-4, 4, 110],
    [-34, 16, 35],
    [16, 28, -20],
    [-12, 38, 80],
  ];
  return places
    .map(([x, y, turn]) => `<g transform="translate(${x} ${y}) rotate(${turn})">${shape}</g>`)
    .join('');
}

function ears(kernel: string, stalk: string): string {
  const rows = [-30, -16, -2, 12].map(
    (y) =>
      `<path d="M0 ${y + 12}C-16 ${y + 10}-20 ${y - 4}-18 ${y - 10}-6 ${y - 8} 0 ${y} 0 ${y + 12}z"/><path d="M0 ${y + 12}C16 ${y + 10} 20 ${y - 4} 18 ${y - 10} 6 ${y - 8} 0 ${y} 0 ${y + 12}z"/>`,
  );
  return `<path d="M0-30V50" stroke="${stalk}" stroke-width="4"/><g fill="${kernel}"><path d="M0-30C-9-38-7-48 0-50 7-48 9-38 0-30z"/>${rows.join('')}</g>`;
}

/** Which motif speaks for which words; the first that fits. */
const speaksFor: [RegExp, keyof typeof motifs][] = [
  [/juicer|dehydrator/, 'citrus'],
  [/apple/, 'apple'],
  [/banana/, 'banana'],
  [/naartjie|orange|citrus|vitamin c/, 'citrus'],
  [/lemon/, 'lemon'],
  [/apricot|peach/, 'apricot'],
  [/pear/, 'pear'],
  [/strawberr/, 'strawberry'],
  [/berr/, 'berry'],
  [/grape|wine|chenin|raisin/, 'grape'],
  [/avo/, 'avocado'],
  [/butternut|pumpkin/, 'butternut'],
  [/sweet potato|potato/, 'potato'],
  [/onion/, 'onion'],
  [/carrot/, 'carrot'],
  [/tomato/, 'tomato'],
  [/rooibos|honeybush/, 'rooibos'],
  [/shampoo|pads|flower(?! oil)/, 'flower'],
  [/body|wash|soap|clean|dish|laundry/, 'bubbles'],
  [/braai box|wood|charcoal/, 'flame'],
  [/\bchard|spinach|rocket|buchu|plant|tea|leaf|soya/, 'leaf'],
  [/aloe/, 'aloe'],
  [/maas|milk|yoghurt|whey|amasi/, 'milk'],
  [/gouda|cheddar|cheese/, 'cheese'],
  [/egg/, 'egg'],
  [/bread|loaf|roll/, 'bread'],
  [/rusk|biscuit|ginger$|cookie/, 'biscuit'],
  [/boerewors|dro.wors|sausage/, 'sausage'],
  [/chicken/, 'chicken'],
  [/biltong|beef|mince|lamb|steak/, 'meat'],
  [/pilchard|tuna|fish|hake/, 'fish'],
  [/maize|samp|mielie/, 'maize'],
  [/rice/, 'rice'],
  [/pasta|fusilli|spaghetti|macaroni/, 'pasta'],
  [/bean|lentil|chickpea|pea protein/, 'bean'],
  [/olive/, 'olive'],
  [/oil/, 'oil'],
  [/honey/, 'honey'],
  [/peri|chilli/, 'chilli'],
  [/curry|spice|masala|ginger/, 'spice'],
  [/salt|bicarb/, 'salt'],
  [/sugar|xylitol/, 'sugar'],
  [/coconut/, 'coconut'],
  [/almond|nut$|nuts|peanut/, 'nut'],
  [/butter(?!nut)|cream/, 'cream'],
  [/coffee/, 'coffee'],
  [/chocolate/, 'chocolate'],
  [/cocoa/, 'cocoa'],
  [/oat|flour|wheat|muesli|grain|cereal/, 'grain'],
  [/seed/, 'seed'],
  [/d3|sun/, 'sun'],
  [/vitamin|magnesium|tablet|capsule/, 'pill'],
  [/water|freezer/, 'water'],
  [/dietician|heart/, 'heart'],
  [/dog|cat|pet/, 'paw'],
  [/paper|tissue/, 'paper'],
  [/cup|mug/, 'cup'],
];

/** The drawing that goes with a word on the pack; the house's own flower where none is known. */
export function motifFor(word: string): string {
  const found = speaksFor.find(([words]) => words.test(word.toLowerCase()));
  return motifs[found?.[1] ?? 'protea']!;
}

/** The small flower that every pack of the house wears. */
export const mark = (x: number, y: number, size: number, onDark: boolean): string =>
  `<g transform="translate(${x} ${y}) scale(${size / 100})">${around(5, `<path d="M0 6C-22-14-14-42 0-50 14-42 22-14 0 6z" fill="${onDark ? cream : protea}"/>`)}<circle r="11" fill="${onDark ? protea : leaf}"/></g>`;

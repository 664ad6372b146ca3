import { around, ears, petals, scattered } from '../drawing/repeated-shapes.ts';

/**
 * Drawings of plants and produce in a few strokes, each centred in a square from -50 to 50. The colours are
 * natural, whatever the packaging, so that an apple is recognizable at 40 pixels.
 */
export const grown: Record<string, string> = {
  apricot:
    '<circle cy="6" r="38" fill="#f3a04a"/><path d="M2-30C-16-10-16 22 0 44" stroke="#d97f2b" stroke-width="4" fill="none"/><path d="M0-30C4-46 24-48 38-42 30-28 16-24 0-30z" fill="#6f9a4d"/><path d="M12-18Q26-10 26 8" stroke="#fbd3a0" stroke-width="5" fill="none" stroke-linecap="round"/>',
  grain: ears('#d9a441', '#b98529'),
  maize:
    '<path d="M0-48C18-40 22-8 17 24 14 40-14 40-17 24-22-8-18-40 0-48z" fill="#f4c542"/>' +
    '<path d="M-6-38V34M6-38V34M-15-22H15M-18-8H18M-18 6H18M-17 20H17" stroke="#d99f1e" stroke-width="3" fill="none"/>' +
    '<path d="M0 46C-26 46-34 20-30-14-14 2-4 22 0 46zM0 46C26 46 34 20 30-14 14 2 4 22 0 46z" fill="#7ba05b"/>',
  rice: scattered('<ellipse rx="5" ry="13" fill="#f7e6bd" stroke="#b5985c" stroke-width="2.5"/>'),
  bean: scattered(
    '<path d="M-9-11C2-18 12-8 10 3 8 14-4 16-8 9-11 4-3 2-5-2-7-6-14-7-9-11z" fill="#8c3b2e"/>',
  ),
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
  nut: scattered(
    '<path d="M0-18C14-12 14 8 0 18-14 8-14-12 0-18z" fill="#b97a3f"/><path d="M0-14C-5-4-5 6 0 14M0-14C5-4 5 6 0 14" stroke="#8a5424" stroke-width="2" fill="none"/>',
  ),
  olive:
    '<ellipse cx="-12" cy="10" rx="22" ry="27" fill="#7c8c3a" transform="rotate(18)"/><circle cx="-14" cy="-8" r="6" fill="#4a5520"/><path d="M-6-20C8-40 28-44 44-42 40-28 22-14-2-16z" fill="#5d8a4a"/><path d="M10-4C24-10 38-4 44 6 32 14 18 12 10-4z" fill="#7ba05b"/>',
  chilli:
    '<path d="M18-26C30-20 30-2 14 16-2 34-26 44-44 38-20 30-6 10-2-14 0-28 10-32 18-26z" fill="#c9352e"/><path d="M12-28C16-40 24-44 32-46" stroke="#4f8a45" stroke-width="7" fill="none" stroke-linecap="round"/>',
  seed: scattered('<path d="M0-16C9-6 8 10 0 15-8 10-9-6 0-16z" fill="#8a7a4a"/>'),
  butternut:
    '<path d="M0-44C16-44 18-26 18-10 20 4 40 8 38 26 36 42 16 46 0 46S-36 42-38 26C-40 8-20 4-18-10-18-26-16-44 0-44z" fill="#e8b06a"/><path d="M-6-42-4-50H6L6-42z" fill="#7a6a3a"/><path d="M-10-30C-12-6-16 4-24 16" stroke="#f6d3a2" stroke-width="5" fill="none" stroke-linecap="round"/>',
  coconut:
    '<circle r="40" fill="#6b4630"/><circle r="32" fill="#fffdf6"/><ellipse cx="2" cy="4" rx="22" ry="20" fill="#e4eef0"/>',
  aloe: '<g fill="#6f9a5a"><path d="M0 46C-10 10-8-20 0-46 8-20 10 10 0 46z"/><path d="M-2 46C-24 30-34 6-34-22-14-6-4 18-2 46zM2 46C24 30 34 6 34-22 14-6 4 18 2 46z"/></g><g fill="#87b26e"><path d="M-4 46C-28 44-44 30-48 8-26 14-12 28-4 46zM4 46C28 44 44 30 48 8 26 14 12 28 4 46z"/></g>',
  pineapple:
    '<path d="M0-14C-10-30-26-32-32-44-14-42-8-34-4-26-6-38-2-46 2-50 4-42 8-36 4-26 10-36 20-42 32-42 26-30 10-28 0-14z" fill="#5d8a4a"/><ellipse cy="16" rx="26" ry="32" fill="#eab033"/><path d="M-22 0 14 42M-26 16-4 46M-14-12 24 30M-4-16 26 12M22 0-14 42M26 16 4 46M14-12-24 30M4-16-26 12" stroke="#b97c1c" stroke-width="2.5"/>',
  watermelon:
    '<path d="M-48-14A48 48 0 0 0 48-14z" fill="#3f8a47"/><path d="M-42-14A42 42 0 0 0 42-14z" fill="#e9f2d5"/><path d="M-37-14A37 37 0 0 0 37-14z" fill="#e2504c"/><g fill="#3a2320"><circle cx="-18" cy="-4" r="3"/><circle cy="2" r="3"/><circle cx="18" cy="-4" r="3"/><circle cx="-9" cy="10" r="3"/><circle cx="10" cy="11" r="3"/></g>',
  mango:
    '<path d="M-34 20C-46-8-20-38 12-36 40-34 48-2 30 20 14 42-24 44-34 20z" fill="#f2a73b"/><path d="M12-36C40-34 48-2 30 20 22 30 12 36 0 38 24 20 30-12 12-36z" fill="#d9543f" fill-opacity=".75"/><path d="M10-34C12-44 20-48 26-48" stroke="#5b3a22" stroke-width="4" fill="none" stroke-linecap="round"/>',
  kiwi: '<circle r="40" fill="#7a5a36"/><circle r="35" fill="#9cbf4a"/><ellipse rx="12" ry="14" fill="#eef3cf"/><g fill="#2f2a1c"><circle cx="-20" r="3"/><circle cx="20" r="3"/><circle cy="-22" r="3"/><circle cy="22" r="3"/><circle cx="-15" cy="-15" r="3"/><circle cx="15" cy="-15" r="3"/><circle cx="-15" cy="15" r="3"/><circle cx="15" cy="15" r="3"/></g>',
  plum: '<circle cy="6" r="37" fill="#6a2f5a"/><path d="M0-30C-12-8-12 18-2 43" stroke="#4d1f42" stroke-width="4" fill="none"/><path d="M16-12Q26-2 25 12" stroke="#b484a5" stroke-width="6" fill="none" stroke-linecap="round"/><path d="M0-30Q2-40 8-46" stroke="#5b3a22" stroke-width="5" fill="none" stroke-linecap="round"/>',
  cherry:
    '<path d="M-18 8C-12-18 0-36 20-44M20 12C18-12 18-28 20-44" stroke="#5d7a3a" stroke-width="4" fill="none"/><path d="M20-44C2-50-8-40-12-32 2-28 14-32 20-44z" fill="#6f9a4d"/><circle cx="-20" cy="24" r="20" fill="#b3202f"/><circle cx="20" cy="28" r="20" fill="#c8303c"/><path d="M-30 18Q-28 12-22 10M10 22Q12 16 18 14" stroke="#f0a3a3" stroke-width="4" fill="none" stroke-linecap="round"/>',
  orange:
    '<circle cy="4" r="40" fill="#f0912d"/><path d="M-26-14Q-16-28 0-29" stroke="#fbc98a" stroke-width="6" fill="none" stroke-linecap="round"/><path d="M2-34C8-48 24-50 38-44 32-32 18-26 2-34z" fill="#5d8a4a"/><g fill="#d97a1a"><circle cx="-12" cy="16" r="2"/><circle cx="8" cy="24" r="2"/><circle cx="20" cy="8" r="2"/><circle cx="-2" cy="0" r="2"/></g>',
  broccoli:
    '<path d="M-10 6H10L16 46H-16z" fill="#a3c46a"/><g fill="#4c8a45"><circle cx="-26" cy="-4" r="18"/><circle cx="26" cy="-4" r="18"/><circle cx="-10" cy="-24" r="20"/><circle cx="14" cy="-24" r="20"/><circle cy="4" r="18"/></g><g fill="#6aa95c"><circle cx="-16" cy="-28" r="6"/><circle cx="12" cy="-30" r="6"/><circle cx="-30" cy="-8" r="5"/><circle cx="28" cy="-8" r="5"/><circle r="5"/></g>',
  cauliflower:
    '<path d="M-44-6C-50 30-20 46 0 46S50 30 44-6C20 6-20 6-44-6z" fill="#7ba05b"/><g fill="#fdf6e3" stroke="#dccfae" stroke-width="2"><circle cx="-24" cy="-6" r="18"/><circle cx="24" cy="-6" r="18"/><circle cx="-10" cy="-24" r="18"/><circle cx="14" cy="-22" r="18"/><circle cy="4" r="18"/></g><path d="M-44-6C-40 20-20 36-6 44M44-6C40 20 20 36 6 44" stroke="#5d8a4a" stroke-width="4" fill="none"/>',
  cabbage:
    '<circle r="42" fill="#8fb863"/><path d="M0-42C-20-20-20 20 0 42 20 20 20-20 0-42z" fill="#b5d28a"/><path d="M-38-16C-20-8-10 10-8 38M38-16C20-8 10 10 8 38M0-40V40M0-10-14-22M0-10 14-22M0 12-15 0M0 12 15 0" stroke="#e6f0cc" stroke-width="3.5" fill="none" stroke-linecap="round"/>',
  cucumber:
    '<g transform="rotate(-35)"><rect x="-50" y="-15" width="100" height="30" rx="15" fill="#4f8a45"/><path d="M-40-6H40M-42 4H38" stroke="#86b56a" stroke-width="3" stroke-dasharray="14 8" stroke-linecap="round"/></g><circle cx="22" cy="26" r="20" fill="#4f8a45"/><circle cx="22" cy="26" r="16" fill="#d3e6ac"/><g fill="#a9c777"><circle cx="22" cy="18" r="3"/><circle cx="15" cy="30" r="3"/><circle cx="29" cy="30" r="3"/></g>',
  pepper:
    '<path d="M-4-24C-20-36-42-24-40 2-38 30-24 46-14 44-6 42-6 40 0 40S6 42 14 44C24 46 38 30 40 2 42-24 20-36 4-24z" fill="#d0392f"/><path d="M-14-22C-26-6-24 20-14 40M14-22C26-6 24 20 14 40" stroke="#a82a24" stroke-width="3" fill="none"/><path d="M-30-6Q-32 8-26 20" stroke="#f08a7c" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M-12-24Q0-34 12-24L6-20H-6zM-4-28C-4-38-8-42-14-46H0C4-42 4-36 4-28z" fill="#4f8a45"/>',
  mushroom:
    '<path d="M-14 4H14C12 20 16 32 20 42Q0 50-20 42C-16 32-12 20-14 4z" fill="#f3e8d2"/><path d="M-46 6C-46-26-22-42 0-42S46-26 46 6Q0 18-46 6z" fill="#b88a5e"/><path d="M-30-12Q-24-28-8-32" stroke="#dcb892" stroke-width="6" fill="none" stroke-linecap="round"/><path d="M-36 7Q0 16 36 7L30 12Q0 20-30 12z" fill="#8a6240"/>',
  garlic:
    '<path d="M0-48C4-26 34-18 36 10 38 36 18 44 0 44S-38 36-36 10C-34-18-4-26 0-48z" fill="#f8f1e4" stroke="#cdbfa6" stroke-width="3"/><path d="M0-26C-14-6-16 20-8 42M0-26C14-6 16 20 8 42" stroke="#cbb3bd" stroke-width="3" fill="none"/>',
  ginger:
    '<path d="M-44 12C-46-4-30-8-22-2-24-18-16-36-4-34 8-32 4-14 2-6 10-12 22-26 34-20 48-10 32 6 22 8 34 12 40 26 28 32 16 38 8 22 0 18-14 30-42 32-44 12z" fill="#d3a768"/><path d="M-30 4-22 16M-8-24 2-22M24-12 30-4M14 22 24 18" stroke="#a97d42" stroke-width="3" stroke-linecap="round"/>',
  beetroot:
    '<path d="M0 48C-6 40-36 34-36 8-36-14-16-20 0-20S36-14 36 8C36 34 6 40 0 48z" fill="#8a2346"/><path d="M-22 2Q-22-8-12-10" stroke="#cf7a96" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M-4-18C-20-30-24-46-14-50-4-44-2-32 0-20 0-34 8-48 18-48 26-40 14-26 4-18z" fill="#5d8a4a"/>',
  pea: '<path d="M-48 6C-30-26 30-26 48 6 30 34-30 34-48 6z" fill="#6a9f45"/><path d="M-40 6C-24-12 24-12 40 6 24 22-24 22-40 6z" fill="#3f7232"/><g fill="#a4cf62"><circle cx="-22" cy="5" r="10"/><circle cy="4" r="12"/><circle cx="23" cy="5" r="10"/></g>',
  pumpkin:
    '<g fill="#e58a2e"><ellipse cx="-24" cy="10" rx="22" ry="31"/><ellipse cx="24" cy="10" rx="22" ry="31"/></g><ellipse cy="10" rx="22" ry="34" fill="#f09c3f"/><path d="M-4-22C-6-36 0-44 10-46L14-38C6-36 4-30 5-22z" fill="#5d7a3a"/>',
  lettuce:
    '<path d="M0 46C-40 42-50 10-40-8-44-28-24-40-12-34-6-48 14-48 18-34 34-38 46-22 40-6 50 14 38 42 0 46z" fill="#7fb24e"/><path d="M0 44C-24 30-30 4-22-10-20-24-8-26-2-22 8-28 20-22 22-8 28 6 22 30 0 44z" fill="#a9d070"/><path d="M0 42V-8M0 22-12 8M0 22 12 8" stroke="#e3f0c2" stroke-width="4" fill="none" stroke-linecap="round"/>',
  greens:
    '<g stroke="#dfe9c4" stroke-width="6" stroke-linecap="round"><path d="M-6 48-18-4M0 48V-10M6 48 18-4"/></g><path d="M-18 4C-46-2-46-34-26-42-8-36-6-10-18 4z" fill="#4c8440"/><path d="M18 4C46-2 46-34 26-42 8-36 6-10 18 4z" fill="#4c8440"/><path d="M0-2C-22-14-18-44 0-50 18-44 22-14 0-2z" fill="#63a04e"/><path d="M0-6V-36M-22-4-26-28M22-4 26-28" stroke="#cfe3b0" stroke-width="2.5"/><rect x="-14" y="22" width="28" height="9" rx="3" fill="#c98a3a"/>',
  herb: '<path d="M0 48C2 20-2-10 4-40" stroke="#4c7a3c" stroke-width="4" fill="none"/><g fill="#6aa351"><ellipse cx="-18" cy="24" rx="17" ry="9" transform="rotate(25 -18 24)"/><ellipse cx="19" cy="16" rx="17" ry="9" transform="rotate(-25 19 16)"/><ellipse cx="-16" cy="-4" rx="16" ry="9" transform="rotate(25 -16 -4)"/><ellipse cx="20" cy="-12" rx="15" ry="8" transform="rotate(-25 20 -12)"/><ellipse cx="-9" cy="-28" rx="13" ry="7" transform="rotate(30 -9 -28)"/><ellipse cx="6" cy="-42" rx="7" ry="10"/></g>',
  aubergine:
    '<path d="M14-26C34-12 30 14 10 32-8 48-40 46-42 24-44 4-24-2-14-14-8-24 4-34 14-26z" fill="#52305e"/><path d="M-30 16Q-26 6-16 2" stroke="#9a78a6" stroke-width="6" fill="none" stroke-linecap="round"/><path d="M2-22C6-34 18-36 26-24L20-12 14-20 8-12zM18-32 30-46" fill="#5d8a4a" stroke="#5d8a4a" stroke-width="5" stroke-linecap="round"/>',
  fig: '<path d="M2-44C4-26 36-12 36 14 36 36 16 44 0 44S-36 36-36 14C-36-12-4-26 2-44z" fill="#5b3a5e"/><circle cy="14" r="20" fill="#d98a86"/><circle cy="14" r="13" fill="#b5484c"/><g fill="#f6d7a5"><circle cx="-5" cy="10" r="2"/><circle cx="5" cy="10" r="2"/><circle cy="18" r="2"/></g>',
  date: scattered(
    '<path d="M0-17C11-14 11 12 0 17-11 12-11-14 0-17z" fill="#7a4423"/><path d="M-3-10Q-6 0-3 9" stroke="#b5794a" stroke-width="3" fill="none" stroke-linecap="round"/>',
  ),
  vanilla: `<g transform="scale(.86)">${petals(6, '#fff7e0', '#e8b73a')}</g><path d="M-46 42C-20 38 10 24 30-6M-30 48C-2 42 24 26 42 2" stroke="#4a2f1c" stroke-width="6" fill="none" stroke-linecap="round"/>`,
  mint: '<path d="M0 46V10" stroke="#3f7d4a" stroke-width="5"/><path d="M0 14C-30 20-46 0-42-24-18-26-2-10 0 14zM0 14C30 20 46 0 42-24 18-26 2-10 0 14z" fill="#5aa86b"/><path d="M0 4C-16-12-14-38 0-48 14-38 16-12 0 4z" fill="#79c088"/><path d="M0 0V-34M-4 10-30-14M4 10 30-14" stroke="#dff1e0" stroke-width="2.5" stroke-linecap="round"/>',
  melon:
    '<circle cy="2" r="42" fill="#dcc58c"/><path d="M0-40C-24-24-24 28 0 44M0-40C24-24 24 28 0 44M-30-28C-46-6-44 18-30 32M30-28C46-6 44 18 30 32" stroke="#b59a5a" stroke-width="4" fill="none"/><path d="M0-40C0-46 4-50 10-50" stroke="#6f8a4a" stroke-width="6" fill="none"/>',
};

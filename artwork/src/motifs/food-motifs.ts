import { around, scattered } from '../drawing/repeated-shapes.ts';

/**
 * Drawings of cooked, baked, brewed and bottled products in a few strokes, each centred in a square from
 * -50 to 50. The colours are natural, whatever the packaging, so that a product is recognizable at 40
 * pixels.
 */
export const made: Record<string, string> = {
  pasta:
    '<g fill="none" stroke="#e3b04b" stroke-width="7" stroke-linecap="round"><path d="M-30 38C-34 0-20-10-24-42M-10 40C-16 4 0-8-6-44M10 40C6 4 20-6 14-44M30 38C28 6 38-8 32-40"/></g>' +
    '<rect x="-40" y="-7" width="80" height="14" rx="7" fill="#c8553d"/>',
  bread:
    '<path d="M-44 2C-50-26-22-34 0-34S50-26 44 2L40 32Q0 40-40 32z" fill="#d39a55"/>' +
    '<path d="M-24-16-14 4M-4-20 6 2M17-18 27 2" stroke="#f3d7a6" stroke-width="7" stroke-linecap="round"/>',
  biscuit:
    '<circle r="38" fill="#d8a862"/><g fill="#6b4226"><circle cx="-14" cy="-12" r="6"/><circle cx="14" cy="-18" r="5"/><circle cx="18" cy="12" r="7"/><circle cx="-8" cy="18" r="5"/><circle cx="-24" cy="6" r="4"/></g>',
  cup: '<path d="M-36-10H26V14C26 32 16 42-5 42S-36 32-36 14z" fill="#fffaf0" stroke="#8a5a34" stroke-width="4"/><path d="M26-2C44-4 44 24 24 22" stroke="#8a5a34" stroke-width="5" fill="none"/><ellipse cx="-5" cy="-10" rx="31" ry="8" fill="#9c5a2e"/><path d="M-16-24Q-22-34-14-44M4-24Q-2-34 6-44" stroke="#c9a98a" stroke-width="4" fill="none" stroke-linecap="round"/>',
  coffee: scattered(
    '<ellipse rx="11" ry="15" fill="#5e3820"/><path d="M2-14C-6-4 6 4-2 14" stroke="#c79a6b" stroke-width="3" fill="none"/>',
  ),
  cocoa:
    '<path d="M0-46C28-30 30 24 0 46-30 24-28-30 0-46z" fill="#7a4526"/><path d="M0-46C-10-16-10 16 0 46M0-46C10-16 10 16 0 46" stroke="#a66c3f" stroke-width="4" fill="none"/>',
  milk: '<path d="M0-46C22-14 34 0 34 16A34 32 0 0 1-34 16C-34 0-22-14 0-46z" fill="#fff" stroke="#9dbbd6" stroke-width="4"/><path d="M-20 16A20 18 0 0 0-4 34" stroke="#bfd5e8" stroke-width="6" fill="none" stroke-linecap="round"/>',
  water:
    '<path d="M0-46C22-14 34 0 34 16A34 32 0 0 1-34 16C-34 0-22-14 0-46z" fill="#6fb3d6"/><path d="M-20 16A20 18 0 0 0-4 34" stroke="#d8eef8" stroke-width="6" fill="none" stroke-linecap="round"/>',
  oil: '<path d="M0-46C22-14 34 0 34 16A34 32 0 0 1-34 16C-34 0-22-14 0-46z" fill="#e2b93b"/><path d="M-20 16A20 18 0 0 0-4 34" stroke="#fbeab0" stroke-width="6" fill="none" stroke-linecap="round"/>',
  cheese:
    '<path d="M-44 8 34-30Q44-22 44 8z" fill="#f7d35c"/><path d="M-44 8H44V36H-44z" fill="#eebc36"/><g fill="#d39c1f"><circle cx="-20" cy="22" r="7"/><circle cx="10" cy="16" r="5"/><circle cx="28" cy="26" r="6"/></g>',
  egg: '<ellipse cx="-16" cy="4" rx="24" ry="31" fill="#e9c9a2"/><ellipse cx="18" cy="10" rx="24" ry="31" fill="#f6e3c8"/><path d="M8-8Q2 2 4 12" stroke="#fff" stroke-width="5" fill="none" stroke-linecap="round"/>',
  honey:
    '<path d="M0-44 38-22V22L0 44-38 22V-22z" fill="#eba92b"/><path d="M0-24 21-12V12L0 24-21 12V-12z" fill="#f8cf6a"/>',
  fish: '<path d="M-46 0C-28-30 8-28 24-6L46-24Q40 0 46 24L24 6C8 28-28 30-46 0z" fill="#7fa3b5"/><circle cx="-26" cy="-5" r="5" fill="#26404d"/><path d="M-8-14Q0 0-8 14M6-10Q12 0 6 10" stroke="#5b8194" stroke-width="4" fill="none"/>',
  meat: '<path d="M-40 10C-46-22-14-40 12-34 40-28 48 0 36 18 22 40-34 42-40 10z" fill="#b8463f"/><path d="M-26 8C-28-12-8-24 8-20 26-16 30 2 22 12 12 26-24 28-26 8z" fill="#d9736a"/><circle cx="-8" r="8" fill="#f8e6d8"/>',
  chicken:
    '<path d="M-6-34C24-46 48-14 32 10 20 28-2 26-12 14L-32 34C-30 44-44 46-44 38-52 36-48 24-40 26L-20 6C-28-8-24-28-6-34z" fill="#d79a55"/><path d="M4-24Q20-24 24-8" stroke="#f1c78f" stroke-width="6" fill="none" stroke-linecap="round"/>',
  spice:
    '<g transform="rotate(20)"><path d="M-6-46H6L10 40Q0 46-10 40z" fill="#9c5a2e"/></g><g fill="#4b3527"><circle cx="-28" cy="18" r="7"/><circle cx="-34" cy="-6" r="6"/><circle cx="30" cy="20" r="7"/><circle cx="34" cy="-4" r="5"/></g>',
  sugar:
    '<path d="M-36-6-8-18 20-6V26L-8 38-36 26z" fill="#fff" stroke="#c9bda8" stroke-width="4" stroke-linejoin="round"/><path d="M-36-6-8 6 20-6M-8 6V38" stroke="#c9bda8" stroke-width="4" fill="none"/><path d="M10-26 26-34 42-26V-8L28-2" fill="#fff" stroke="#c9bda8" stroke-width="4" stroke-linejoin="round"/>',
  salt: '<g fill="#fff" stroke="#b8c4cc" stroke-width="4"><path d="M-34-4-14-14 2-2-18 10zM2 20 22 8 38 20 18 32zM4-32 22-40 34-26 16-18z"/></g>',
  sausage:
    '<path d="M-38 30C-46-6-22-36 8-34 36-32 44-4 28 12 16 24-6 18-4 0" fill="none" stroke="#a34a34" stroke-width="19" stroke-linecap="round"/><path d="M-40 22C-42-8-20-34 8-36" fill="none" stroke="#cf7a5c" stroke-width="4" stroke-linecap="round"/>',
  chocolate:
    '<g transform="rotate(-14)"><rect x="-36" y="-36" width="72" height="72" rx="7" fill="#4a2a1a"/><g fill="#6b4028"><rect x="-30" y="-30" width="27" height="27" rx="3"/><rect x="3" y="-30" width="27" height="27" rx="3"/><rect x="-30" y="3" width="27" height="27" rx="3"/><rect x="3" y="3" width="27" height="27" rx="3"/></g></g>',
  cream:
    '<path d="M-30 40C-50 20-26 8-26 8-38-8-18-16-14-18-16-34 2-38 8-46 12-34 24-30 16-18 30-14 30 2 24 8 42 12 46 30 30 40z" fill="#fffdf6" stroke="#e0d0b4" stroke-width="4"/>',
  yoghurt:
    '<path d="M-36-12H36L28 38Q26 46 16 46H-16Q-26 46-28 38z" fill="#fffdf8" stroke="#d3c8b4" stroke-width="3"/><path d="M-40-12C-34-30-18-26-14-34-8-46 10-46 8-34 22-36 36-28 40-12z" fill="#f9efe0"/><path d="M-32 10H32L30 24H-30z" fill="#9dbbd6"/>',
  butter:
    '<path d="M-44 4 18-14 44-2V22L-18 42-44 28z" fill="#f3cf5e"/><path d="M-44 4 18-14 44-2-18 18z" fill="#fbe391"/><path d="M-18 18V42" stroke="#d9ab35" stroke-width="3"/>',
  icecream:
    '<path d="M-22 0H22L0 50z" fill="#d9a35a"/><path d="M-16 4 8 34M-2 2 14 22M16 4-8 34M2 2-14 22" stroke="#b07c38" stroke-width="2.5"/><circle cx="-14" cy="-14" r="20" fill="#f7c9d3"/><circle cx="14" cy="-14" r="20" fill="#fbeccb"/><circle cy="-30" r="18" fill="#9c6b4a"/>',
  cake: '<path d="M-42-6 30-30Q44-22 44-6V36H-42z" fill="#e8b98a"/><path d="M-42-6 30-30Q44-22 44-6z" fill="#fff3ea"/><path d="M-42 10H44V18H-42z" fill="#c9455c"/><circle cx="16" cy="-30" r="9" fill="#c8303c"/>',
  croissant:
    '<path d="M-46 22C-44-18-20-36 0-36S44-18 46 22C34 30 24 22 22 10 14-4-14-4-22 10-24 22-34 30-46 22z" fill="#d99a4e"/><path d="M-20 2-28-20M-6-6-8-34M6-6 8-34M20 2 28-20" stroke="#a86a28" stroke-width="4" stroke-linecap="round"/>',
  rusk: '<g transform="rotate(-14)"><rect x="-44" y="-26" width="60" height="30" rx="8" fill="#cf9a58"/><path d="M-36-16H8M-36-6H4" stroke="#a5713a" stroke-width="3" stroke-dasharray="5 7" stroke-linecap="round"/></g><g transform="rotate(10)"><rect x="-18" y="6" width="62" height="32" rx="8" fill="#dfae6e"/><path d="M-8 16H36M-6 27H34" stroke="#b27f45" stroke-width="3" stroke-dasharray="5 7" stroke-linecap="round"/></g>',
  wrap: '<g transform="rotate(-32)"><rect x="-46" y="-18" width="86" height="36" rx="14" fill="#f0dcb4"/><path d="M-30-18Q-22 0-30 18M4-18Q14 0 4 18" stroke="#d3b27c" stroke-width="3" fill="none"/><ellipse cx="40" rx="9" ry="18" fill="#c98f4a"/><g><circle cx="40" cy="-8" r="5" fill="#d8453b"/><circle cx="40" cy="7" r="5" fill="#6a9f45"/></g></g>',
  prawn:
    '<path d="M36-30C4-44-36-26-36 8-36 30-18 42 4 40L18 46 20 36 30 34 16 26C0 28-14 20-14 6-14-12 8-20 30-10 40-12 42-24 36-30z" fill="#ee8a6a"/><path d="M-30-12-14-4M-36 6-15 8M-28 26-10 18M-14-28-4-12M6-36 8-16" stroke="#c85f45" stroke-width="3"/><circle cx="28" cy="-22" r="4" fill="#33281f"/>',
  ham: '<path d="M-44 4C-44-26-12-38 12-34 38-30 48-8 40 14 32 34 2 40-18 36-36 32-44 22-44 4z" fill="#f6d9cf"/><path d="M-36 4C-36-20-10-30 10-27 32-24 40-6 33 11 27 26 0 32-16 28-30 26-36 18-36 4z" fill="#e59a94"/><circle cx="-10" cy="-2" r="8" fill="#fdf1e6"/>',
  pie: '<path d="M-44 6H44L34 34Q32 40 24 40H-24Q-32 40-34 34z" fill="#b8793a"/><path d="M-48 6C-44-24-20-32 0-32S44-24 48 6Q36 14 24 6 12 14 0 6-12 14-24 6-36 14-48 6z" fill="#dfa85a"/><path d="M-14-14-10-2M0-18V-4M14-14 10-2" stroke="#9c5f25" stroke-width="5" stroke-linecap="round"/>',
  soup: '<path d="M-46-4H46C46 26 24 40 0 40S-46 26-46-4z" fill="#c8553d"/><ellipse cy="-4" rx="46" ry="12" fill="#f3d9a8"/><ellipse cy="-3" rx="38" ry="8" fill="#e58f3a"/><path d="M-14-20Q-20-30-12-42M6-20Q0-30 8-42" stroke="#c9a98a" stroke-width="4" fill="none" stroke-linecap="round"/>',
  popcorn:
    '<g fill="#fff6dc" stroke="#e3cf94" stroke-width="2.5"><circle cx="-22" cy="-14" r="14"/><circle cx="20" cy="-16" r="14"/><circle cy="-28" r="15"/><circle cx="-2" cy="-8" r="14"/></g><path d="M-36-2H36L26 46H-26z" fill="#fff"/><path d="M-36-2H-22L-16 46H-26zM-8-2H8L5 46H-5zM22-2H36L26 46H16z" fill="#d6404a"/>',
  crisp:
    '<path d="M-46-8C-30-34 10-40 24-20 18 4-24 16-46-8z" fill="#f2c654"/><path d="M-20 18C-6-10 36-12 46 8 40 34-4 44-20 18z" fill="#e8b23e"/><path d="M-34-12C-20-26 0-28 12-20M-6 18C6 2 26 0 36 8" stroke="#fae49c" stroke-width="5" fill="none" stroke-linecap="round"/>',
  cracker:
    '<g transform="rotate(-12)"><rect x="-34" y="-34" width="68" height="68" rx="8" fill="#e2b36c"/><g fill="#b07c38"><circle cx="-16" cy="-16" r="3.5"/><circle cx="16" cy="-16" r="3.5"/><circle r="3.5"/><circle cx="-16" cy="16" r="3.5"/><circle cx="16" cy="16" r="3.5"/></g><path d="M-34-20V20M34-20V20" stroke="#c99547" stroke-width="4" stroke-dasharray="4 6"/></g>',
  sweet:
    '<path d="M-24 0-48-16V16zM24 0 48-16V16z" fill="#e88ba8"/><circle r="27" fill="#d6405f"/><path d="M-20-16C-4-14 10-4 16 20M-4-26C10-22 22-12 26 2" stroke="#fbd3de" stroke-width="6" fill="none"/>',
  wine: '<path d="M-24-46H24C30-14 18 6 4 8V38H22V46H-22V38H-4V8C-18 6-30-14-24-46z" fill="#eef3f3" stroke="#b9c6c6" stroke-width="3"/><path d="M-25-26H25C25-8 14 4 0 4S-25-8-25-26z" fill="#7a1f38"/>',
  bottlepop:
    '<circle r="40" fill="#f6c33c"/><circle r="32" fill="#e2453c"/><g fill="#ffe3a3"><circle cx="-12" cy="8" r="6"/><circle cx="8" cy="-10" r="8"/><circle cx="12" cy="14" r="5"/><circle cx="-12" cy="-14" r="4"/></g>',
  sauce:
    '<path d="M-8-48H8V-34L14-20V40Q14 46 8 46H-8Q-14 46-14 40V-20L-8-34z" fill="#b2331f"/><path d="M-14-8H14V24H-14z" fill="#fff3df"/><circle cy="8" r="9" fill="#e0662b"/>',
  cinnamon:
    '<g transform="rotate(32)"><rect x="-20" y="-46" width="16" height="92" rx="6" fill="#9c5a2e"/><rect x="4" y="-46" width="16" height="92" rx="6" fill="#b06c3a"/><path d="M-12-46V46M12-46V46" stroke="#7a4220" stroke-width="3"/><rect x="-24" y="-6" width="48" height="10" rx="4" fill="#e7d3a8"/></g>',
  caramel:
    '<path d="M-36-10 0-28 36-10V18L0 38-36 18z" fill="#c47f2f"/><path d="M-36-10 0-28 36-10 0 8z" fill="#e3a550"/><path d="M-18-8 0-17 14-10" stroke="#f8d59a" stroke-width="5" fill="none" stroke-linecap="round"/>',
  snow: `<g stroke="#6fb3d6" stroke-width="6" stroke-linecap="round" fill="none">${around(6, '<path d="M0 0V-44M-10-36 0-26 10-36"/>')}</g>`,
  cow: '<path d="M-30-26C-46-30-50-14-44-8-36-6-32-12-30-14zM30-26C46-30 50-14 44-8 36-6 32-12 30-14z" fill="#4a3a33"/><path d="M-28-30Q0-42 28-30C32-6 26 14 22 24H-22C-26 14-32-6-28-30z" fill="#fffdf8" stroke="#d3c8b4" stroke-width="2"/><path d="M8-36Q22-34 28-30C30-16 28-6 26 2 12 0 4-14 8-36z" fill="#4a3a33"/><ellipse cy="30" rx="25" ry="16" fill="#f0b3a6"/><g fill="#4a3a33"><circle cx="-9" cy="30" r="4"/><circle cx="9" cy="30" r="4"/><circle cx="-14" cy="-8" r="4"/></g><circle cx="16" cy="-10" r="4" fill="#fff"/>',
};

import { protea } from '../drawing/colour.ts';
import { around, petals, scattered } from '../drawing/repeated-shapes.ts';

/**
 * Drawings for household, body care, pets and garden in a few strokes, each centred in a square from -50 to
 * 50. The colours are natural, whatever the packaging, so that a product is recognizable at 40 pixels.
 */
export const home: Record<string, string> = {
  protea: `${petals(9, '#e58aa6', protea)}<path d="M-26 42Q0 58 26 42L15 18H-15z" fill="#5d8a4a"/>`,
  flame:
    '<path d="M4-48C10-24 36-10 34 16 32 36 16 46 0 46S-34 36-34 14C-34 0-24-8-20-20-10-14-8-6-8-2 0-14 4-30 4-48z" fill="#e0662b"/><path d="M2-8C6 4 18 10 16 24 14 36 6 42 0 42S-16 36-16 24C-16 14-8 12-4 6-2 10-2 12-2 14 2 6 2 0 2-8z" fill="#f7c04a"/>',
  pill: '<g transform="rotate(-35) scale(1.1)"><path d="M0-17H24A17 17 0 0 1 24 17H0z" fill="#fbe3c0"/><path d="M0-17H-24A17 17 0 0 0-24 17H0z" fill="#d0587e"/><path d="M-24-9H20" stroke="#fff" stroke-opacity=".6" stroke-width="4" stroke-linecap="round"/></g>',
  heart:
    '<path d="M0 40C-52 6-44-34-18-34-8-34-2-28 0-20 2-28 8-34 18-34 44-34 52 6 0 40z" fill="#d0587e"/><path d="M-26-12Q-24-20-16-22" stroke="#f4c3d2" stroke-width="6" fill="none" stroke-linecap="round"/>',
  sun: `<circle r="20" fill="#f5b93b"/><g stroke="#f5b93b" stroke-width="6" stroke-linecap="round">${around(8, '<path d="M0-30V-43"/>')}</g>`,
  bubbles:
    '<g fill="#bfe3ee" stroke="#5fa8bf" stroke-width="4"><circle cx="-12" cy="12" r="26"/><circle cx="22" cy="-16" r="18"/><circle cx="-22" cy="-28" r="10"/></g><path d="M-26 6Q-22-4-12-6M12-20Q14-26 20-28" stroke="#fff" stroke-width="5" fill="none" stroke-linecap="round"/>',
  paw: '<g fill="#7a5a42"><ellipse cy="18" rx="24" ry="20"/><ellipse cx="-30" cy="-8" rx="10" ry="13"/><ellipse cx="-11" cy="-26" rx="10" ry="14"/><ellipse cx="11" cy="-26" rx="10" ry="14"/><ellipse cx="30" cy="-8" rx="10" ry="13"/></g>',
  flower: petals(8, '#fffaf0', '#e8b73a'),
  bolt: '<path d="M10-46-28 8H-4L-12 46 28-10H4z" fill="#f5b93b"/>',
  tooth:
    '<path d="M0-30C14-44 40-38 38-10 36 12 28 44 16 44 6 44 8 18 0 18S-6 44-16 44C-28 44-36 12-38-10-40-38-14-44 0-30z" fill="#fff" stroke="#a9c4d3" stroke-width="4"/><path d="M-24-10Q-24-24-12-26" stroke="#d3e6ef" stroke-width="6" fill="none" stroke-linecap="round"/>',
  hand: '<path d="M-22 46C-40 26-48 6-40 0-34-2-30 4-26 12V-30Q-24-38-18-30V-2-40Q-14-48-8-40V-2-42Q-2-50 4-42V0-34Q10-42 14-34V14C14 34 8 46 8 46z" fill="#e3b08a" stroke="#b9825c" stroke-width="2.5"/><path d="M30-20C40-8 44 0 44 8A14 14 0 0 1 16 8C16 0 22-8 30-20z" fill="#7fc1d6"/>',
  baby: '<circle r="40" fill="#f3cba8"/><path d="M-6-38C-4-28 10-28 8-40" stroke="#8a5a34" stroke-width="5" fill="none" stroke-linecap="round"/><g fill="#4a352a"><circle cx="-15" cy="-4" r="4.5"/><circle cx="15" cy="-4" r="4.5"/></g><g fill="#ee9f91"><circle cx="-23" cy="9" r="6"/><circle cx="23" cy="9" r="6"/></g><path d="M-11 14Q0 25 11 14" stroke="#a3503f" stroke-width="4" fill="none" stroke-linecap="round"/>',
  cat: '<path d="M-36-44-14-26Q0-30 14-26L36-44C42-14 42 4 36 18 26 40-26 40-36 18-42 4-42-14-36-44z" fill="#8a8f98"/><g fill="#f6d743"><ellipse cx="-15" rx="7" ry="9"/><ellipse cx="15" rx="7" ry="9"/></g><path d="M-15-7V7M15-7V7" stroke="#222" stroke-width="4"/><path d="M-5 14H5L0 20z" fill="#e88ba8"/><path d="M-18 20-42 16M-18 25-40 28M18 20 42 16M18 25 40 28" stroke="#5b6068" stroke-width="2.5"/>',
  dog: '<path d="M-30-30C-50-24-50 8-40 22-30 22-26 4-24-8zM30-30C50-24 50 8 40 22 30 22 26 4 24-8z" fill="#7a4a2a"/><path d="M0-40C24-40 34-24 30 0 30 26 18 44 0 44S-30 26-30 0C-34-24-24-40 0-40z" fill="#c98f56"/><ellipse cy="22" rx="19" ry="17" fill="#f0d7b0"/><ellipse cy="14" rx="9" ry="6.5" fill="#33281f"/><g fill="#33281f"><circle cx="-13" cy="-8" r="4.5"/><circle cx="13" cy="-8" r="4.5"/></g><path d="M0 20V28M-9 30Q0 36 9 30" stroke="#33281f" stroke-width="3" fill="none" stroke-linecap="round"/>',
  bird: '<path d="M-40 26C-30 10-30-24-2-30 14-34 28-26 28-14L46-6 28 0C28 26 8 40-12 36-24 34-32 30-40 26z" fill="#4f8fb5"/><path d="M-24 10C-6 14 10 6 12-8-8-10-24-2-24 10z" fill="#2f6b8f"/><path d="M-12 36C10 40 28 26 28 0 20 10 0 20-12 36z" fill="#f0b35a"/><circle cx="14" cy="-16" r="4" fill="#1d2a33"/><path d="M-6 36V48M6 34V46" stroke="#8a5a34" stroke-width="3.5" stroke-linecap="round"/>',
  candle:
    '<rect x="-14" y="-12" width="28" height="58" rx="4" fill="#fff6e0" stroke="#dcc89c" stroke-width="3"/><path d="M0-12V-20" stroke="#4a352a" stroke-width="3"/><path d="M0-48C10-36 12-28 8-22 4-16-4-16-8-22-12-28-10-36 0-48z" fill="#f2a53a"/><path d="M0-38C5-32 5-26 0-22-5-26-5-32 0-38z" fill="#fdeab0"/>',
  battery:
    '<rect x="-10" y="-48" width="20" height="12" rx="3" fill="#b9bdc0"/><rect x="-24" y="-38" width="48" height="86" rx="7" fill="#33383d"/><path d="M-24-20H24V-31Q24-38 17-38H-17Q-24-38-24-31z" fill="#d9963a"/><path d="M6-10-12 14H-1L-6 36 13 10H2z" fill="#f5d04f"/>',
  bulb: '<path d="M0-46C24-46 34-28 32-14 30 2 16 8 14 22H-14C-16 8-30 2-32-14-34-28-24-46 0-46z" fill="#f9d95c"/><path d="M-14 26H14M-12 34H12M-7 42H7" stroke="#8a9096" stroke-width="6" stroke-linecap="round"/><path d="M-16-16Q-16-30-4-32" stroke="#fff6cf" stroke-width="6" fill="none" stroke-linecap="round"/>',
  torch:
    '<g transform="rotate(-40)"><path d="M-48-10H6L22-24V24L6 10H-48Q-52 0-48-10z" fill="#39424b"/><path d="M22-24Q34-24 34-20V20Q34 24 22 24z" fill="#f5b93b"/><path d="M38-16 50-22M40 0H52M38 16 50 22" stroke="#f5d04f" stroke-width="5" stroke-linecap="round"/><rect x="-24" y="-5" width="16" height="10" rx="4" fill="#d9543f"/></g>',
  pot: '<path d="M-38-8H38V26Q38 42 22 42H-22Q-38 42-38 26z" fill="#3d4247"/><path d="M-42-16H42V-6H-42z" fill="#575d63"/><path d="M-34-16Q-30-32 0-32T34-16z" fill="#4a5056"/><circle cy="-36" r="6" fill="#d98e3a"/><path d="M-40 4H-48M40 4H48" stroke="#575d63" stroke-width="8" stroke-linecap="round"/>',
  mug: '<path d="M24-16C46-18 46 24 22 22" stroke="#3f7fa8" stroke-width="8" fill="none"/><path d="M-34-30H26L23 34Q22 42 14 42H-22Q-30 42-31 34z" fill="#4f93bd"/><path d="M-36-34H28V-26H-36z" fill="#f4f7f8"/>',
  knife:
    '<g transform="rotate(40)"><path d="M-8-48C10-36 14-10 10 12H-8z" fill="#dfe5e8" stroke="#aab4ba" stroke-width="2"/><rect x="-9" y="12" width="20" height="36" rx="7" fill="#5b3a22"/></g>',
  plant:
    '<path d="M-26 12H26L20 46H-20z" fill="#c8703f"/><path d="M-30 6H30V16H-30z" fill="#db8652"/><path d="M0 6V-24" stroke="#4c7a3c" stroke-width="5"/><path d="M0-4C-26 0-40-16-38-32-16-34-2-22 0-4zM0-12C4-34 20-44 38-44 38-22 22-8 0-12z" fill="#6aa351"/>',
  soap: '<rect x="-42" y="-6" width="84" height="44" rx="18" fill="#8fc3a5"/><rect x="-26" y="6" width="52" height="20" rx="10" fill="#b5dcc5"/><g fill="#d9eef5" stroke="#8fbfd0" stroke-width="3"><circle cx="-20" cy="-26" r="11"/><circle cx="8" cy="-32" r="8"/><circle cx="26" cy="-20" r="10"/></g>',
  roll: '<path d="M-34-34H26Q44-34 44-8T26 18H-34z" fill="#fffdf8" stroke="#d3c8b4" stroke-width="3"/><ellipse cx="-34" cy="-8" rx="14" ry="26" fill="#f3ecdf" stroke="#d3c8b4" stroke-width="3"/><ellipse cx="-34" cy="-8" rx="5" ry="10" fill="#b79a6a"/><path d="M-34 18H20V46Q12 40 2 46-8 40-16 46-26 40-34 46z" fill="#fff" stroke="#d3c8b4" stroke-width="3"/>',
  binbag:
    '<path d="M-12-26C-40-14-44 20-34 40Q0 50 34 40C44 20 40-14 12-26z" fill="#3b4248"/><path d="M-12-26C-22-36-16-46-6-40L0-46 8-40C18-46 22-36 12-26z" fill="#525a61"/><path d="M-14-24H14" stroke="#d9543f" stroke-width="6" stroke-linecap="round"/><path d="M-24-2Q-28 14-22 28" stroke="#6a737a" stroke-width="5" fill="none" stroke-linecap="round"/>',
  spark:
    '<path d="M-8-40C-4-16 4-8 28-4 4 0-4 8-8 32-12 8-20 0-44-4-20-8-12-16-8-40z" fill="#f2b93b"/><path d="M28 10C30 22 34 26 46 28 34 30 30 34 28 46 26 34 22 30 10 28 22 26 26 22 28 10zM28-46C30-38 32-36 40-34 32-32 30-30 28-22 26-30 24-32 16-34 24-36 26-38 28-46z" fill="#7fc1d6"/>',
  shirt:
    '<path d="M-16-40Q0-28 16-40L46-24 36-2 26-8V42H-26V-8L-36-2-46-24z" fill="#7fb7d6"/><path d="M-16-40Q0-28 16-40L10-42Q0-34-10-42z" fill="#4f8fb5"/><circle cx="8" cy="14" r="11" fill="#fff" fill-opacity=".8"/><circle cx="-8" cy="26" r="7" fill="#fff" fill-opacity=".7"/>',
  plate:
    '<circle r="42" fill="#fff" stroke="#b9cdd6" stroke-width="4"/><circle r="27" fill="none" stroke="#d7e4ea" stroke-width="4"/><path d="M-22-12Q-14-24 0-25" stroke="#7fc1d6" stroke-width="6" fill="none" stroke-linecap="round"/>',
  plaster:
    '<g transform="rotate(-38)"><rect x="-48" y="-18" width="96" height="36" rx="18" fill="#e5b48c"/><rect x="-18" y="-18" width="36" height="36" fill="#f6dcc2"/><g fill="#b98a62"><circle cx="-8" cy="-8" r="2.5"/><circle cx="8" cy="-8" r="2.5"/><circle cx="-8" cy="8" r="2.5"/><circle cx="8" cy="8" r="2.5"/><circle cx="-34" r="2.5"/><circle cx="34" r="2.5"/></g></g>',
  cross:
    '<circle r="42" fill="#fff" stroke="#cfd8d5" stroke-width="3"/><path d="M-9-28H9V-9H28V9H9V28H-9V9H-28V-9H-9z" fill="#d0453f"/>',
  shield:
    '<path d="M0-46C14-36 28-34 40-34 42 6 28 34 0 46-28 34-42 6-40-34-28-34-14-36 0-46z" fill="#3f9a86"/><path d="M-16 0-4 14 20-14" stroke="#fff" stroke-width="9" fill="none" stroke-linecap="round" stroke-linejoin="round"/>',
  bone: '<g transform="rotate(-40)"><path d="M-26-9H26C24-24 46-26 46-11 54-4 50 12 40 11 38 22 24 20 26 9H-26C-24 24-46 26-46 11-54 4-50-12-40-11-38-22-24-20-26-9z" fill="#f6ead2" stroke="#cbb48a" stroke-width="3"/></g>',
  stomach:
    '<path d="M-14-46H0V-24C8-34 40-30 40 0 40 30 12 44-8 40-26 38-34 26-46 28V14C-30 14-18 20-16 6-14-8-14-20-14-46z" fill="#e59a94"/><path d="M8-16C22-18 28-4 24 8" stroke="#fbd8d0" stroke-width="6" fill="none" stroke-linecap="round"/>',
  dumbbell:
    '<g transform="rotate(-28)"><rect x="-30" y="-6" width="60" height="12" fill="#8a9096"/><rect x="-42" y="-26" width="16" height="52" rx="5" fill="#33383d"/><rect x="26" y="-26" width="16" height="52" rx="5" fill="#33383d"/><rect x="-50" y="-16" width="10" height="32" rx="4" fill="#575d63"/><rect x="40" y="-16" width="10" height="32" rx="4" fill="#575d63"/></g>',
  lips: '<path d="M-44 0C-30-24-12-24 0-14 12-24 30-24 44 0 28 32-28 32-44 0z" fill="#d05a73"/><path d="M-40 0Q0 12 40 0" stroke="#a33a54" stroke-width="4" fill="none"/><path d="M-12 16Q0 20 12 16" stroke="#f3b7c4" stroke-width="5" fill="none" stroke-linecap="round"/>',
  face: '<path d="M0-42C26-42 36-24 34 0 32 26 16 44 0 44S-32 26-34 0C-36-24-26-42 0-42z" fill="#c98f66"/><path d="M-36 4C-46-40-16-50 0-48S46-40 36 4C30-14 22-24 0-24S-30-14-36 4z" fill="#3b2720"/><path d="M-18 4Q-12 9-7 4M7 4Q12 9 18 4M-9 24Q0 31 9 24" stroke="#5b3526" stroke-width="3.5" fill="none" stroke-linecap="round"/>',
  comb: '<g transform="rotate(-30)"><rect x="-46" y="-22" width="92" height="16" rx="7" fill="#8a5a9c"/><path d="M-40-8V24M-28-8V24M-16-8V24M-4-8V24M8-8V24M20-8V24M32-8V24M41-8V24" stroke="#8a5a9c" stroke-width="5" stroke-linecap="round"/></g>',
  wave: '<path d="M-48-12C-36-28-24-28-12-12S12 4 24-12 42-24 48-20V4C36-6 24 0 16 10S-10 26-22 12-42 2-48 8z" fill="#5fa8c9"/><path d="M-48 22C-36 8-24 10-12 24S14 36 26 22 42 14 48 18V34C36 26 28 34 18 42H-30C-36 34-42 32-48 36z" fill="#9dd0e6"/>',
  book: '<path d="M0-30C-14-40-32-40-46-36V34C-32 30-14 30 0 40z" fill="#fffdf6" stroke="#c9b48a" stroke-width="3"/><path d="M0-30C14-40 32-40 46-36V34C32 30 14 30 0 40z" fill="#f6eedb" stroke="#c9b48a" stroke-width="3"/><path d="M-36-20-12-16M-36-6-12-2M-36 8-12 12M36-20 12-16M36-6 12-2M36 8 12 12" stroke="#b79a6a" stroke-width="3.5" stroke-linecap="round"/>',
  talk: '<path d="M-40-38H40Q48-38 48-30V14Q48 22 40 22H-6L-26 44V22H-40Q-48 22-48 14V-30Q-48-38-40-38z" fill="#7fb7a6"/><path d="M-6-26H8V-14H20V0H8V12H-6V0H-18V-14H-6z" fill="#fff"/>',
  box: '<path d="M-42-14 0-32 42-14V26L0 46-42 26z" fill="#c99a5e"/><path d="M-42-14 0 4 42-14 0-32z" fill="#e3bd85"/><path d="M0 4V46" stroke="#a5763c" stroke-width="3"/><path d="M-22-22 20-4V12" stroke="#f3dcb4" stroke-width="5" fill="none"/>',
  bottle:
    '<path d="M-9-48H9V-34C18-28 22-22 22-12V40Q22 47 15 47H-15Q-22 47-22 40V-12C-22-22-18-28-9-34z" fill="#7fb7d6"/><rect x="-12" y="-50" width="24" height="12" rx="3" fill="#3f6f8f"/><path d="M-22 2H22V28H-22z" fill="#fff" fill-opacity=".8"/>',
  nappy:
    '<path d="M-46-26H46V-6C24-2 20 24 18 32H-18C-20 24-24-2-46-6z" fill="#fff" stroke="#c3d5df" stroke-width="3"/><path d="M-46-26H46V-14H-46z" fill="#f6c1cf"/><g fill="#9dd0e6"><circle cx="-12" cy="4" r="4"/><circle cx="8" cy="-2" r="4"/><circle cx="4" cy="16" r="4"/></g>',
  wool: '<circle r="36" fill="#d08ba6"/><path d="M-30-18C-8-28 18-20 32-4M-36 0C-10-14 18-4 26 22M-30 20C-16 4 2 10 10 34M-10-34C8-20 14 4 8 36" stroke="#f3d0de" stroke-width="4" fill="none"/>',
  sponge:
    '<rect x="-44" y="-8" width="88" height="40" rx="8" fill="#f3cf4e"/><rect x="-44" y="-24" width="88" height="20" rx="7" fill="#4f9a6a"/><g fill="#d9ab2a"><circle cx="-26" cy="12" r="5"/><circle cx="-4" cy="20" r="4"/><circle cx="18" cy="10" r="5"/><circle cx="32" cy="22" r="3"/></g>',
  tree: '<path d="M-6 20H6L9 48H-9z" fill="#7a5a36"/><circle cx="-16" cy="2" r="24" fill="#5d8a4a"/><circle cx="18" cy="4" r="22" fill="#6aa351"/><circle cy="-20" r="26" fill="#7ab35e"/>',
  log: '<g stroke="#5b3a22" stroke-width="2.5"><rect x="-46" y="8" width="80" height="26" rx="6" fill="#8a5a34"/><ellipse cx="34" cy="21" rx="9" ry="13" fill="#d9b07a"/><rect x="-34" y="-22" width="74" height="26" rx="6" fill="#9c6b42"/><ellipse cx="40" cy="-9" rx="9" ry="13" fill="#e3bd85"/></g>',
  coal: scattered(
    '<path d="M-13-6-2-14 13-8 12 8-1 14-13 7z" fill="#2f3236"/><path d="M-13-6-2-14 4-2-8 2z" fill="#4d5258"/>',
  ),
  beer: '<path d="M22-14C48-16 48 28 20 26" stroke="#dfe5e8" stroke-width="9" fill="none"/><path d="M-32-24H24L20 40Q19 46 12 46H-20Q-27 46-28 40z" fill="#e8a72f"/><path d="M-36-22C-40-40-22-44-16-40-8-50 8-48 10-40 22-44 32-34 27-22 10-14-20-14-36-22z" fill="#fffaf0"/><path d="M-16-6V34M-3-6V36M10-6V34" stroke="#f8d37e" stroke-width="5" stroke-linecap="round"/>',
  bug: '<ellipse cy="10" rx="22" ry="30" fill="#4a3b33"/><circle cy="-26" r="13" fill="#33281f"/><path d="M0-16V40M-20-4-42-16M-22 10H-46M-20 24-40 38M20-4 42-16M22 10H46M20 24 40 38M-6-38-16-48M6-38 16-48" stroke="#33281f" stroke-width="4" fill="none" stroke-linecap="round"/>',
  pencil:
    '<g transform="rotate(45)"><path d="M-11-30H11V30L0 48-11 30z" fill="#f2b93b"/><path d="M-11 30H11L0 48z" fill="#f3dcb4"/><path d="M-5 40 0 48 5 40z" fill="#33281f"/><path d="M-11-36H11V-28H-11z" fill="#b9bdc0"/><path d="M-11-46Q0-50 11-46V-36H-11z" fill="#e88ba8"/></g>',
  gift: '<rect x="-38" y="-8" width="76" height="54" rx="4" fill="#d0587e"/><rect x="-44" y="-22" width="88" height="18" rx="4" fill="#e07b9a"/><path d="M-8-22H8V46H-8z" fill="#f7d9c4"/><path d="M0-22C-30-22-34-46-18-46-6-46 0-32 0-22 0-32 6-46 18-46 34-46 30-22 0-22z" fill="none" stroke="#f2c14e" stroke-width="6"/>',
  wateringCan:
    '<path d="M14-8 46-34 50-28 20 12z" fill="#3f7fa8"/><path d="M-30-10H20V34Q20 42 12 42H-22Q-30 42-30 34z" fill="#4f93bd"/><path d="M-30-2C-58 4-52 38-28 32M-18-12C-14-40 8-40 10-12" fill="none" stroke="#3f7fa8" stroke-width="6"/><path d="M38-40 54-22" stroke="#2f6b8f" stroke-width="7" stroke-linecap="round"/><path d="M-22 0V34" stroke="#9dc8de" stroke-width="5" stroke-linecap="round"/>',
  trowel:
    '<g transform="rotate(38)"><path d="M-14-6H14C18 22 8 40 0 50-8 40-18 22-14-6z" fill="#c3cace"/><path d="M0 0V34" stroke="#98a2a7" stroke-width="4"/><rect x="-4" y="-18" width="8" height="14" fill="#8a9499"/><rect x="-8" y="-52" width="16" height="36" rx="7" fill="#9c5a2e"/></g>',
};

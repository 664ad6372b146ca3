/**
 * A monoline alphabet, drawn rather than set: a picture must look the same where no font is installed.
 * Every letter stands on a grid 6 high; `w` is its width on the same grid.
 */
const letters: Record<string, { w: number; d: string }> = {
  A: { w: 4.2, d: 'M0 6 2.1 0 4.2 6M.8 4H3.4' },
  B: { w: 3.8, d: 'M0 2.8V0H2.1a1.4 1.4 0 0 1 0 2.8H0V6H2.2a1.6 1.6 0 0 0 0-3.2' },
  C: { w: 4, d: 'M4 1.1C3.5.4 2.9 0 2.2 0 .9 0 0 1.3 0 3s.9 3 2.2 3c.7 0 1.3-.4 1.8-1.1' },
  D: { w: 4, d: 'M0 0V6H1.6C3.2 6 4 4.7 4 3S3.2 0 1.6 0z' },
  E: { w: 3.4, d: 'M3.4 0H0V6H3.4M0 3H2.9' },
  F: { w: 3.3, d: 'M3.3 0H0V6M0 3H2.8' },
  G: { w: 4.2, d: 'M4 1.1C3.5.4 2.9 0 2.2 0 .9 0 0 1.3 0 3s.9 3 2.2 3C3.5 6 4.2 4.9 4.2 3.3H2.5' },
  H: { w: 4, d: 'M0 0V6M4 0V6M0 3H4' },
  I: { w: 0, d: 'M0 0V6' },
  J: { w: 3, d: 'M3 0V4.2C3 5.4 2.4 6 1.5 6S0 5.4 0 4.5' },
  K: { w: 3.9, d: 'M0 0V6M3.7 0 0 3.7M1.4 2.5 3.9 6' },
  L: { w: 3.2, d: 'M0 0V6H3.2' },
  M: { w: 4.8, d: 'M0 6V0L2.4 4 4.8 0V6' },
  N: { w: 4, d: 'M0 6V0L4 6V0' },
  O: { w: 4.4, d: 'M2.2 0C.9 0 0 1.3 0 3s.9 3 2.2 3 2.2-1.3 2.2-3S3.5 0 2.2 0z' },
  P: { w: 3.9, d: 'M0 6V0H2.2a1.7 1.7 0 0 1 0 3.4H0' },
  Q: { w: 4.4, d: 'M2.2 0C.9 0 0 1.3 0 3s.9 3 2.2 3 2.2-1.3 2.2-3S3.5 0 2.2 0zM2.8 4.3 4.4 6' },
  R: { w: 3.9, d: 'M0 6V0H2.2a1.7 1.7 0 0 1 0 3.4H0M2 3.4 3.9 6' },
  S: {
    w: 3.8,
    d: 'M3.6 1C3.2.3 2.6 0 1.9 0 .9 0 .2.6.2 1.5.2 3.6 3.8 2.3 3.8 4.5 3.8 5.4 3 6 2 6 1.1 6 .4 5.6 0 4.8',
  },
  T: { w: 4, d: 'M0 0H4M2 0V6' },
  U: { w: 4, d: 'M0 0V3.9C0 5.3.8 6 2 6s2-.7 2-2.1V0' },
  V: { w: 4.2, d: 'M0 0 2.1 6 4.2 0' },
  W: { w: 5.8, d: 'M0 0 1.45 6 2.9.9 4.35 6 5.8 0' },
  X: { w: 4, d: 'M0 0 4 6M4 0 0 6' },
  Y: { w: 4.2, d: 'M0 0 2.1 3 4.2 0M2.1 3V6' },
  Z: { w: 3.9, d: 'M0 0H3.8L0 6H3.9' },
  '0': { w: 3.8, d: 'M1.9 0C.8 0 0 1.3 0 3s.8 3 1.9 3 1.9-1.3 1.9-3S3 0 1.9 0z' },
  '1': { w: 1.3, d: 'M0 1 1.3 0V6' },
  '2': { w: 3.6, d: 'M.1 1.5C.2.6.9 0 1.8 0s1.7.6 1.7 1.6C3.5 3 .8 4.3 0 6H3.6' },
  '3': {
    w: 3.6,
    d: 'M.1.9C.5.3 1.1 0 1.8 0c1 0 1.7.6 1.7 1.4S2.8 2.8 1.5 2.8c1.3 0 2.1.6 2.1 1.6S2.8 6 1.8 6C1 6 .3 5.6 0 4.9',
  },
  '4': { w: 4, d: 'M3 6V0L0 4.2H4' },
  '5': {
    w: 3.6,
    d: 'M3.3 0H.6L.3 2.7C.7 2.4 1.2 2.2 1.7 2.2c1.1 0 1.9.8 1.9 1.9S2.8 6 1.7 6C1 6 .3 5.6 0 5',
  },
  '6': { w: 3.6, d: 'M3 0C1.2.6 0 2 0 4a1.8 2 0 0 0 3.6 0C3.6 2.9 2.8 2.2 1.8 2.2S0 2.9 0 4' },
  '7': { w: 3.6, d: 'M0 0H3.6L1.4 6' },
  '8': {
    w: 3.6,
    d: 'M1.8 0C.9 0 .3.6.3 1.4s.6 1.4 1.5 1.4S0 3.3 0 4.4 .8 6 1.8 6s1.8-.5 1.8-1.6-.8-1.6-1.8-1.6 1.5-.6 1.5-1.4S2.7 0 1.8 0z',
  },
  '9': { w: 3.6, d: 'M.6 6C2.4 5.4 3.6 4 3.6 2A1.8 2 0 0 0 0 2c0 1.1.8 1.8 1.8 1.8S3.6 3.1 3.6 2' },
  '-': { w: 2, d: 'M0 3.2H2' },
  '&': { w: 4.2, d: 'M4.2 6 .9 1.7C.3.8.8 0 1.7 0S3 .9 2.5 1.7L.6 3.4C-.6 4.6.2 6 1.7 6 3 6 3.8 5 4 3.4' },
};

const gap = 1.5;
const space = 2.4;

/** Words as one stroked path that stands centred on `x`, its feet on `y`, at most `width` wide and `height` high. */
export function lettering(
  words: string,
  { x, y, width, height, colour }: { x: number; y: number; width: number; height: number; colour: string },
): string {
  const set = plain(words).map((letter) => letters[letter] ?? { w: space, d: '' });
  if (set.length === 0) return '';
  const natural = set.reduce((sum, letter) => sum + letter.w + gap, -gap);
  const scale = Math.min(width / natural, height / 6);
  let at = 0;
  const drawn = set.map(({ w, d }) => {
    const placed = d && `<path d="${d}" transform="translate(${round(at)})"/>`;
    at += w + gap;
    return placed;
  });
  const place = `translate(${round(x - (natural * scale) / 2)} ${round(y - 6 * scale)}) scale(${round(scale)})`;
  return `<g transform="${place}" fill="none" stroke="${colour}" stroke-width=".95" stroke-linecap="round" stroke-linejoin="round">${drawn.join('')}</g>`;
}

function plain(words: string): string[] {
  return [...words.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()];
}

export const round = (value: number) => Math.round(value * 100) / 100;

import { darker, isDark, lighter, mix, numberOf, onto } from '../drawing/colour.ts';
import type { Palette } from '../drawing/palette.ts';
import { type Area, lettering } from '../lettering/lettering.ts';

/** Everything printed on a packaging. */
export interface Dress extends Palette {
  brand: string;
  title: string;
  /** The size as printed. */
  size: string;
  /** The drawing of the contents, and its colour. */
  motif: string;
  tone: string;
  /** The chosen colour, or the brand's: the colour of a product without a label. */
  body: string;
}

/** Draws a packaging with its print, standing on the floor of a canvas of 600 by 600. */
export type Packaging = (dress: Dress) => string;

type Layout = (area: Area, dress: Dress) => string;

/**
 * Draws the front of a packaging: brand, name, drawing, size. Each brand always has the same one of three
 * layouts; a wide area has its own.
 */
export function front(area: Area, dress: Dress): string {
  if (area.w > area.h * 1.2) return wide(area, dress);
  return layouts[numberOf(dress.brand || dress.colour) % layouts.length]!(area, dress);
}

/** Draws a paper label for packaging that shows its contents, in a layout for its proportions. */
export function label(area: Area, dress: Dress, radius = 10): string {
  const { x, y, w, h } = area;
  const foot = Math.round(h * 0.2);
  const edge = `<path d="M${x} ${y + h - foot}H${x + w}V${y + h - radius}Q${x + w} ${y + h} ${x + w - radius} ${y + h}H${x + radius}Q${x} ${y + h} ${x} ${y + h - radius}z" fill="${dress.tone}"/>`;
  const brand = h > 90 ? h * 0.17 : 0;
  return (
    rect(area, dress.paper, radius) +
    edge +
    (brand
      ? wordmark({ x: x + w * 0.08, y: y + h * 0.07, w: w * 0.84, h: brand * 0.75 }, dress, inkOn(dress))
      : '') +
    lettering(
      dress.title,
      { x: x + w * 0.06, y: y + h * 0.08 + brand, w: w * 0.88, h: h * 0.68 - brand, tallest: 44 },
      { colour: inkOn(dress), weight: 1.1, lines: 3 },
    ) +
    size({ x, y: y + h - foot, w, h: foot }, dress, dress.tone)
  );
}

const panel: Layout = ({ x, y, w, h }, dress) => {
  const paper = { x: x + w * 0.06, y: y + h * 0.15, w: w * 0.88, h: h * 0.8 };
  const band = { x: paper.x, y: paper.y + paper.h * 0.85, w: paper.w, h: paper.h * 0.15 };
  return (
    rect({ x, y, w, h }, dress.colour) +
    wordmark({ x: x + w * 0.1, y: y + h * 0.045, w: w * 0.8, h: h * 0.065 }, dress, onto(dress.colour)) +
    rect(paper, dress.paper, 10) +
    drawn(dress.motif, x + w / 2, paper.y + paper.h * 0.3, Math.min(w * 0.66, paper.h * 0.48)) +
    name(
      { x: paper.x + w * 0.05, y: paper.y + paper.h * 0.57, w: paper.w - w * 0.1, h: paper.h * 0.25 },
      dress,
      inkOn(dress),
    ) +
    `<path d="M${at(band.x)} ${at(band.y)}h${at(band.w)}v${at(band.h - 10)}q0 10-10 10h${at(20 - band.w)}q-10 0-10-10z" fill="${dress.tone}"/>` +
    size(band, dress, dress.tone)
  );
};

const bare: Layout = ({ x, y, w, h }, dress) => {
  const strip = { x, y: y + h * 0.88, w, h: h * 0.12 };
  const radius = Math.min(w * 0.4, h * 0.225);
  return (
    rect({ x, y, w, h }, dress.colour) +
    wordmark({ x: x + w * 0.12, y: y + h * 0.05, w: w * 0.76, h: h * 0.06 }, dress, accentOn(dress)) +
    name({ x: x + w * 0.08, y: y + h * 0.15, w: w * 0.84, h: h * 0.24 }, dress, onto(dress.colour)) +
    `<circle cx="${at(x + w / 2)}" cy="${at(y + h * 0.64)}" r="${at(radius)}" fill="${dress.paper}" stroke="${dress.accent}" stroke-width="5"/>` +
    drawn(dress.motif, x + w / 2, y + h * 0.64, radius * 1.42) +
    rect(strip, dress.tone) +
    size(strip, dress, dress.tone)
  );
};

const split: Layout = ({ x, y, w, h }, dress) => {
  const half = h * 0.49;
  return (
    rect({ x, y, w, h }, dress.colour) +
    rect({ x, y: y + h * 0.04, w, h: half }, dress.paper) +
    drawn(dress.motif, x + w / 2, y + h * 0.04 + half * 0.5, Math.min(w * 0.74, half * 0.82)) +
    rect({ x, y: y + h * 0.04 + half, w, h: h * 0.035 }, dress.tone) +
    wordmark({ x: x + w * 0.12, y: y + h * 0.595, w: w * 0.76, h: h * 0.05 }, dress, accentOn(dress)) +
    name({ x: x + w * 0.08, y: y + h * 0.67, w: w * 0.84, h: h * 0.2 }, dress, onto(dress.colour)) +
    size({ x, y: y + h * 0.885, w, h: h * 0.1 }, dress, dress.colour)
  );
};

const layouts = [panel, bare, split];

const wide: Layout = ({ x, y, w, h }, dress) => {
  const left = Math.min(w * 0.42, h);
  const text = { x: x + left + w * 0.03, w: w - left - w * 0.08 };
  return (
    rect({ x, y, w, h }, dress.colour) +
    rect({ x, y, w: left, h }, dress.paper) +
    rect({ x: x + left, y, w: w * 0.018, h }, dress.tone) +
    drawn(dress.motif, x + left / 2, y + h / 2, left * 0.8) +
    wordmark({ x: text.x, y: y + h * 0.09, w: text.w, h: h * 0.1 }, dress, accentOn(dress)) +
    name({ x: text.x, y: y + h * 0.25, w: text.w, h: h * 0.46 }, dress, onto(dress.colour)) +
    size({ x: text.x, y: y + h * 0.76, w: text.w, h: h * 0.17 }, dress, dress.colour)
  );
};

function name(area: Area, { title }: Dress, colour: string): string {
  return lettering(title, { ...area, tallest: 38 }, { colour, weight: 1.1, lines: 4 });
}

function wordmark(area: Area, { brand }: Dress, colour: string): string {
  return lettering(brand, { ...area, tallest: 20 }, { colour, weight: 0.85, lines: 1 });
}

function size(area: Area, dress: Dress, background: string): string {
  const inner = { x: area.x + area.w * 0.15, y: area.y + area.h * 0.24, w: area.w * 0.7, h: area.h * 0.52 };
  return lettering(
    dress.size,
    { ...inner, tallest: 26 },
    { colour: onto(background), weight: 1.05, lines: 1 },
  );
}

/** Centres a drawing at a point with the given width. */
export function drawn(motif: string, x: number, y: number, width: number): string {
  return `<g transform="translate(${at(x)} ${at(y)}) scale(${Math.round(width) / 100})">${motif}</g>`;
}

/** Repeats one drawing at several places without repeating its bytes: x, y and rotation in degrees for each. */
export function strewn(motif: string, scale: number, places: readonly (readonly number[])[]): string {
  const uses = places.map(
    ([x, y, turn = 0]) =>
      `<use href="#m" transform="translate(${x} ${y})${turn ? `rotate(${turn})` : ''}scale(${scale})"/>`,
  );
  return `<defs><g id="m">${motif}</g></defs>${uses.join('')}`;
}

export function rect({ x, y, w, h }: Area, fill: string, radius = 0): string {
  return `<rect x="${at(x)}" y="${at(y)}" width="${at(w)}" height="${at(h)}" fill="${fill}"${radius ? ` rx="${radius}"` : ''}/>`;
}

const inkOn = ({ colour }: Dress) => (isDark(colour) ? darker(colour, 0.45) : '#33281f');

/** Returns the accent colour if it is legible on the main colour, otherwise a neutral one. */
function accentOn({ colour, accent }: Dress): string {
  if (isDark(colour) && !isDark(accent)) return mix(accent, '#ffffff', 0.2);
  return isDark(colour) ? lighter(colour, 0.85) : onto(colour);
}

const at = Math.round;

import { darker, isDark, lighter, mix, onto } from '../drawing/colour.ts';
import type { Palette } from '../drawing/palette.ts';
import { type Area, lettering } from '../lettering/lettering.ts';
import { backgroundPattern, designOf } from './brand-design.ts';

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
 * Draws the front of a packaging: brand, name, drawing, size. Each brand always has the same layout, ground
 * and word mark; a wide area has its own layout.
 */
export function front(area: Area, dress: Dress): string {
  if (area.w > area.h * 1.2) return wide(area, dress);
  return layouts[design(dress).layout]!(area, dress);
}

/** Draws a paper label for packaging that shows its contents, in a layout for its proportions. */
export function label(area: Area, dress: Dress, radius = 10): string {
  const { x, y, w, h } = area;
  const isLow = h <= 90;
  const foot = dress.size ? Math.round(h * (isLow ? 0.28 : 0.2)) : 0;
  const edge = `<path d="M${x} ${y + h - foot}H${x + w}V${y + h - radius}Q${x + w} ${y + h} ${x + w - radius} ${y + h}H${x + radius}Q${x} ${y + h} ${x} ${y + h - radius}z" fill="${dress.tone}"/>`;
  const brand = isLow ? 0 : h * 0.17;
  const text = { x: x + w * 0.06, y: y + h * 0.08 + brand, w: w * 0.88, h: h * 0.88 - foot - brand };
  return (
    rect(area, dress.paper, radius) +
    (foot ? edge : '') +
    (brand
      ? plainMark({ x: x + w * 0.08, y: y + h * 0.07, w: w * 0.84, h: brand * 0.75 }, dress, inkOn(dress))
      : '') +
    lettering(
      dress.title,
      { ...text, tallest: isLow ? 30 : 44 },
      { colour: inkOn(dress), weight: 1.1, lines: 3 },
    ) +
    size({ x, y: y + h - foot, w, h: foot }, dress, dress.tone)
  );
}

const panel: Layout = ({ x, y, w, h }, dress) => {
  const paper = { x: x + w * 0.06, y: y + h * 0.15, w: w * 0.88, h: h * 0.8 };
  const band = { x: paper.x, y: paper.y + paper.h * 0.85, w: paper.w, h: paper.h * 0.15 };
  return (
    background({ x, y, w, h }, dress) +
    wordmark({ x: x + w * 0.1, y: y + h * 0.045, w: w * 0.8, h: h * 0.065 }, dress, onto(dress.colour)) +
    rect(paper, dress.paper, 10) +
    drawn(dress.motif, x + w / 2, paper.y + paper.h * 0.3, Math.min(w * 0.66, paper.h * 0.48)) +
    name(
      { x: paper.x + w * 0.05, y: paper.y + paper.h * 0.57, w: paper.w - w * 0.1, h: paper.h * 0.25 },
      dress,
      inkOn(dress),
    ) +
    (dress.size &&
      `<path d="M${at(band.x)} ${at(band.y)}h${at(band.w)}v${at(band.h - 10)}q0 10-10 10h${at(20 - band.w)}q-10 0-10-10z" fill="${dress.tone}"/>`) +
    size(band, dress, dress.tone)
  );
};

const medallion: Layout = ({ x, y, w, h }, dress) => {
  const radius = Math.min(w * 0.4, h * 0.225);
  return (
    background({ x, y, w, h }, dress) +
    wordmark({ x: x + w * 0.12, y: y + h * 0.05, w: w * 0.76, h: h * 0.06 }, dress, accentOn(dress)) +
    name({ x: x + w * 0.08, y: y + h * 0.15, w: w * 0.84, h: h * 0.24 }, dress, onto(dress.colour)) +
    `<circle cx="${at(x + w / 2)}" cy="${at(y + h * 0.64)}" r="${at(radius)}" fill="${dress.paper}" stroke="${dress.accent}" stroke-width="5"/>` +
    drawn(dress.motif, x + w / 2, y + h * 0.64, radius * 1.42) +
    foot({ x, y: y + h * 0.88, w, h: h * 0.12 }, dress, dress.tone)
  );
};

const split: Layout = ({ x, y, w, h }, dress) => {
  const half = h * 0.49;
  return (
    background({ x, y, w, h }, dress) +
    rect({ x, y: y + h * 0.04, w, h: half }, dress.paper) +
    drawn(dress.motif, x + w / 2, y + h * 0.04 + half * 0.5, Math.min(w * 0.74, half * 0.82)) +
    rect({ x, y: y + h * 0.04 + half, w, h: h * 0.035 }, dress.tone) +
    wordmark({ x: x + w * 0.12, y: y + h * 0.595, w: w * 0.76, h: h * 0.05 }, dress, accentOn(dress)) +
    name({ x: x + w * 0.08, y: y + h * 0.67, w: w * 0.84, h: h * 0.2 }, dress, onto(dress.colour)) +
    size({ x, y: y + h * 0.885, w, h: h * 0.1 }, dress, dress.colour)
  );
};

/** A window with an arch, on the ground of the brand. */
const arch: Layout = ({ x, y, w, h }, dress) => {
  const half = w * 0.38;
  const top = y + h * 0.16;
  const bend = Math.min(half, h * 0.26);
  return (
    background({ x, y, w, h }, dress) +
    wordmark({ x: x + w * 0.12, y: y + h * 0.05, w: w * 0.76, h: h * 0.06 }, dress, onto(dress.colour)) +
    `<path d="M${at(x + w / 2 - half)} ${at(y + h * 0.6)}V${at(top + bend)}a${at(half)} ${at(bend)} 0 0 1 ${at(half * 2)} 0V${at(y + h * 0.6)}z" fill="${dress.paper}" stroke="${dress.accent}" stroke-width="6"/>` +
    drawn(dress.motif, x + w / 2, y + h * 0.4, Math.min(half * 1.5, h * 0.34)) +
    name({ x: x + w * 0.08, y: y + h * 0.65, w: w * 0.84, h: h * 0.2 }, dress, onto(dress.colour)) +
    foot({ x: x + w * 0.2, y: y + h * 0.88, w: w * 0.6, h: h * 0.09 }, dress, dress.accent)
  );
};

/** Paper above and the brand's colour below, parted by a curve in the accent. */
const swoosh: Layout = ({ x, y, w, h }, dress) => {
  const curve = (down: number) =>
    `M${at(x)} ${at(y)}H${at(x + w)}V${at(y + h * (0.36 + down))}Q${at(x + w * 0.6)} ${at(y + h * (0.66 + down))} ${at(x)} ${at(y + h * (0.5 + down))}z`;
  return (
    background({ x, y, w, h }, dress) +
    `<path d="${curve(0.035)}" fill="${dress.accent}"/><path d="${curve(0)}" fill="${dress.paper}"/>` +
    wordmark({ x: x + w * 0.1, y: y + h * 0.045, w: w * 0.8, h: h * 0.07 }, dress, inkOn(dress)) +
    drawn(dress.motif, x + w * 0.46, y + h * 0.33, Math.min(w * 0.6, h * 0.34)) +
    name({ x: x + w * 0.08, y: y + h * 0.63, w: w * 0.84, h: h * 0.23 }, dress, onto(dress.colour)) +
    size({ x, y: y + h * 0.885, w, h: h * 0.1 }, dress, dress.colour)
  );
};

/** A pale pack with the name on a band across it. */
const belt: Layout = ({ x, y, w, h }, dress) =>
  rect({ x, y, w, h }, dress.paper) +
  rect({ x, y, w, h: h * 0.035 }, dress.colour) +
  wordmark({ x: x + w * 0.1, y: y + h * 0.075, w: w * 0.8, h: h * 0.075 }, dress, inkOn(dress)) +
  rect({ x, y: y + h * 0.18, w, h: h * 0.31 }, dress.accent) +
  background({ x, y: y + h * 0.2, w, h: h * 0.27 }, dress) +
  name({ x: x + w * 0.08, y: y + h * 0.225, w: w * 0.84, h: h * 0.22 }, dress, onto(dress.colour)) +
  drawn(dress.motif, x + w / 2, y + h * 0.69, Math.min(w * 0.66, h * 0.34)) +
  foot({ x, y: y + h * 0.89, w, h: h * 0.11 }, dress, dress.colour);

/** An old-fashioned label with a double frame. */
const framed: Layout = ({ x, y, w, h }, dress) => {
  const inset = w * 0.05;
  const frame = (by: number, fill: string, stroke: string) =>
    `<rect x="${at(x + by)}" y="${at(y + by)}" width="${at(w - by * 2)}" height="${at(h - by * 2)}" rx="14" fill="${fill}" stroke="${stroke}" stroke-width="4"/>`;
  return (
    background({ x, y, w, h }, dress) +
    frame(inset, dress.accent, dress.accent) +
    frame(inset * 1.7, dress.accent, dress.colour) +
    wordmark({ x: x + w * 0.16, y: y + h * 0.11, w: w * 0.68, h: h * 0.07 }, dress, onto(dress.accent)) +
    `<ellipse cx="${at(x + w / 2)}" cy="${at(y + h * 0.39)}" rx="${at(w * 0.33)}" ry="${at(h * 0.17)}" fill="${dress.paper}"/>` +
    drawn(dress.motif, x + w / 2, y + h * 0.39, Math.min(w * 0.5, h * 0.27)) +
    name({ x: x + w * 0.14, y: y + h * 0.6, w: w * 0.72, h: h * 0.2 }, dress, onto(dress.accent)) +
    size({ x, y: y + h * 0.82, w, h: h * 0.1 }, dress, dress.accent)
  );
};

const layouts = [panel, medallion, split, arch, swoosh, belt, framed];

const design = ({ brand, colour }: Dress) => designOf(brand || colour, layouts.length);

const wide: Layout = ({ x, y, w, h }, dress) => {
  const { mirrored } = design(dress);
  const part = Math.min(w * 0.42, h);
  const left = mirrored ? x + w - part : x;
  const text = { x: mirrored ? x + w * 0.05 : x + part + w * 0.03, w: w - part - w * 0.08 };
  return (
    background({ x, y, w, h }, dress) +
    rect({ x: left, y, w: part, h }, dress.paper) +
    rect({ x: mirrored ? left - w * 0.018 : left + part, y, w: w * 0.018, h }, dress.tone) +
    drawn(dress.motif, left + part / 2, y + h / 2, part * 0.8) +
    wordmark({ x: text.x, y: y + h * 0.09, w: text.w, h: h * 0.1 }, dress, accentOn(dress)) +
    name({ x: text.x, y: y + h * 0.25, w: text.w, h: h * 0.46 }, dress, onto(dress.colour)) +
    size({ x: text.x, y: y + h * 0.76, w: text.w, h: h * 0.17 }, dress, dress.colour)
  );
};

const background = (area: Area, dress: Dress) =>
  rect(area, dress.colour) + backgroundPattern(area, dress, design(dress).pattern);

/** The band with the size; a pack whose size varies has none. */
const foot = (area: Area, dress: Dress, colour: string) =>
  dress.size && rect(area, colour, area.h > 40 ? 0 : 4) + size(area, dress, colour);

function name(area: Area, { title }: Dress, colour: string): string {
  return lettering(title, { ...area, tallest: 38 }, { colour, weight: 1.1, lines: 4 });
}

function plainMark(area: Area, { brand }: Dress, colour: string): string {
  return lettering(brand, { ...area, tallest: 22 }, { colour, weight: 0.9, lines: 1 });
}

/** The name of the brand in its own style; `colour` is legible on the ground. */
function wordmark(area: Area, dress: Dress, colour: string): string {
  const { mark } = design(dress);
  if (!dress.brand || mark === 'plain') return plainMark(area, dress, colour);
  const [x, w] = [at(area.x), at(area.w)];
  const [top, bottom] = [at(area.y - area.h * 0.3), at(area.y + area.h * 1.3)];
  if (mark === 'ruled')
    return `${plainMark(area, dress, colour)}<path d="M${x} ${top}h${w}M${x} ${bottom}h${w}" stroke="${colour}" stroke-width="2.5"/>`;
  const notch = mark === 'ribbon' ? at((bottom - top) * 0.4) : 0;
  const plate = notch
    ? `<path d="M${x - 6} ${top}h${w + 12}l${-notch} ${at((bottom - top) / 2)} ${notch} ${at((bottom - top) / 2)}h${-w - 12}l${notch} ${-at((bottom - top) / 2)}z" fill="${dress.accent}"/>`
    : rect({ x, y: top, w, h: bottom - top }, dress.accent, at((bottom - top) / 2));
  const inner = { ...area, x: area.x + w * 0.09, w: w * 0.82 };
  return plate + plainMark(inner, dress, onto(dress.accent));
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

import { mix } from './colour.ts';
import { motifNamed } from './motif-words.ts';
import type { Palettes } from './palette.ts';
import { shadowLight, still } from './picture.ts';
import type { Subject } from './subject.ts';

/** Something that stands or lies in a scene: a product in its pack, or a drawing by its name. */
export interface Item {
  thing: Subject | string;
  /** The middle of its foot, in units of the scene. */
  x: number;
  y: number;
  /** A pack is 600 units wide and high at 1, a drawing 100. */
  scale: number;
  /** Degrees. */
  turn?: number;
}

export interface Scene {
  width: number;
  height: number;
  /** The wall and what stands on it. */
  ground: string;
  floor: string;
  /** Where the wall ends, from above. */
  horizon: number;
  /** Drawn on the wall, behind everything: hills, a sun, a window. */
  backdrop?: string;
  /** From the back to the front. */
  items: readonly Item[];
  /** Light over everything. */
  glow?: string;
}

/** Draws a scene of several products as SVG; nothing in it is text. */
export function drawScene(scene: Scene, palettes: Palettes): string {
  const { width, height, horizon, ground, floor } = scene;
  const items = scene.items.map((item, at) => placed(item, at, palettes));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" stroke-linecap="round" stroke-linejoin="round">` +
    `${shadowLight}<rect width="${width}" height="${height}" fill="${ground}"/>${scene.backdrop ?? ''}` +
    `<path d="M0 ${horizon}H${width}V${height}H0z" fill="${floor}"/><path d="M0 ${horizon}H${width}v5H0z" fill="${mix(floor, '#2a1a14', 0.12)}"/>` +
    `${items.join('')}${scene.glow ?? ''}</svg>\n`
  );
}

function placed({ thing, x, y, scale, turn = 0 }: Item, at: number, palettes: Palettes): string {
  const turned = turn ? `rotate(${turn})` : '';
  if (typeof thing === 'string') {
    const shadow = `<ellipse cx="${x + 4}" cy="${y}" rx="${Math.round(scale * 52)}" ry="${Math.round(scale * 8)}" fill="url(#s)"/>`;
    return `${shadow}<g transform="translate(${x} ${Math.round(y - scale * 44)})${turned}scale(${scale})">${motifNamed(thing)}</g>`;
  }
  const pack = ownIds(still(thing, palettes), at);
  return `<g transform="translate(${x} ${y})${turned}scale(${scale})translate(-300 -548)">${pack}</g>`;
}

/** Every pack names its light and its outline the same; side by side each needs its own. */
function ownIds(svg: string, at: number): string {
  return svg.replace(/(id="|#)([clm])(?=[")])/g, `$1$2${at}`);
}

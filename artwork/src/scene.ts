import { mix } from './drawing/colour.ts';
import type { Palettes } from './drawing/palette.ts';
import { motifNamed } from './motifs/motif-lookup.ts';
import type { Subject } from './picture-subject.ts';
import { shadowLight, still } from './product-picture.ts';

/** An item in a scene: a product in its packaging, or a drawing by its name. */
export interface Item {
  subject: Subject | string;
  /** Centre of its base, in units of the scene. */
  x: number;
  y: number;
  /** At 1, a packaging is 600 units wide and high, a drawing 100. */
  scale: number;
  /** Rotation in degrees. */
  turn?: number;
}

export interface Scene {
  width: number;
  height: number;
  /** Colour of the wall. */
  background: string;
  floor: string;
  /** Lower edge of the wall, from the top. */
  horizon: number;
  /** Drawn on the wall behind the items: hills, a sun, a window. */
  backdrop?: string;
  /** From back to front. */
  items: readonly Item[];
  /** Light drawn over everything. */
  glow?: string;
}

/** Draws a scene of several products as SVG without text elements. */
export function drawScene(scene: Scene, palettes: Palettes): string {
  const { width, height, horizon, background, floor } = scene;
  const items = scene.items.map((item, at) => placed(item, at, palettes));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" stroke-linecap="round" stroke-linejoin="round">` +
    `${shadowLight}<rect width="${width}" height="${height}" fill="${background}"/>${scene.backdrop ?? ''}` +
    `<path d="M0 ${horizon}H${width}V${height}H0z" fill="${floor}"/><path d="M0 ${horizon}H${width}v5H0z" fill="${mix(floor, '#2a1a14', 0.12)}"/>` +
    `${items.join('')}${scene.glow ?? ''}</svg>\n`
  );
}

function placed({ subject, x, y, scale, turn = 0 }: Item, at: number, palettes: Palettes): string {
  const turned = turn ? `rotate(${turn})` : '';
  if (typeof subject === 'string') {
    const shadow = `<ellipse cx="${x + 4}" cy="${y}" rx="${Math.round(scale * 52)}" ry="${Math.round(scale * 8)}" fill="url(#s)"/>`;
    return `${shadow}<g transform="translate(${x} ${Math.round(y - scale * 44)})${turned}scale(${scale})">${motifNamed(subject)}</g>`;
  }
  const drawing = ownIds(still(subject, palettes), at);
  return `<g transform="translate(${x} ${y})${turned}scale(${scale})translate(-300 -548)">${drawing}</g>`;
}

/** Every packaging uses the same ids for gradient and outline; side by side each needs its own. */
function ownIds(svg: string, at: number): string {
  return svg.replace(/(id="|#)([chlm-o])(?=[")])/g, `$1$2${at}`);
}

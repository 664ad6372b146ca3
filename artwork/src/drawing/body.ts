import type { Area } from '../lettering/lettering.ts';

/** Lighting of a body; the light always comes from the upper left. */
const lights = {
  /** Round bodies, from side to side. */
  round:
    '<linearGradient id="l"><stop stop-color="#2a1a14" stop-opacity=".2"/><stop offset=".1" stop-color="#fff" stop-opacity=".1"/><stop offset=".24" stop-color="#fff" stop-opacity=".34"/><stop offset=".42" stop-color="#fff" stop-opacity="0"/><stop offset=".66" stop-color="#2a1a14" stop-opacity="0"/><stop offset="1" stop-color="#2a1a14" stop-opacity=".34"/></linearGradient>',
  /** Soft, filled bodies, from corner to corner. */
  soft: '<linearGradient id="l" x2="1" y2=".5"><stop stop-color="#2a1a14" stop-opacity=".1"/><stop offset=".12" stop-color="#fff" stop-opacity=".26"/><stop offset=".32" stop-color="#fff" stop-opacity="0"/><stop offset=".75" stop-color="#2a1a14" stop-opacity="0"/><stop offset="1" stop-color="#2a1a14" stop-opacity=".24"/></linearGradient>',
  /** Flat bodies, faintly. */
  flat: '<linearGradient id="l" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".18"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#2a1a14" stop-opacity=".1"/></linearGradient>',
};

/** Draws a body with this outline, colour and contents, with lighting. */
export function body(
  outline: string,
  area: Area,
  { fill, on, light }: { fill: string; on: string; light: keyof typeof lights },
): string {
  const size = `x="${area.x}" y="${area.y}" width="${area.w}" height="${area.h}"`;
  return `<clipPath id="c"><path d="${outline}"/></clipPath>${lights[light]}<g clip-path="url(#c)"><rect ${size} fill="${fill}"/>${on}<rect ${size} fill="url(#l)"/></g>`;
}

/** Vertical position on which all packaging stands. */
export const floor = 528;

/**
 * Returns the outline of a bottle around the centre: neck and body are widths, the others vertical
 * positions.
 */
export function bottleOutline(shape: {
  neck: number;
  body: number;
  top: number;
  /** Top and bottom of the shoulder. */
  shoulder: readonly [number, number];
  corner?: number;
}): string {
  const { neck, body: wide, top, corner = 22 } = shape;
  const [from, to] = shape.shoulder;
  const [inner, outer] = [neck / 2, wide / 2];
  const bend = Math.round((to - from) * 0.55);
  return (
    `M${300 - inner} ${top}H${300 + inner}V${from}C${300 + inner} ${from + bend} ${300 + outer} ${to - bend} ${300 + outer} ${to}` +
    `V${floor - corner}Q${300 + outer} ${floor} ${300 + outer - corner} ${floor}H${300 - outer + corner}Q${300 - outer} ${floor} ${300 - outer} ${floor - corner}` +
    `V${to}C${300 - outer} ${to - bend} ${300 - inner} ${from + bend} ${300 - inner} ${from}z`
  );
}

/** Light and shade of unpacked food. Every shape lies in a square from -50 to 50, lit from the upper left. */

/** Definition of the light to which every shaded shape refers. */
export const foodLight =
  '<radialGradient id="h" cx=".36" cy=".26" r=".82"><stop stop-color="#fff" stop-opacity=".5"/><stop offset=".34" stop-color="#fff" stop-opacity=".06"/><stop offset=".62" stop-color="#3a1408" stop-opacity=".05"/><stop offset="1" stop-color="#3a1408" stop-opacity=".44"/></radialGradient>';

/** Fills a single shape with a colour, and again with the light. */
export const shaded = (shape: string, colour: string): string =>
  shape.replace('/>', ` fill="${colour}"/>`) + shape.replace('/>', ' fill="url(#h)"/>');

export const disc = (rx: number, ry = rx): string => `<ellipse rx="${rx}" ry="${ry}"/>`;

export const path = (d: string): string => `<path d="${d}"/>`;

export const line = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;

/** Shadow of an item on whatever it lies on. */
export const contactShadow = (y: number, rx: number): string =>
  `<ellipse cx="4" cy="${y}" rx="${rx}" ry="${Math.round(rx / 4)}" fill="url(#s)"/>`;

export const gloss =
  '<ellipse cx="-17" cy="-20" rx="10" ry="5" fill="#fff" fill-opacity=".6" transform="rotate(-38 -17 -20)"/>';

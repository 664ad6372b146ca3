/** Colours always have the form `#rrggbb`. */

export const cream = '#fffaf0';
export const ink = '#33281f';
export const leaf = '#5d8a4a';
export const protea = '#d0587e';

/** Mixes two colours: a share of 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  return hex(a.map((value, at) => value + (b[at]! - value) * share));
}

export const lighter = (colour: string, share: number) => mix(colour, '#ffffff', share);
export const darker = (colour: string, share: number) => mix(colour, '#2a1a14', share);

/** Whether cream text is legible on this colour. */
export function isDark(colour: string): boolean {
  const [red, green, blue] = channels(colour);
  return 0.299 * red + 0.587 * green + 0.114 * blue < 158;
}

/** Returns ink or cream, whichever is more legible on the background. */
export const onto = (background: string) => (isDark(background) ? cream : ink);

/** Returns a colour by its hue in degrees, and saturation and lightness from 0 to 1. */
export function hsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const turn = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  };
  return hex([channel(0), channel(8), channel(4)]);
}

/** Hashes a text to a number from 0 to 2³² - 1 (FNV-1a). */
export function numberOf(text: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    number = Math.imul(number ^ text.charCodeAt(at), 0x01000193);
  }
  return number >>> 0;
}

function channels(colour: string): [red: number, green: number, blue: number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function hex(values: readonly number[]): string {
  return `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

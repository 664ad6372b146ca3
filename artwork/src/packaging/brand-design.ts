import { numberOf } from '../drawing/colour.ts';
import type { Palette } from '../drawing/palette.ts';
import type { Area } from '../lettering/lettering.ts';

/**
 * The design system of a brand: what its packs have in common besides colours. It follows from the name
 * alone, so that all packs of a brand look related, and two brands beside each other do not.
 */
export interface BrandDesign {
  /** Index of the layout of a front, of as many as there are. */
  layout: number;
  mark: 'plain' | 'plate' | 'ribbon' | 'ruled';
  pattern: keyof typeof patterns;
  /** Whether wide fronts have the drawing on the right. */
  mirrored: boolean;
}

const markStyles: readonly BrandDesign['mark'][] = ['plate', 'ribbon', 'ruled', 'plain'];

/** Lines of the ground, relative to its corner: path, stroke width and dashes. */
const patterns = {
  plain: () => undefined,
  stripes: ({ w, h }: Area) => ({ d: repeated(w, 52, (at) => `M${at} 0v${h}`), width: 19, dashes: '' }),
  dots: ({ w, h }: Area) => ({
    d: repeated(h, 40, (at) => `M${(at / 2) % 40} ${at}H${w}`),
    width: 11,
    dashes: '.1 36',
  }),
  waves: ({ w, h }: Area) => ({
    d: repeated(h, 66, (at) => `M0 ${at}${'q24-22 48 0t48 0'.repeat(Math.ceil(w / 96))}`),
    width: 7,
    dashes: '',
  }),
};

const repeated = (length: number, step: number, mark: (at: number) => string): string =>
  Array.from({ length: Math.floor(length / step) }, (_, at) => mark(Math.round((at + 0.5) * step))).join('');

export function designOf(brand: string, layouts: number): BrandDesign {
  const number = numberOf(brand.trim().toLowerCase());
  return {
    layout: number % layouts,
    mark: markStyles[(number >>> 7) % markStyles.length]!,
    pattern: (['plain', 'stripes', 'dots', 'plain', 'waves'] as const)[(number >>> 11) % 5]!,
    mirrored: (number >>> 14) % 2 === 1,
  };
}

/** The pattern of a ground, in the accent of the brand. */
export function backgroundPattern(area: Area, { accent }: Palette, pattern: BrandDesign['pattern']): string {
  const { x, y, w, h } = area;
  const lines = patterns[pattern]({ x: 0, y: 0, w: Math.round(w), h: Math.round(h) });
  if (!lines) return '';
  const dashes = lines.dashes && ` stroke-dasharray="${lines.dashes}"`;
  return `<path transform="translate(${Math.round(x)} ${Math.round(y)})" d="${lines.d}" fill="none" stroke="${accent}" stroke-opacity=".2" stroke-width="${lines.width}"${dashes}/>`;
}

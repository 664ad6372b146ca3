import { svgErrors } from '@fynbos/test-kit/catalogue/svg-validator.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Subject } from './picture-subject.ts';
import { drawPicture } from './product-picture.ts';

const none = new Map();
const yoghurt: Subject = {
  name: 'Strawberry Yoghurt 1 kg',
  brand: 'Springvale Dairy',
  format: 'Tub',
  packsize: '1 kg',
  colour: '',
  kinds: ['Yoghurt', 'Dairy', 'Cheese & Yoghurt', 'Dairy, Eggs & Chilled'],
};

describe('drawPicture', () => {
  it('is deterministic', () => {
    expect(drawPicture({ ...yoghurt }, none)).toBe(drawPicture(yoghurt, none));
  });

  it('distinguishes two flavours of a product by drawing and colour', () => {
    const plain = { ...yoghurt, name: 'Granadilla Yoghurt 1 kg' };
    const [strawberry, granadilla] = [drawPicture(yoghurt, none), drawPicture(plain, none)];
    expect(strawberry).toContain('#d6404a');
    expect(granadilla).not.toContain('#d6404a');
  });

  it('draws the larger of two sizes larger', () => {
    const scaleOf = (packsize: string) =>
      Number(/scale\(([\d.]+)\)/.exec(drawPicture({ ...yoghurt, packsize }, none))![1]);
    expect(scaleOf('1 kg')).toBeGreaterThan(scaleOf('500 g'));
    expect(scaleOf('6 x 330 ml')).toBeGreaterThan(scaleOf('330 ml'));
  });

  it('uses the colour that the shopper chooses', () => {
    const mug = { ...yoghurt, name: 'Enamel Mug', format: 'Loose', kinds: ['Mugs', 'Kitchenware'] };
    expect(drawPicture({ ...mug, colour: 'Red' }, none)).toContain('#c23a34');
    expect(drawPicture({ ...mug, colour: 'Navy' }, none)).toContain('#2b4469');
  });

  it('uses the colours of the brand', () => {
    const palettes = new Map([
      ['springvale dairy', { colour: '#123456', accent: '#fedcba', paper: '#fffefd' }],
    ]);
    expect(drawPicture(yoghurt, palettes)).toContain('#123456');
  });

  it('returns valid and safe SVG for any input', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 90 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom(
        '',
        '"><script>',
        'a&b',
        '<svg',
        "O'Neill",
        'Rooibos',
        '\u0000',
        '\u{10ffff}',
        '5 kg',
        '1e999 l',
      ),
    );
    const subject = fc.record({
      name: text,
      brand: text,
      format: fc.oneof(text, fc.constantFrom('Bottle', 'Loose', 'Box', 'Tin', 'Bag', 'Roll')),
      packsize: text,
      colour: text,
      kinds: fc.array(text, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(subject, (any) => {
        const svg = drawPicture(any, none);
        expect(svgErrors(svg)).toEqual([]);
        expect(svg.length).toBeLessThan(9000);
      }),
      { numRuns: 500 },
    );
  });
});

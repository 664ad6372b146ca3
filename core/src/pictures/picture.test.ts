import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawPicture } from './picture.ts';
import type { Subject } from './subject.ts';
import { faultsOf } from './testing/svg.ts';

const none = new Map();
const yoghurt: Subject = {
  name: 'Strawberry Yoghurt 1 kg',
  brand: 'Springvale Dairy',
  format: 'Tub',
  packsize: '1 kg',
  colour: '',
  kinds: ['Yoghurt', 'Dairy', 'Cheese & Yoghurt', 'Dairy, Eggs & Chilled'],
};

describe('a drawn picture', () => {
  it('is the same for the same product, whoever draws it', () => {
    expect(drawPicture({ ...yoghurt }, none)).toBe(drawPicture(yoghurt, none));
  });

  it('tells two flavours of a line apart, by drawing and by colour', () => {
    const plain = { ...yoghurt, name: 'Granadilla Yoghurt 1 kg' };
    const [one, other] = [drawPicture(yoghurt, none), drawPicture(plain, none)];
    expect(one).toContain('#d6404a');
    expect(other).not.toContain('#d6404a');
  });

  it('draws the bigger of two packs bigger', () => {
    const scaleOf = (packsize: string) =>
      Number(/scale\(([\d.]+)\)/.exec(drawPicture({ ...yoghurt, packsize }, none))![1]);
    expect(scaleOf('1 kg')).toBeGreaterThan(scaleOf('500 g'));
    expect(scaleOf('6 x 330 ml')).toBeGreaterThan(scaleOf('330 ml'));
  });

  it('shows the colour a shopper chooses', () => {
    const mug = { ...yoghurt, name: 'Enamel Mug', format: 'Loose', kinds: ['Mugs', 'Kitchenware'] };
    expect(drawPicture({ ...mug, colour: 'Red' }, none)).toContain('#c23a34');
    expect(drawPicture({ ...mug, colour: 'Navy' }, none)).toContain('#2b4469');
  });

  it('wears the colours its brand chose', () => {
    const own = new Map([['springvale dairy', { colour: '#123456', accent: '#fedcba', paper: '#fffefd' }]]);
    expect(drawPicture(yoghurt, own)).toContain('#123456');
  });

  it('is whole and harmless whatever the owner wrote', () => {
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
        expect(faultsOf(svg)).toEqual([]);
        expect(svg.length).toBeLessThan(9000);
      }),
      { numRuns: 500 },
    );
  });
});

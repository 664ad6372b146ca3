import { describe, expect, test } from 'vitest';
import { matchesIn, product } from './source-graph.ts';

describe('Money is a whole number and one file rounds it (spec D16)', () => {
  const files = product.filter(({ path }) => /^(core|api|storefront)\//.test(path));
  // `price-format.ts` formats an amount for readers; no code reads a number back from it.
  const mayRound = new Set(['core/src/money.ts', 'core/src/pricing/price-format.ts']);

  test('no other file that handles prices rounds an amount', () => {
    const pricing = files.filter(
      ({ path, imports }) =>
        !mayRound.has(path) &&
        [path, ...imports.map(({ to }) => to)].some((to) => /\/(money|pricing\/)/.test(to)),
    );
    expect(pricing.length).toBeGreaterThan(10);
    // A count may be rounded; a value named as money may not.
    const rounding =
      /\bMath\.(round|floor|ceil|trunc)\([^;]*?(price|[cC]ents|[aA]mount|_tax|\bnet\b|\bincl)|\.to(Fixed|Precision)\(|\bparseFloat\(/g;
    expect(matchesIn(pricing, rounding)).toEqual([]);
  });

  test('no file calculates with a decimal of the wire or multiplies whole money itself', () => {
    const callers = files.filter(({ path }) => path !== 'core/src/money.ts');
    const decimal = String.raw`(\w+_)?price_incl_tax|(\w+_)?price_tax|(special|final|original)_price`;
    const whole = String.raw`\w*[cC]ents|net|incl|inclTax`;
    const calculates = new RegExp(
      String.raw`\b(${decimal})\)? [-+*/%]=? |[\w)\]] [-+*/%]=? \(?([\w?]+\.)*(${decimal})\b|\b(${whole})\)? [*/%]=? |[\w)\]] [*/%]=? \(?([\w?]+\.)*(${whole})\b`,
      'g',
    );
    expect('2 * product.final_price_incl_tax; 3').toMatch(calculates);
    expect('cents * 3; original_price - 1').toMatch(calculates);
    expect('cents - off; (price) => price; <Price of={price} />').not.toMatch(calculates);
    expect(matchesIn(callers, calculates)).toEqual([]);
  });
});

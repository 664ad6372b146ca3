import { existsSync } from 'node:fs';
import { contentLanguages } from '@fynbos/core/content/content-language.ts';
import { expect, test } from 'vitest';

const blocks = new URL('../../../../catalogue/demo/content/blocks/', import.meta.url);

test.each(['delivery-promise', 'power-cut-promise'])(
  'the block %s of the home page is in every language of the shop (spec D39)',
  (identifier) => {
    const missing = contentLanguages.filter(
      (language) => !existsSync(new URL(`${identifier}.${language}.md`, blocks)),
    );
    expect(missing).toEqual([]);
  },
);

import { describe, expect, test } from 'vitest';
import { childrenOf, type SyntaxNode, treeOf } from '../../scripts/syntax.ts';
import { productIn } from './source-graph.ts';

const storefront = productIn('storefront/app/');
const maxVariables = 15;

/** Files that begin work when they are imported, each with its reason. */
const beginAtImport: Readonly<Record<string, string>> = {
  'storefront/app/entry.client.tsx': 'The entry of the page.',
  'storefront/app/offline-catalog/state/offline-catalog-worker.ts': 'The entry of a worker.',
  'storefront/app/payments/state/paypal-agreement.ts': 'It clears the address before the router reads it.',
  'storefront/app/platform/storage/scroll-positions.ts': 'An inline script, which runs before any module.',
  'storefront/app/ui/loading/early-presses.ts': 'An inline script, which runs before any module.',
};

describe('State in the browser', () => {
  test(`modules have at most ${maxVariables} variables that change`, () => {
    const variables = storefront.flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:export )?let (\w+)/gm)].map(([, name]) => `${path} ${name}`),
    );
    expect(variables.length, variables.join('\n')).toBeLessThanOrEqual(maxVariables);
  });

  test('a module defines, and begins no work when it is imported', () => {
    const paths = storefront
      .filter((source) => childrenOf(treeOf(source)).some(isWork))
      // Their messages are data, which the module that imports them uses from its first line on.
      .filter(({ path }) => !path.startsWith('storefront/app/platform/i18n/parts/'))
      .map(({ path }) => path);
    expect(paths.toSorted()).toEqual(Object.keys(beginAtImport));
  });
});

/** Whether a statement of a module does something, such as to add a listener. */
const isWork = ({ type }: SyntaxNode): boolean => /Statement$/.test(type) && type !== 'EmptyStatement';

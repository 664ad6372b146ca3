import { useText } from '../../platform/i18n/text-context.tsx';
import { acting, isOutdated } from '../../platform/updates/shop-update.ts';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import type { NewLine } from '../sync/cart-view.ts';
import { addToCart } from './cart-loader.ts';

/**
 * Adds lines to the cart for a pressed control, and reports if the code of the cart cannot be loaded: nothing was
 * added then.
 * @returns whether a line was added; other problems were reported
 */
export function useAddLines() {
  const { t } = useText();
  const { notify } = useNotices();
  return async (pressed: Element, lines: readonly { line: NewLine; qty: number }[]): Promise<boolean> => {
    const add = () => Promise.all(lines.map(({ line, qty }) => addToCart(line, qty)));
    try {
      return (await acting(pressed, add)).includes(true);
    } catch {
      if (!(await isOutdated()))
        notify({ kind: 'error', message: t('problem.unreachable', {}, t('error.lead')) });
      return false;
    }
  };
}

import { useLocation } from 'react-router';
import { dataUseIn, dataUsePath, dataUses } from '../../platform/network/data-use.ts';
import '../../platform/i18n/parts/network-messages.ts';
import { inView } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';

/**
 * Lets the shopper choose how much data the shop uses. A plain form that works with or without JavaScript;
 * the server responds with a page in the chosen mode. Only this browser knows the choice: the page is the
 * same for all shoppers (spec D32).
 */
export function DataUseForm({ className = '' }: { className?: string }) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const chosen = useHydrated() ? dataUseIn(document.cookie) : undefined;
  return (
    <form method="post" action={inView(dataUsePath)} className={className}>
      <input type="hidden" name="back" value={pathname + search} />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-2 font-semibold">{t('network.dataUse')}</legend>
        {dataUses.map((use) => (
          <button
            key={use}
            type="submit"
            name="use"
            value={use}
            aria-pressed={chosen && chosen === use}
            className="min-h-11 rounded-petal-small border border-current px-4 py-1 text-left leading-tight aria-pressed:font-bold aria-pressed:underline"
          >
            {t(`network.${use}`)}
          </button>
        ))}
      </fieldset>
    </form>
  );
}

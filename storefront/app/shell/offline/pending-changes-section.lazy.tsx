import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/waiting-messages.ts';
import { usePendingCount } from './pending-changes.ts';
import { WaitingList } from './pending-changes-list.tsx';

/** The waiting entries within another panel; empty if there are none. */
export function WaitingSection() {
  const { t } = useText();
  if (usePendingCount() === 0) return null;
  return (
    <section aria-label={t('waiting.title')} className="grid gap-2">
      <h3 className="font-bold">{t('waiting.title')}</h3>
      <WaitingList />
    </section>
  );
}

import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/waiting-messages.ts';
import { useWaitingCount } from './waiting.ts';
import { WaitingList } from './waiting-list.tsx';

/** The waiting entries within another panel; empty if there are none. */
export function WaitingSection() {
  const { t } = useText();
  if (useWaitingCount() === 0) return null;
  return (
    <section aria-label={t('waiting.title')} className="grid gap-2">
      <h3 className="font-bold">{t('waiting.title')}</h3>
      <WaitingList />
    </section>
  );
}

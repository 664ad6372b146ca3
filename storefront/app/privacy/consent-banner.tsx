import { useUnanswered } from '../platform/consent/consents.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/consent-messages.ts';
import { ConsentForm } from './consent-form.tsx';

/** Asks for consent once, in a section above the footer that covers nothing (spec D40). */
export function ConsentBand() {
  const { t } = useText();
  if (!useUnanswered()) return null;
  return (
    <section aria-labelledby="consent" className="mt-10 border-divider border-t bg-surface-muted py-6">
      <div className="page-width grid gap-3">
        <h2 id="consent" className="font-bold text-lg">
          {t('consent.title')}
        </h2>
        <p className="max-w-3xl">{t('consent.text')}</p>
        <ConsentForm onDone={() => {}} />
      </div>
    </section>
  );
}

import { newsletterState, subscribe, unsubscribe } from '@fynbos/core/newsletter/contract.ts';
import '../platform/i18n/parts/account-messages.ts';
import '../platform/i18n/parts/newsletter-messages.ts';
import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { useCallback, useState } from 'react';
import { AccountPageFrame } from '../accounts/components/account-page-frame.tsx';
import { UnprovenAddress } from '../accounts/components/unproven-address.tsx';
import { useText } from '../platform/i18n/text-context.tsx';
import { callAsCustomer } from '../platform/session/call-as-customer.ts';
import { useProfile } from '../platform/session/session-state.ts';
import { Button } from '../ui/button.tsx';
import { AsyncContent, useAsyncData } from '../ui/loading/async-content.tsx';
import { useNotices } from '../ui/notices/notices-provider.tsx';
import { refusalNotice } from '../ui/notices/problem-notice.ts';
import { newsletterTextVersion } from './consent-text-version.ts';

type State = ResultOf<typeof newsletterState>;

/** Newsletter preferences: the actual state of the customer's own address (spec accounts 4.2, spec D15). */
export default function AccountNewsletterView() {
  const { t } = useText();
  const email = useProfile()?.email ?? '';
  const load = useCallback(
    async (signal: AbortSignal) =>
      (await callAsCustomer(newsletterState, { query: { email }, signal })).result,
    [email],
  );
  const { loaded, retry, put } = useAsyncData(load);
  return (
    <AccountPageFrame title={t('newsletter.title')}>
      <UnprovenAddress />
      <AsyncContent loaded={loaded} retry={retry} lines={1}>
        {(state) => <Preference email={email} state={state} onChange={put} />}
      </AsyncContent>
    </AccountPageFrame>
  );
}

function Preference({
  email,
  state,
  onChange,
}: {
  email: string;
  state: State;
  onChange: (state: State) => void;
}) {
  const { t, locale } = useText();
  const { notify } = useNotices();
  const [busy, setBusy] = useState(false);
  const subscribed = state === 'subscribed';
  const message = subscribed
    ? t('newsletter.isSubscribed', { email })
    : state === 'pending'
      ? t('newsletter.isPending', { email })
      : t('newsletter.isNot', { email });
  const change = async () => {
    setBusy(true);
    const body = { email, locale, text_version: newsletterTextVersion };
    try {
      const { result } = await (subscribed
        ? callAsCustomer(unsubscribe, { body: { email } })
        : callAsCustomer(subscribe, { body }));
      onChange(subscribed ? 'unsubscribed' : result === 'subscribed' ? result : 'pending');
    } catch (error) {
      notify(refusalNotice(error, t));
    }
    setBusy(false);
  };
  return (
    <div className="grid max-w-2xl gap-4">
      <p role="status" className="text-lg">
        {message}
      </p>
      <Button
        variant={subscribed ? 'plain' : 'strong'}
        onClick={change}
        aria-disabled={busy || undefined}
        className="justify-self-start"
      >
        {t(subscribed ? 'newsletter.unsubscribe' : 'newsletter.subscribe')}
      </Button>
    </div>
  );
}

import { confirmEmail } from '@fynbos/core/accounts/contract.ts';
import { confirmEmailPath } from '@fynbos/core/accounts/mailed-link-paths.ts';
import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { useCallback, useEffect, useState } from 'react';
import { accountPath, homePath } from '../../paths.ts';
import { ApiProblem, type ProblemView } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/profile-messages.ts';
import { callAsShopper } from '../../platform/session/call-as-shopper.ts';
import { knownCustomer } from '../../platform/session/current-customer.ts';
import { reloadProfile } from '../../platform/session/session.ts';
import { useProfile } from '../../platform/session/session-state.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { FormRefusal } from '../../ui/forms/form-errors.ts';
import { LinkForm } from '../../ui/forms/link-form.tsx';
import { LoadingPlaceholder } from '../../ui/loading/loading-placeholder.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { resetPasswordPath } from '../state/account-paths.ts';
import { LoginLink } from './login-link.tsx';

type Confirmed = ResultOf<typeof confirmEmail>;

/**
 * Follows a mailed link that proves an address, when its button is pressed: mail scanners run scripts. Without a
 * login to the account, the page asks again, because the account is cleared (T29).
 */
export function EmailLink({
  link,
  refused,
  done,
}: {
  link: string;
  /** The result of the button when there were no scripts. */
  refused: FormRefusal | undefined;
  done: Confirmed | undefined;
}) {
  const { t } = useText();
  const alive = useHydrated();
  const { confirmed = done, problem = refused?.problem, isRunning, run } = useLink(link);
  if (confirmed) return <Done cleared={confirmed.cleared} />;
  const wouldClear = problem?.code === 'email_link_clears';
  if (problem && !wouldClear)
    return (
      <InlineNotice icon="warning" title={problemMessage(problem, t)}>
        {problem.retry ? (
          <Button variant="plain" onClick={() => run(false)} className="justify-self-start">
            {t('error.retry')}
          </Button>
        ) : (
          <LoginLink next={accountPath} />
        )}
      </InlineNotice>
    );
  if (isRunning) return <LoadingPlaceholder label={t('shop.loading')} lines={1} />;
  // Without scripts there is no session, so the account would be cleared.
  const clears = wouldClear || !alive;
  return (
    <>
      {clears && <p>{t('confirmEmail.clears')}</p>}
      <LinkForm
        action={confirmEmailPath}
        link={link}
        onFollow={() => run(clears)}
        className="flex flex-wrap items-center gap-x-6 gap-y-3"
      >
        {clears && <LoginLink next={accountPath} />}
        <Button variant={clears ? 'plain' : 'strong'} type="submit">
          {t(clears ? 'confirmEmail.clear' : 'confirmEmail.confirm')}
        </Button>
      </LinkForm>
    </>
  );
}

/** Follows the link on demand, and again when a customer has logged in after a failure. */
function useLink(link: string) {
  const customer = useProfile()?.id;
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const [failed, setFailed] = useState<{ problem: ProblemView; customer: number | undefined }>();
  const [isRunning, setRunning] = useState(false);
  const run = useCallback(
    async (clear: boolean) => {
      setFailed(undefined);
      setRunning(true);
      try {
        setConfirmed((await callAsShopper(confirmEmail, { body: { link, clear } })).result);
        if (knownCustomer() !== undefined) reloadProfile().catch(() => {});
      } catch (error) {
        const { view } = error instanceof ApiProblem ? error : new ApiProblem('internal');
        setFailed({ problem: view, customer: knownCustomer() });
      }
      setRunning(false);
    },
    [link],
  );
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  useEffect(() => {
    if (failed && customer !== undefined && customer !== failed.customer) void run(false);
  }, [run, failed, customer]);
  return { confirmed, problem: failed?.problem, isRunning, run };
}

function Done({ cleared }: { cleared: boolean }) {
  const { t } = useText();
  return (
    <div role="status" className="grid gap-6">
      <InlineNotice icon="check" title={t('confirmEmail.done')}>
        <p>{t(cleared ? 'confirmEmail.cleared' : 'confirmEmail.kept')}</p>
      </InlineNotice>
      <ButtonLink to={cleared ? resetPasswordPath : homePath} className="justify-self-start">
        {t(cleared ? 'account.newPasswordTitle' : 'account.shop')}
      </ButtonLink>
    </div>
  );
}

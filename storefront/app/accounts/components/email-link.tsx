import { confirmEmail } from '@fynbos/core/accounts/contract.ts';
import { confirmEmailPath } from '@fynbos/core/accounts/mailed-link-paths.ts';
import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { useCallback, useEffect, useState } from 'react';
import { accountPath, homePath, inView } from '../../paths.ts';
import { ApiProblem, type ProblemView } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { callAsShopper } from '../../platform/session/call-as-shopper.ts';
import { knownCustomer } from '../../platform/session/current-customer.ts';
import { reloadProfile } from '../../platform/session/session.ts';
import { useProfile } from '../../platform/session/session-state.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { FormRefusal } from '../../ui/forms/form-errors.ts';
import { Shape } from '../../ui/loading/loading-placeholder.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { resetPasswordPath } from '../state/account-paths.ts';
import { LoginLink } from './login-link.tsx';

type Confirmed = ResultOf<typeof confirmEmail>;

/**
 * Follows a mailed link that proves an address. A script follows it, or the button does. Without a login to
 * the account, the page asks first, because the account is cleared (T29).
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
  const { confirmed = done, problem = refused?.problem, run } = useLink(link, Boolean(refused ?? done));
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
  if (alive && !wouldClear) return <Shape label={t('shop.loading')} lines={1} />;
  return (
    <>
      <p>{t('confirmEmail.clears')}</p>
      <form
        method="post"
        action={inView(confirmEmailPath)}
        onSubmit={(event) => {
          event.preventDefault();
          run(true);
        }}
        className="flex flex-wrap items-center gap-x-6 gap-y-3"
      >
        <input type="hidden" name="link" value={link} />
        <LoginLink next={accountPath} />
        <Button variant="plain" type="submit">
          {t('confirmEmail.clear')}
        </Button>
      </form>
    </>
  );
}

/** Follows the link when the page opens, and again when a customer has logged in after a failure. */
function useLink(link: string, posted: boolean) {
  const customer = useProfile()?.id;
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const [failed, setFailed] = useState<{ problem: ProblemView; customer: number | undefined }>();
  const run = useCallback(
    async (clear: boolean) => {
      setFailed(undefined);
      try {
        setConfirmed((await callAsShopper(confirmEmail, { body: { link, clear } })).result);
        if (knownCustomer() !== undefined) reloadProfile().catch(() => {});
      } catch (error) {
        const { view } = error instanceof ApiProblem ? error : new ApiProblem('internal');
        setFailed({ problem: view, customer: knownCustomer() });
      }
    },
    [link],
  );
  useEffect(() => {
    history.replaceState(history.state, '', location.pathname);
    if (!posted) void run(false);
  }, [run, posted]);
  useEffect(() => {
    if (failed && customer !== undefined && customer !== failed.customer) void run(false);
  }, [run, failed, customer]);
  return { confirmed, problem: failed?.problem, run };
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

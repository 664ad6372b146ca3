import { useEffect, useState } from 'react';
import { claim } from '../lists/claims.ts';
import { homePath, newsletterPath } from '../paths.ts';
import { ApiProblem, type ProblemView } from '../platform/api/api-problem.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/newsletter-messages.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { FormRefusal } from '../ui/forms/form-errors.ts';
import { AuthFrame } from '../ui/forms/form-frame.tsx';
import { LinkForm } from '../ui/forms/link-form.tsx';
import { LoadingPlaceholder } from '../ui/loading/loading-placeholder.tsx';
import { InlineNotice } from '../ui/notices/inline-notice.tsx';
import { problemMessage } from '../ui/notices/problem-notice.ts';
import { type Followed, followLink } from './newsletter-link-request.ts';
import { rememberPopup } from './popup-memory.ts';

/** The newsletter offer (spec accounts 9). */
const couponPercent = 10;

/**
 * Follows a mailed newsletter link, which confirms or ends the subscription, when its button is pressed. Opening
 * the page does nothing, with scripts too: mail scanners run them.
 */
export function NewsletterLink({
  link,
  refused,
  done,
}: {
  link: string;
  /** The result of the button when there were no scripts. */
  refused: FormRefusal | undefined;
  done: Followed | undefined;
}) {
  const { t } = useText();
  const [followed, setFollowed] = useState(done);
  const [problem, setProblem] = useState(refused?.problem);
  const [running, setRunning] = useState(false);
  const run = () => {
    setProblem(undefined);
    setRunning(true);
    followLink(link)
      .then(setFollowed, (error: unknown) =>
        setProblem((error instanceof ApiProblem ? error : new ApiProblem('internal')).view),
      )
      .finally(() => setRunning(false));
  };
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  if (followed) return <Done followed={followed} />;
  return (
    <AuthFrame title={t('newsletter.title')}>
      {problem && <Refused problem={problem} retry={run} />}
      {running && <LoadingPlaceholder label={t('shop.loading')} lines={1} />}
      {!problem && !running && (
        <LinkForm
          action={newsletterPath}
          link={link}
          onFollow={run}
          className="grid justify-items-start gap-4"
        >
          <p className="text-lg">{t('newsletter.followText')}</p>
          <Button type="submit">{t('newsletter.follow')}</Button>
        </LinkForm>
      )}
    </AuthFrame>
  );
}

function Done({ followed }: { followed: Followed }) {
  const { t } = useText();
  const subscribed = followed.state === 'subscribed';
  useEffect(rememberPopup, []);
  const { coupon } = followed;
  const description = t('newsletter.offerTitle');
  useEffect(() => {
    if (coupon) claim({ code: coupon, value: couponPercent, description });
  }, [coupon, description]);
  return (
    <AuthFrame title={t(subscribed ? 'newsletter.confirmed' : 'newsletter.ended')}>
      {subscribed ? (
        <>
          <p className="text-lg">{t('newsletter.confirmedText')}</p>
          {coupon && (
            <p className="grid justify-items-start gap-2">
              {t('newsletter.coupon')}
              <code className="select-all rounded-petal-small border-2 border-accent border-dashed bg-accent-subtle px-5 py-3 font-bold font-sans text-2xl tracking-wider">
                {coupon}
              </code>
            </p>
          )}
        </>
      ) : (
        <p className="text-lg">{t('newsletter.endedText')}</p>
      )}
      <ButtonLink to={homePath} className="justify-self-start">
        {t('account.shop')}
      </ButtonLink>
    </AuthFrame>
  );
}

function Refused({ problem, retry }: { problem: ProblemView; retry: () => void }) {
  const { t } = useText();
  return (
    <InlineNotice icon="warning" title={problemMessage(problem, t)}>
      {problem.retry ? (
        <Button variant="plain" onClick={retry} className="justify-self-start">
          {t('error.retry')}
        </Button>
      ) : (
        <ButtonLink variant="plain" to={newsletterPath} className="justify-self-start">
          {t('newsletter.subscribe')}
        </ButtonLink>
      )}
    </InlineNotice>
  );
}

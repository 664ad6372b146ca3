import { followNewsletterLink } from '@fynbos/core/accounts/contract.ts';
import '../i18n/needs/account-messages.ts';
import { useCallback, useEffect, useState } from 'react';
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData } from 'react-router';
import { AuthFrame } from '../accounts/auth-frame.tsx';
import { postedValues, takePosted } from '../accounts/posted-form.ts';
import { privateHeaders } from '../accounts/private-headers.ts';
import { Shape } from '../accounts/shape.tsx';
import { call } from '../api.ts';
import { ApiProblem, type ProblemView } from '../api-problem.ts';
import { useText } from '../i18n/text-context.tsx';
import { homePath, newsletterPath } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { useHydrated } from '../ui/hydrated.ts';
import { NoticeBox } from '../ui/notice-box.tsx';
import { rememberAsked } from './popup-memory.ts';

/** The address of this page is a secret: nothing it leads to hears where one came from. */
export const headers = () => ({ ...privateHeaders(), 'referrer-policy': 'no-referrer' });

export function loader({ request }: LoaderFunctionArgs) {
  return { link: (new URL(request.url).searchParams.get('link') ?? '').slice(0, 1024) };
}

/** The button that follows the link where there are no scripts. */
export async function action({ request }: ActionFunctionArgs) {
  const values = await postedValues(request);
  return takePosted(
    values,
    () => ({}),
    async () => data({ refused: undefined, followed: await follow(values.link ?? '', request) }),
  );
}

export const shouldRevalidate = () => false;

interface Followed {
  state: string;
  coupon?: string;
}

async function follow(link: string, request?: Request): Promise<Followed> {
  const { result, meta } = await call(followNewsletterLink, { body: { link }, request });
  return { state: result, ...(typeof meta.coupon === 'string' && { coupon: meta.coupon }) };
}

/**
 * Follows a mailed link of the newsletter, which confirms or ends it. Opening the page alone does nothing, so
 * that a scanner of mails subscribes nobody: a script does it, or the button.
 */
export default function NewsletterLinkPage({
  loaderData: { link },
}: {
  loaderData: ReturnType<typeof loader>;
}) {
  const { t } = useText();
  const posted = useActionData<typeof action>();
  const alive = useHydrated();
  const [followed, setFollowed] = useState<Followed | undefined>(
    posted && !posted.refused ? posted.followed : undefined,
  );
  const [problem, setProblem] = useState<ProblemView | undefined>(posted?.refused?.problem);
  const run = useCallback(() => {
    setProblem(undefined);
    follow(link).then(setFollowed, (error: unknown) =>
      setProblem((error instanceof ApiProblem ? error : new ApiProblem('internal')).view),
    );
  }, [link]);
  useEffect(() => {
    history.replaceState(history.state, '', location.pathname);
    if (!posted) run();
  }, [run, posted]);
  if (followed) return <Done followed={followed} />;
  return (
    <AuthFrame title={t('newsletter.title')}>
      {problem && <Refused problem={problem} again={run} />}
      {!problem && alive && <Shape label={t('shop.loading')} lines={1} />}
      {!problem && (
        <form method="post" action="?" hidden={alive}>
          <input type="hidden" name="link" value={link} />
          <Button type="submit">{t('newsletter.follow')}</Button>
        </form>
      )}
    </AuthFrame>
  );
}

function Done({ followed }: { followed: Followed }) {
  const { t } = useText();
  const subscribed = followed.state === 'subscribed';
  useEffect(rememberAsked, []);
  return (
    <AuthFrame title={t(subscribed ? 'newsletter.confirmed' : 'newsletter.ended')}>
      {subscribed ? (
        <>
          <p className="text-lg">{t('newsletter.confirmedText')}</p>
          {followed.coupon && (
            <p className="grid justify-items-start gap-2">
              {t('newsletter.coupon')}
              <code className="select-all rounded-petal-small border-2 border-leaf border-dashed bg-leaf-tint px-5 py-3 font-bold font-sans text-2xl tracking-wider">
                {followed.coupon}
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

function Refused({ problem, again }: { problem: ProblemView; again: () => void }) {
  const { t } = useText();
  return (
    <NoticeBox icon="warning" title={t(problem.messageId, problem.values, problem.sentence)}>
      {problem.retry ? (
        <Button look="plain" onClick={again} className="justify-self-start">
          {t('error.retry')}
        </Button>
      ) : (
        <ButtonLink look="plain" to={newsletterPath} className="justify-self-start">
          {t('newsletter.subscribe')}
        </ButtonLink>
      )}
    </NoticeBox>
  );
}

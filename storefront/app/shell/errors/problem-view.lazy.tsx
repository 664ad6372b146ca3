import { shop } from '@fynbos/core/shop.ts';
import { useEffect, useRef } from 'react';
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router';
import { type ProblemView as Problem, problemOf } from '../../platform/api/api-problem.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import type { Missing, MissingData } from '../../platform/pages/not-found.ts';
import '../../platform/i18n/parts/problem-messages.ts';
import { homePath, inView } from '../../paths.ts';
import { useOnline } from '../../platform/browser/use-online.ts';
import { SearchField } from '../../search/search-field.tsx';
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx';
import { okAction } from '../../ui/notices/notices.ts';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { sidebarPanel } from '../../ui/panels/panel-ids.ts';
import { useOpens } from '../../ui/panels/panels-provider.tsx';

/** The name and the slug of the 404 page (spec accounts 2.1). */
export const pageNotFound = 'page-not-found';

/** The error view: the problem, and the next step for the shopper. */
export function ProblemView({ error }: { error: unknown }) {
  const missing = missingOf(error);
  return missing ? <NotFound missing={missing} /> : <Failure error={error} />;
}

function missingOf(error: unknown): Missing | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 404) return undefined;
  // Data of other errors has no `missing`.
  return (error.data as Partial<MissingData> | null)?.missing ?? 'page';
}

const messages: Record<Missing, { title: MessageId; lead: MessageId }> = {
  page: { title: 'notFound.title', lead: 'notFound.lead' },
  product: { title: 'notFound.product', lead: 'notFound.productLead' },
  category: { title: 'notFound.category', lead: 'notFound.categoryLead' },
  brand: { title: 'notFound.title', lead: 'brand.notFound' },
};

function NotFound({ missing }: { missing: Missing }) {
  const { t } = useText();
  const opens = useOpens(sidebarPanel);
  const { title, lead } = messages[missing];
  return (
    <div
      data-page={pageNotFound}
      className="page-width grid max-w-2xl justify-items-center gap-4 py-10 text-center"
    >
      <PageHead title={t('shop.pageTitle', { page: t(title), shop: shop.name })} noIndex />
      <span className="protea size-24" />
      <PageTitle>{t(title)}</PageTitle>
      <p className="text-lg">{t(lead)}</p>
      <div className="w-full text-left">
        <SearchField />
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <Button {...opens} className="noscript:hidden">
          {t('nav.allCategories')}
        </Button>
        <ButtonLink to={homePath} variant="plain">
          {t('notFound.goHome')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** Separates a busy shop from an unreachable one: only the second may be caused by the shopper's network. */
function titleOf(problem: Problem | undefined): MessageId {
  if (problem?.code === 'unreachable') return 'error.unreachableTitle';
  return problem?.retry ? 'error.busyTitle' : 'error.title';
}

function Failure({ error }: { error: unknown }) {
  const { t } = useText();
  const problem = problemOf(error);
  const online = useOnline();
  const unreachable = problem?.code === 'unreachable';
  const message =
    problem && !unreachable
      ? problemMessage(problem, t)
      : t(online ? (unreachable ? 'error.network' : 'error.lead') : 'offline.pageMissing');
  // Offline, the redirect to the home page reports it.
  useFailureNotice(online ? message : undefined);
  return (
    <div className="page-width grid max-w-2xl justify-items-center gap-4 py-10 text-center">
      <PageHead title={t('shop.pageTitle', { page: t('error.title'), shop: shop.name })} noIndex />
      <span className="protea size-24 greyed" />
      <PageTitle>{t(titleOf(problem))}</PageTitle>
      <p className="text-lg">{message}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Retry />
        <ButtonLink to={homePath} variant="plain">
          {t('notFound.goHome')}
        </ButtonLink>
      </div>
      <p className="text-muted text-sm empty:hidden">{isOfServer(error) && t('error.server')}</p>
      {problem?.requestId && (
        <p className="text-muted text-sm">{t('error.reference', { id: problem.requestId })}</p>
      )}
    </div>
  );
}

/** Reports a page that could not be loaded also as a notice with OK (spec accounts 8), until the page is left. */
function useFailureNotice(message: string | undefined): void {
  const { t } = useText();
  const board = useNotices();
  const notices = useRef(board);
  notices.current = board;
  useEffect(() => {
    if (message === undefined) return;
    notices.current.notify({ kind: 'error', message, action: okAction(t) });
    return () => {
      const { shown, dismiss } = notices.current;
      for (const notice of shown) if (notice.message === message) dismiss(notice.id);
    };
  }, [message, t]);
}

/** Whether the shop itself failed: it responded with 500, or redirected the shopper to the error page. */
function isOfServer(error: unknown): boolean {
  const status = problemOf(error)?.status ?? (isRouteErrorResponse(error) ? error.status : undefined);
  return error === undefined || status === 500;
}

/** Retries the page: a link without scripts, a reload of the page data with them. */
function Retry() {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  return (
    <a
      href={inView(pathname + search)}
      onClick={(event) => {
        event.preventDefault();
        revalidate();
      }}
      aria-disabled={state === 'loading' || undefined}
      className={buttonClass()}
    >
      {state === 'loading' ? t('shop.loading') : t('error.retry')}
    </a>
  );
}

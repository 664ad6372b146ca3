import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { inView } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { isOutdated, reloadOnce } from '../../platform/updates/shop-update.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { StaticContent } from '../../ui/static-content.tsx';

const ProblemView = lazyComponent(
  async () => (await import('./problem-view.lazy.tsx')).ProblemView,
  BareProblem,
);

/** A part of the page that was about to be shown is missing, so nothing is left to keep. */
function reloadIfOutdated(): void {
  void isOutdated().then((is) => is && reloadOnce());
}

/** Shown when not even the error view can be loaded; the header above has links to the rest of the shop. */
function BareProblem(_: { error: unknown }) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  useEffect(reloadIfOutdated, []);
  return (
    <p className="page-width py-10">
      {t('error.lead')}{' '}
      <a href={inView(pathname + search)} className="underline">
        {t('error.retry')}
      </a>
    </p>
  );
}

/** The deferred error view. The part rendered by the server works without its code, which is seldom needed. */
export function LateProblem({ error }: { error: unknown }) {
  const { key } = useLocation();
  useEffect(reloadIfOutdated, []);
  return (
    <StaticContent key={key}>
      <ProblemView error={error} />
    </StaticContent>
  );
}

import { useLocation } from 'react-router';
import { useText } from '../i18n/text-context.tsx';
import { inView } from '../paths.ts';
import { late } from '../ui/late.tsx';
import { Still } from '../ui/still.tsx';

const ProblemView = late(async () => (await import('./problem-view.tsx')).ProblemView, BareProblem);

/** Where not even the words for it can be had; the way to all else stands above. */
function BareProblem(_: { error: unknown }) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  return (
    <p className="wide py-10">
      {t('error.lead')}{' '}
      <a href={inView(pathname + search)} className="underline">
        {t('error.retry')}
      </a>
    </p>
  );
}

/** Whatever went wrong. What the server says of it works without code; hardly anybody ever needs that. */
export function LateProblem({ error }: { error: unknown }) {
  const { key } = useLocation();
  return (
    <Still key={key}>
      <ProblemView error={error} />
    </Still>
  );
}

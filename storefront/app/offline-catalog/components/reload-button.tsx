import { useText } from '../../platform/i18n/text-context.tsx';
import { Button } from '../../ui/button.tsx';
import { useRetryOnline } from '../state/use-page-retry.ts';

/** Requests the page itself in place of its offline version. */
export function RetryOnlineButton() {
  const { t } = useText();
  const { retry, isRetrying } = useRetryOnline();
  return (
    <Button variant="plain" className="justify-self-start" disabled={isRetrying} onClick={() => void retry()}>
      {t(isRetrying ? 'shop.loading' : 'error.retry')}
    </Button>
  );
}

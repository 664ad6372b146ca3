import { useText } from '../i18n/text-context.tsx';
import { Button } from '../ui/button.tsx';
import { useAgain } from './use-again.ts';

/** Asks for the page itself in place of what the pocket has of it. */
export function AgainButton() {
  const { t } = useText();
  const { again, isAsking } = useAgain();
  return (
    <Button look="plain" className="justify-self-start" disabled={isAsking} onClick={() => void again()}>
      {t(isAsking ? 'shop.loading' : 'error.retry')}
    </Button>
  );
}

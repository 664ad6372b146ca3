import '../../platform/i18n/parts/account-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { suggestedEmail } from './suggested-email.ts';

/** A button with the address that was probably meant; nothing if the typed one is plausible. */
export function EmailSuggestionButton({
  email,
  onAccept,
}: {
  email: string;
  onAccept: (email: string) => void;
}) {
  const { t } = useText();
  const suggestion = suggestedEmail(email);
  if (!suggestion) return null;
  return (
    <button
      type="button"
      onClick={() => onAccept(suggestion)}
      className="wrap-anywhere min-h-11 text-left text-accent underline underline-offset-4"
    >
      {t('account.emailSuggestion', { email: suggestion })}
    </button>
  );
}

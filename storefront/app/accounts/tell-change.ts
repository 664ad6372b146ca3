import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/account-messages.ts';
import '../i18n/needs/waiting-messages.ts';
import { useNotices } from '../ui/notices-provider.tsx';
import type { ChangeOutcome } from './session/change-customer.ts';

/** Says what became of a change of the profile. @returns whether it is safe: what was typed need not stay */
export function useTellChange(): (outcome: ChangeOutcome) => boolean {
  const { t } = useText();
  const { notify } = useNotices();
  return (outcome) => {
    if (outcome === 'sent') notify({ kind: 'success', message: t('profile.updated') });
    if (outcome === 'waits') notify({ kind: 'info', message: t('waiting.saved') });
    if (outcome === 'unkept') notify({ kind: 'warning', message: t('waiting.unkept'), hasNoTimeout: true });
    return outcome !== 'unkept';
  };
}

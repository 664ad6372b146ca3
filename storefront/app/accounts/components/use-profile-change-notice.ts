import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/waiting-messages.ts';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import type { ChangeOutcome } from '../state/profile-change.ts';

/**
 * Notifies the shopper of the outcome of a profile change.
 * @returns whether the change is safe, so that the form may close
 */
export function useReportChange(): (outcome: ChangeOutcome) => boolean {
  const { t } = useText();
  const { notify } = useNotices();
  return (outcome) => {
    if (outcome === 'sent') notify({ kind: 'success', message: t('profile.updated') });
    if (outcome === 'waits') notify({ kind: 'info', message: t('waiting.saved') });
    if (outcome === 'unkept') notify({ kind: 'warning', message: t('waiting.unkept'), hasNoTimeout: true });
    return outcome !== 'unkept';
  };
}

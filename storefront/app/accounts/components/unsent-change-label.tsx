import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/waiting-messages.ts';
import { Icon } from '../../ui/icons.tsx';

/** A badge for changes made here that have not reached the shop yet. */
export function UnsentChangeLabel() {
  const { t } = useText();
  return (
    <p className="flex items-center gap-2 justify-self-start rounded-petal-small bg-danger-subtle px-2 py-0.5 font-semibold text-sm">
      <Icon name="cloudOff" className="size-4 text-danger" />
      {t('waiting.badge')}
    </p>
  );
}

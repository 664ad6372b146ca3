import { homePath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { LateIcon, type LateIconName } from '../ui/deferred-icon.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import '../platform/i18n/parts/lists-messages.ts';

/**
 * The empty state of a list: what belongs there and how to add it. Before scripts run, the content of the
 * list is unknown.
 */
export function EmptyList({ icon, title, lead }: { icon: LateIconName; title: string; lead?: string }) {
  const { t } = useText();
  if (!useHydrated()) {
    return (
      <div className="min-h-64">
        <p className="hidden py-10 noscript:block">{t('list.needsScripts')}</p>
      </div>
    );
  }
  return (
    <div className="grid min-h-64 max-w-2xl justify-items-center gap-4 py-10 text-center">
      <LateIcon name={icon} className="size-16 text-muted" />
      <p className="font-bold text-xl">{title}</p>
      {lead && <p className="text-muted">{lead}</p>}
      <ButtonLink to={homePath}>{t('notFound.goHome')}</ButtonLink>
    </div>
  );
}

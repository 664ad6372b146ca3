import { useEffect, useEffectEvent, useState } from 'react';
import { useHref, useNavigation } from 'react-router';
import { preventReload, reloadPage } from '../platform/browser/reload-page.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { onOutdated, reloadOutdated } from '../platform/updates/shop-update.ts';
import { useNotices } from '../ui/notices/notices-provider.tsx';

/**
 * Offers a reload when a part of this page is missing after a deploy. A navigation whose code is missing
 * loads the document of its page instead.
 */
export function UpdateNotifier() {
  const { t } = useText();
  const { notify } = useNotices();
  const offer = useEffectEvent(() =>
    notify({
      kind: 'warning',
      message: t('problem.shop_updated'),
      hasNoTimeout: true,
      action: { label: t('notice.reload'), run: () => void reloadOutdated() },
    }),
  );
  useEffect(() => onOutdated(() => offer()), []);
  useDocumentNavigation();
  return null;
}

/** Once the code of a page was missing, navigations load documents: they come from the new version. */
function useDocumentNavigation(): void {
  const [isMissing, setMissing] = useState(false);
  const { location: next } = useNavigation();
  const href = useHref(next ?? '');
  useEffect(() => preventReload(() => setMissing(true)), []);
  useEffect(() => {
    if (isMissing && next) goTo(href);
  }, [isMissing, next, href]);
}

function goTo(href: string): void {
  // Going back has changed the address already.
  if (new URL(href, location.href).href === location.href) reloadPage();
  else location.assign(href);
}

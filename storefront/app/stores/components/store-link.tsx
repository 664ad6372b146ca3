import { Link, useNavigate } from 'react-router';
import { opensElsewhere } from '../../platform/browser/opens-elsewhere.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/lists-messages.ts';
import { storeLocatorPath } from '../../paths.ts';
import { useChosenStoreName } from '../../platform/storage/chosen-store.ts';
import { LateIcon } from '../../ui/deferred-icon.tsx';
import { usePanels } from '../../ui/panels/panels-provider.tsx';
import { storePanel } from '../state/store-panel-id.ts';
import { fetchStorePicker } from './store-picker-loader.ts';

/**
 * A plain link to the stores, which opens the picker when there are scripts. Its text is the name of the
 * chosen store.
 */
export function StoreLink({ className }: { className: string }) {
  const { t } = useText();
  const { show } = usePanels();
  const navigate = useNavigate();
  const name = useChosenStoreName();
  const open = () =>
    fetchStorePicker().then(
      () => show(storePanel),
      () => navigate(storeLocatorPath),
    );
  return (
    <Link
      to={storeLocatorPath}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        void open();
      }}
      className={className}
    >
      <LateIcon name="pin" className="size-5" />
      {name ?? t('store.open')}
    </Link>
  );
}

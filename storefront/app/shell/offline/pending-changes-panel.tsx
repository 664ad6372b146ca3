import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/waiting-messages.ts';
import { Panel } from '../../ui/panels/panel.tsx';
import { WaitingList } from './pending-changes-list.tsx';

export const waitingPanel = 'waiting';

/** The waiting entries, as a panel over any page. */
export function WaitingPanel() {
  const { t } = useText();
  return (
    <Panel name={waitingPanel} title={t('waiting.title')} closeLabel={t('waiting.close')} side="end">
      <WaitingList />
    </Panel>
  );
}

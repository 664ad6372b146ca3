import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/waiting-messages.ts';
import { Panel } from '../ui/panel.tsx';
import { WaitingList } from './waiting-list.tsx';

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

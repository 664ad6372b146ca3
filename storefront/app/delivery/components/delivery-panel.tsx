import '../../platform/i18n/parts/delivery-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Panel } from '../../ui/panels/panel.tsx';
import { usePanels } from '../../ui/panels/panels-provider.tsx';
import { deliveryPanel } from '../state/delivery-panel-id.ts';

const PlaceForm = lazyComponent(async () => (await import('./place-form.lazy.tsx')).PlaceForm, NoForm);

/** The panel that asks for the delivery place; its form is loaded when it opens. */
export function DeliveryPanel() {
  const { t } = useText();
  const { open, close } = usePanels();
  return (
    <Panel name={deliveryPanel} title={t('delivery.ask')} closeLabel={t('notice.close')} side="top">
      {open === deliveryPanel && (
        <PlaceForm
          onDone={() => close(deliveryPanel)}
          fallback={<p className="min-h-48">{t('shop.loading')}</p>}
        />
      )}
    </Panel>
  );
}

function NoForm(_: { onDone: () => void }) {
  const { t } = useText();
  return <p role="alert">{t('error.lead')}</p>;
}

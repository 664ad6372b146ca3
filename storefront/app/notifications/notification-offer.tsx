import { lazyComponent, online } from '../ui/lazy-component.tsx';

const Nothing = () => null;
const DeviceNotices = lazyComponent<{ order: string }>(
  () => online(() => import('./device-notifications.lazy.tsx')).then(({ default: part }) => part),
  Nothing,
);
const RemindMe = lazyComponent(
  () => import('./online-reminder-offer.lazy.tsx').then(({ default: part }) => part),
  Nothing,
);

/**
 * The offer to send notifications to this device after an order: about the order, or while it waits, when
 * the network is back. Loaded when shown. Takes no space if there is nothing to offer or its code cannot be
 * loaded.
 * @param order the id of the order
 */
export function NotifyMe({ order, waiting = false }: { order: string; waiting?: boolean }) {
  return waiting ? <RemindMe /> : <DeviceNotices order={order} />;
}

import { late, online } from '../ui/late.tsx';

const Nothing = () => null;
const DeviceNotices = late<{ order: string }>(
  () => online(() => import('./device-notices.tsx')).then(({ default: part }) => part),
  Nothing,
);
const RemindMe = late(() => import('./remind-me.tsx').then(({ default: part }) => part), Nothing);

/**
 * The offer to tell this device, where an order was made: what becomes of it, or while it waits for a network, that
 * there is one. Fetched when it is shown; it takes no place where there is nothing to offer, or its code cannot be had.
 *
 * @param order the order's own id
 */
export function TellMe({ order, waiting = false }: { order: string; waiting?: boolean }) {
  return waiting ? <RemindMe /> : <DeviceNotices order={order} />;
}

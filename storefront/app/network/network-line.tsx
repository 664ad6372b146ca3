import { apiSettings } from '../api-settings.ts';
import { LowDataBar } from './low-data-bar.tsx';
import { NetworkStrip } from './network-strip.tsx';

/** What a page says of its network: that it is made with little data, and when the network fails. */
export function NetworkLine() {
  return (
    <>
      {apiSettings().low && <LowDataBar />}
      <NetworkStrip />
    </>
  );
}

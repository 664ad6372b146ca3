import { useSyncExternalStore } from 'react';
import { eventLog, type Fate, type Logged } from '../../platform/analytics/event-log.ts';
import { useOnline } from '../../platform/browser/use-online.ts';
import { consents, onConsents, wasChosen } from '../../platform/consent/consents.ts';
import { useStore } from '../../platform/state/store.ts';

const none: readonly Logged[] = [];
const fates: Record<Fate, string> = { waiting: 'waits', sent: 'sent', dropped: 'dropped' };

/** The analytics debug view (`ANALYTICS_DEBUG`, `?debug=analytics`); in English, for testing only. */
export function DebugView() {
  const events = useStore(eventLog, none);
  return (
    <section
      lang="en"
      aria-labelledby="analytics-debug"
      className="page-width mt-10 grid gap-3 border-divider border-t py-6"
    >
      <h2 id="analytics-debug" className="font-bold text-lg">
        Analytics events of this page
      </h2>
      <TrackingStatus />
      {events.length === 0 && <p>Nothing was measured yet.</p>}
      <ol className="grid gap-2">
        {events.map((logged) => (
          <li key={logged.id} className="min-w-0 rounded-petal border border-divider bg-surface px-4">
            <details>
              <summary className="min-h-11 cursor-pointer py-2.5">
                <code className="font-semibold">{logged.event.event}</code> · {fates[logged.fate]} ·{' '}
                <time dateTime={new Date(logged.at).toISOString()}>
                  {new Date(logged.at).toLocaleTimeString('en-ZA')}
                </time>
              </summary>
              <pre className="wrap-anywhere whitespace-pre-wrap pb-3 text-sm">
                {JSON.stringify(logged.event, undefined, 2)}
              </pre>
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The state that explains why events wait. */
function TrackingStatus() {
  const isOnline = useOnline();
  const agreed = useSyncExternalStore(onConsents, consentStatus, () => '');
  const { tags } = document.documentElement.dataset;
  return (
    <p className="text-muted">
      {tags ? 'Tag manager configured' : 'No tag manager: events go to the data layer alone'} · analytics{' '}
      {agreed} · {isOnline ? 'online' : 'offline'}
    </p>
  );
}

function consentStatus(): string {
  if (!wasChosen()) return 'not answered';
  return consents().analytics ? 'agreed' : 'refused';
}

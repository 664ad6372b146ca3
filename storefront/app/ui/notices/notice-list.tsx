import { lazyComponent, online } from '../lazy-component.tsx';
import type { Notice, NoticeLabels } from './notices.ts';
import { useNotices } from './notices-provider.tsx';
import { useNoticeTimer } from './use-notice-timer.ts';

/** Most pages show no notices, so the styled card is loaded with the first one. */
const Card = lazyComponent(
  async () => (await online(() => import('./notice-card.lazy.tsx'))).NoticeCard,
  BareCard,
);

/** The visible notices, above the buttons at the foot of the window. Screen readers announce errors at once, others politely. */
export function NoticeList({ labels }: { labels: NoticeLabels }) {
  const { shown } = useNotices();
  return (
    <section
      aria-label={labels.region}
      className="pointer-events-none at-foot above-prompts fixed inset-x-0 z-20 mx-auto grid max-w-md gap-2 p-4 md:mr-4"
    >
      {(['polite', 'assertive'] as const).map((live) => (
        <div key={live} aria-live={live} className="grid gap-2">
          {shown
            .filter(({ kind }) => (kind === 'error') === (live === 'assertive'))
            .map((notice) => (
              <LateCard key={notice.id} notice={notice} labels={labels} />
            ))}
        </div>
      ))}
    </section>
  );
}

interface CardProps {
  notice: Notice;
  labels: NoticeLabels;
}

function LateCard(props: CardProps) {
  // Hidden from screen readers, since the card that follows announces the message.
  const placeholder = (
    <p aria-hidden className={bare}>
      {props.notice.message}
    </p>
  );
  return <Card {...props} fallback={placeholder} />;
}

const bare =
  'wrap-anywhere rounded-petal-small border border-divider bg-surface px-4 py-3 text-default shadow-lift';

/** When the styled card cannot be loaded, this plain one has the same functions. */
function BareCard({ notice, labels }: CardProps) {
  const { dismiss } = useNotices();
  const element = useNoticeTimer(notice);
  const actions = [notice.action, notice.action2, { label: labels.close, run: () => {} }];
  return (
    <div ref={element} className={`pointer-events-auto ${bare}`}>
      <span className="sr-only">{labels.kinds[notice.kind]}: </span>
      {notice.message}
      {actions.map(
        (action) =>
          action && (
            <button
              key={action.label}
              type="button"
              className="min-h-11 px-3 underline"
              onClick={() => {
                action.run();
                dismiss(notice.id);
              }}
            >
              {action.label}
            </button>
          ),
      )}
    </div>
  );
}

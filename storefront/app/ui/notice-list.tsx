import { late, online } from './late.tsx';
import { useNoticeTime } from './notice-time.ts';
import type { Notice, NoticeKind } from './notices.ts';
import { useNotices } from './notices-provider.tsx';

export interface NoticeWords {
  region: string;
  close: string;
  kinds: Record<NoticeKind, string>;
}

/** Nothing is said on most pages, so what dresses a notice is fetched with the first one. */
const Card = late(async () => (await online(() => import('./notice-card.tsx'))).NoticeCard, BareCard);

/** The notices on the screen. Errors are read out at once, the others when the reader pauses. */
export function NoticeList({ words }: { words: NoticeWords }) {
  const { shown } = useNotices();
  return (
    <section
      aria-label={words.region}
      className="pointer-events-none at-foot fixed inset-x-0 bottom-0 z-20 mx-auto grid max-w-md gap-2 p-4 md:mr-4"
    >
      {(['polite', 'assertive'] as const).map((live) => (
        <div key={live} aria-live={live} className="grid gap-2">
          {shown
            .filter(({ kind }) => (kind === 'error') === (live === 'assertive'))
            .map((notice) => (
              <LateCard key={notice.id} notice={notice} words={words} />
            ))}
        </div>
      ))}
    </section>
  );
}

interface CardProps {
  notice: Notice;
  words: NoticeWords;
}

function LateCard(props: CardProps) {
  // Said once: by the card that follows.
  const words = (
    <p aria-hidden className={bare}>
      {props.notice.message}
    </p>
  );
  return <Card {...props} fallback={words} />;
}

const bare = 'rounded-petal-small border border-line bg-card px-4 py-3 text-ink shadow-lift';

/** Where its looks cannot be had, a notice still does all that one does. */
function BareCard({ notice, words }: CardProps) {
  const { dismiss } = useNotices();
  const holds = useNoticeTime(notice);
  const actions = [notice.action, notice.action2, { label: words.close, run: () => {} }];
  return (
    <div className={`pointer-events-auto ${bare}`} {...holds}>
      <span className="sr-only">{words.kinds[notice.kind]}: </span>
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

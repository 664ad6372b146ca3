import { lazy, Suspense } from 'react';
import type { Notice, NoticeKind } from './notices.ts';
import { useNotices } from './notices-provider.tsx';

export interface NoticeWords {
  region: string;
  close: string;
  kinds: Record<NoticeKind, string>;
}

/** Nothing is said on most pages, so what dresses a notice is fetched with the first one. */
const Card = lazy(() =>
  import('./notice-card.tsx').then(
    ({ NoticeCard }) => ({ default: NoticeCard }),
    () => ({ default: BareCard }),
  ),
);

/** The notices on the screen. Errors are read out at once, the others when the reader pauses. */
export function NoticeList({ words }: { words: NoticeWords }) {
  const { shown } = useNotices();
  const errors = shown.filter((notice) => notice.kind === 'error');
  const others = shown.filter((notice) => notice.kind !== 'error');
  return (
    <section
      aria-label={words.region}
      className="pointer-events-none fixed inset-x-0 bottom-0 z-20 mx-auto grid max-w-md gap-2 p-4 md:mr-4"
    >
      <div aria-live="polite" className="grid gap-2">
        {others.map((notice) => (
          <Suspense key={notice.id} fallback={<BareNotice notice={notice} waiting />}>
            <Card notice={notice} words={words} />
          </Suspense>
        ))}
      </div>
      <div aria-live="assertive" className="grid gap-2">
        {errors.map((notice) => (
          <Suspense key={notice.id} fallback={<BareNotice notice={notice} waiting />}>
            <Card notice={notice} words={words} />
          </Suspense>
        ))}
      </div>
    </section>
  );
}

/** Where the rest cannot be had, there is still a way to be done with it. */
function BareCard({ notice, words }: { notice: Notice; words: NoticeWords }) {
  const { dismiss } = useNotices();
  const { action } = notice;
  const end = () => {
    action?.run();
    dismiss(notice.id);
  };
  return (
    <BareNotice notice={notice}>
      <button type="button" className="pointer-events-auto min-h-11 px-3 underline" onClick={end}>
        {action?.label ?? words.close}
      </button>
    </BareNotice>
  );
}

/** The words alone, while the rest is on its way. */
function BareNotice({
  notice,
  waiting,
  children,
}: {
  notice: Notice;
  waiting?: boolean;
  children?: React.ReactNode;
}) {
  return (
    // Said once: by the card that follows.
    <p
      aria-hidden={waiting}
      className="rounded-petal-small border border-line bg-card px-4 py-3 text-ink shadow-lift"
    >
      {notice.message}
      {children}
    </p>
  );
}

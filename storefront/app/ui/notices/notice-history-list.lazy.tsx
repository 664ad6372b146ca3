import { useId } from 'react';
import { LateIcon } from '../deferred-icon.tsx';
import { useNotices } from './notices-provider.tsx';

/** The button and its popover with all notices, newest first. */
export function NoticeHistoryList({ label }: { label: string }) {
  const { history } = useNotices();
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4"
      >
        <LateIcon name="bell" className="size-5" />
        {label} ({history.length})
      </button>
      <div
        id={id}
        popover="auto"
        className="m-auto max-h-[80dvh] w-96 max-w-[92vw] rounded-petal bg-surface p-6 text-default shadow-lift backdrop:bg-black/50"
      >
        <h2 className="mb-3 font-bold text-lg">{label}</h2>
        <ol className="wrap-anywhere grid gap-2">
          {history.map((notice) => (
            <li key={notice.id} className="border-divider border-t pt-2">
              {notice.message}
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

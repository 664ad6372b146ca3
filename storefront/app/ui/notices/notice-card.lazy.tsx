import { Icon, type IconName } from '../icons.tsx';
import type { Notice, NoticeKind, NoticeLabels } from './notices.ts';
import { useNotices } from './notices-provider.tsx';
import { useNoticeTimer } from './use-notice-timer.ts';

const styles: Record<NoticeKind, { icon: IconName; colour: string }> = {
  success: { icon: 'check', colour: 'text-accent' },
  info: { icon: 'info', colour: 'text-default' },
  warning: { icon: 'warning', colour: 'text-danger' },
  error: { icon: 'warning', colour: 'text-danger' },
};

/** One notice, until its time-out or dismissal; hovering over it pauses the timer. */
export function NoticeCard({ notice, labels }: { notice: Notice; labels: NoticeLabels }) {
  const { dismiss } = useNotices();
  const element = useNoticeTimer(notice);
  const style = styles[notice.kind];

  return (
    <div
      ref={element}
      className={`pointer-events-auto flex items-center justify-end gap-x-3 rounded-petal-small border border-divider bg-surface py-1 pr-1 pl-4 text-default shadow-lift transition-[opacity,translate] duration-200 starting:translate-y-4 starting:opacity-0 ${notice.action2 ? 'flex-wrap' : ''}`}
    >
      <Icon name={style.icon} className={`size-6 ${style.colour}`} />
      {/* With two actions the message has its own row: both in one row would be wider than a small phone. */}
      <p className={`wrap-anywhere min-w-0 flex-1 py-2 ${notice.action2 ? 'basis-[calc(100%-3rem)]' : ''}`}>
        <span className="sr-only">{labels.kinds[notice.kind]}: </span>
        {notice.message}
      </p>
      {[notice.action, notice.action2].map(
        (action) =>
          action && (
            <button
              key={action.label}
              type="button"
              className="min-h-11 px-3 font-semibold text-accent underline"
              onClick={() => {
                action.run();
                dismiss(notice.id);
              }}
            >
              {action.label}
            </button>
          ),
      )}
      <button
        type="button"
        aria-label={labels.close}
        className="inline-flex size-11 items-center justify-center"
        onClick={() => dismiss(notice.id)}
      >
        <Icon name="close" className="size-5" />
      </button>
    </div>
  );
}

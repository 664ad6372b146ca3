import { picturePath } from '@fynbos/core/images/sized-picture-path.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import '../../platform/i18n/parts/options-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { IconButton } from '../../ui/button.tsx';

/** Zoom levels: the picture's width in percent of the dialog. */
const steps = [100, 150, 200, 300];

/**
 * An enlarged picture in a native dialog, so that Escape closes it and the focus returns to the picture it
 * was opened from. A picture larger than its frame is moved by scrolling, also with the arrow keys.
 */
export function ZoomDialog({ image, name, onClose }: { image: string; name: string; onClose: () => void }) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [step, setStep] = useState(0);
  // `zoom` stays within the steps.
  const percent = steps[step]!;
  const frame = useStableCentre(percent);
  useEffect(() => dialog.current?.showModal(), []);

  const zoom = (delta: number) => setStep((now) => Math.min(Math.max(now + delta, 0), steps.length - 1));
  const byKey = ({ key }: React.KeyboardEvent) => {
    if (key === '+' || key === '=') zoom(1);
    if (key === '-') zoom(-1);
  };
  return (
    <dialog
      ref={dialog}
      aria-label={t('zoom.title', { product: name })}
      closedby="any"
      onClose={onClose}
      onKeyDown={byKey}
      className="fixed inset-0 m-auto h-dvh max-h-none w-dvw max-w-none overflow-hidden bg-surface text-default backdrop:bg-black/70 lg:h-[94dvh] lg:w-[94dvw] lg:rounded-petal"
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-end gap-1 border-divider border-b p-2">
          <output className="tabular-nums mr-auto pl-2 text-muted">{percent} %</output>
          <IconButton icon="minus" label={t('zoom.out')} onClick={() => zoom(-1)} disabled={step === 0} />
          <IconButton
            icon="plus"
            label={t('zoom.in')}
            onClick={() => zoom(1)}
            disabled={step === steps.length - 1}
          />
          <IconButton icon="close" label={t('zoom.close')} onClick={() => dialog.current?.close()} />
        </div>
        <section
          ref={frame}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus
          tabIndex={0}
          aria-label={t('zoom.pan', { percent })}
          className="min-h-0 flex-1 overflow-auto overscroll-contain -outline-offset-4"
        >
          <div className="picture-backdrop" style={{ width: `${percent}%`, height: `${percent}%` }}>
            <img
              src={picturePath([1200, 1488], image)}
              alt={name}
              width={1200}
              height={1488}
              className="size-full object-contain"
            />
          </div>
        </section>
      </div>
    </dialog>
  );
}

/** The frame of the picture. It scrolls so that the centre stays in place when the zoom changes. */
function useStableCentre(percent: number) {
  const frame = useRef<HTMLElement>(null);
  const before = useRef(percent);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
    const growth = percent / before.current;
    before.current = percent;
    const moved = (start: number, size: number) => (start + size / 2) * growth - size / 2;
    element.scrollTo(moved(scrollLeft, clientWidth), moved(scrollTop, clientHeight));
  }, [percent]);
  return frame;
}

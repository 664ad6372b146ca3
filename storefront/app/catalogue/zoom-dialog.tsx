import { useEffect, useRef, useState } from 'react';
import '../i18n/needs/options-messages.ts';
import { useText } from '../i18n/text-context.tsx';
import { imagePath } from '../paths.ts';
import { IconButton } from '../ui/button.tsx';

/** How much of the dialog's width the picture takes, in percent. */
const steps = [100, 150, 200, 300];

/**
 * A picture seen closely: a native dialog, so that Escape closes it and the focus goes back to the
 * picture it was opened from. Larger than its frame it is moved by scrolling, with the arrow keys too.
 */
export function ZoomDialog({ image, name, onClose }: { image: string; name: string; onClose: () => void }) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const [step, setStep] = useState(0);
  const percent = steps[step]!;
  useEffect(() => dialog.current?.showModal(), []);

  const zoom = (by: number) => setStep((now) => Math.min(Math.max(now + by, 0), steps.length - 1));
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
      className="fixed inset-0 m-auto h-dvh max-h-none w-dvw max-w-none overflow-hidden bg-card text-ink backdrop:bg-black/70 lg:h-[94dvh] lg:w-[94dvw] lg:rounded-petal"
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-end gap-1 border-line border-b p-2">
          <output className="figures mr-auto pl-2 text-soft">{percent} %</output>
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
          // Scrolls, so that a keyboard must reach it.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus
          tabIndex={0}
          aria-label={t('zoom.pan', { percent })}
          className="grid min-h-0 flex-1 place-items-center-safe overflow-auto overscroll-contain -outline-offset-4"
        >
          <img
            src={imagePath([1200, 1488], image)}
            alt={name}
            width={1200}
            height={1488}
            style={{ width: `${percent}%`, height: `${percent}%` }}
            className="max-w-none object-contain"
          />
        </section>
      </div>
    </dialog>
  );
}

import { useRef, useState } from 'react';
import '../platform/i18n/parts/network-messages.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { showPictures } from '../platform/network/deferred-pictures.ts';

/** Loads the picture of one card in low-data mode. The focus moves to the link of the card. */
export function PictureButton({ name }: { name: string }) {
  const { t } = useText();
  const [isRequested, setRequested] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (isRequested) return null;
  const show = () => {
    const card = button.current?.closest('article');
    if (card) showPictures(card);
    card?.querySelector('a')?.focus({ preventScroll: true });
    setRequested(true);
  };
  return (
    <button
      ref={button}
      type="button"
      onClick={show}
      className="absolute top-0 left-0 z-10 min-h-11 max-w-[70%] rounded-petal-small px-3 text-left text-[#4a4436] text-sm underline leading-tight underline-offset-2 noscript:hidden picture-shown:hidden"
    >
      {t('network.showPicture')}
      <span className="sr-only">{`: ${name}`}</span>
    </button>
  );
}

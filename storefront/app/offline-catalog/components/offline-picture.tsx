import { type ImageSize, picturePath } from '@fynbos/core/images/sized-picture-path.ts';
import { useState } from 'react';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Icon } from '../../ui/icons.tsx';

/** A picture placeholder, which loads the picture on request, so that shoppers pay only for data they want. */
export function OfflinePicture({
  image,
  name,
  size,
  requested = false,
}: {
  image: string;
  name: string;
  size: ImageSize;
  requested?: boolean;
}) {
  const { t } = useText();
  const [width, height] = size;
  const [clicked, setClicked] = useState(false);
  const [missing, setMissing] = useState(false);
  const shape = 'aspect-square w-full rounded-petal';
  if (missing) {
    return (
      <p
        role="status"
        className={`${shape} flex items-center justify-center bg-surface-muted p-3 text-center text-sm`}
      >
        {t('pocket.noPicture')}
      </p>
    );
  }
  if (clicked || requested) {
    return (
      <img
        src={picturePath(size, image)}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        onError={() => setMissing(true)}
        className={`${shape} bg-picture object-contain`}
      />
    );
  }
  return (
    <button
      type="button"
      onClick={() => setClicked(true)}
      className={`${shape} relative z-1 flex flex-col items-center justify-center gap-2 border border-divider bg-surface-muted p-3 text-sm hover:border-accent hover:text-accent`}
    >
      <Icon name="basket" className="size-8 text-muted" />
      <span>{t('pocket.showPicture')}</span>
      <span className="sr-only">{name}</span>
    </button>
  );
}

import { imagePath } from '../paths.ts';
import { useOnline } from '../platform/browser/use-online.ts';
import { Icon } from '../ui/icons.tsx';

/** The picture of a category; an icon without a picture or a network. */
export function RoundPicture({ image, size }: { image: string | undefined; size: string }) {
  const online = useOnline();
  return (
    <span
      className={`flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-picture ${size}`}
    >
      {image && online ? (
        <img
          src={imagePath([150, 150], image, 'fit')}
          alt=""
          width={150}
          height={150}
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        // The circle is light in both themes.
        <Icon name="basket" className="size-5 text-muted dark:text-inverse" />
      )}
    </span>
  );
}

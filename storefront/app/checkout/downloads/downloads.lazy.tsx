import { useLocation } from 'react-router';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/orders-messages.ts';
import { buttonClass } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';

/** The links to bought files. After an expired link of a mail, the page says so. */
export function DownloadsView({ files }: { files: readonly { name: string; url: string }[] }) {
  const { t } = useText();
  const { search } = useLocation();
  const isExpired = new URLSearchParams(search).get('download') === 'expired';
  return (
    <div className="mt-1 grid justify-items-start gap-2">
      {isExpired && <InlineNotice>{t('orders.downloadExpired')}</InlineNotice>}
      {files.map(({ name, url }) => (
        <a key={url} href={url} download={name} className={buttonClass('plain')}>
          {t('orders.download', { name })}
        </a>
      ))}
    </div>
  );
}

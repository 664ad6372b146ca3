import { ColumnsProvider } from '../listing/components/column-count.tsx';
import { useText } from '../platform/i18n/text-context.tsx';
import { PageProgress } from '../ui/loading/page-progress.tsx';
import { NoticeList } from '../ui/notices/notice-list.tsx';
import { NoticesProvider } from '../ui/notices/notices-provider.tsx';
import { PanelsProvider } from '../ui/panels/panels-provider.tsx';
import { OfflineNavigation } from './offline/offline-navigation.tsx';
import { UpdateNotifier } from './update-notifier.tsx';

/** The providers around every page: panels, notices, and the progress indicator. */
export function ShellProviders({ children }: { children: React.ReactNode }) {
  const { t } = useText();
  const messages = {
    region: t('notice.region'),
    close: t('notice.close'),
    kinds: {
      success: t('notice.success'),
      info: t('notice.info'),
      warning: t('notice.warning'),
      error: t('notice.error'),
    },
  };
  return (
    <NoticesProvider>
      <PanelsProvider>
        <ColumnsProvider>
          <PageProgress label={t('shop.opening')} />
          <OfflineNavigation />
          <UpdateNotifier />
          {children}
          <NoticeList labels={messages} />
        </ColumnsProvider>
      </PanelsProvider>
    </NoticesProvider>
  );
}

import { index, type RouteConfig, route } from '@react-router/dev/routes';

const page = (path: string) => route(path, './page.tsx', { id: path });

export default [
  index('./page.tsx'),
  page('product/:id'),
  page('untagged'),
  page('refused'),
  page('crash'),
  page('broken'),
  page('injected'),
  page('cookie'),
  page('slow'),
  page('moved'),
  page('private'),
  route('order/status', './return-route.ts'),
  route('stream', './stream-route.ts'),
  route('language', '../../../../app/platform/i18n/language-route.ts'),
] satisfies RouteConfig;

import { index, type RouteConfig, route } from '@react-router/dev/routes';

export default [index('./home-page.tsx'), route('language', './i18n/language-route.ts')] satisfies RouteConfig;

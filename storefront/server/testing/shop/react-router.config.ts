import type { Config } from '@react-router/dev/config';
import storefront from '../../../react-router.config.ts';

export default { ...storefront, buildDirectory: process.env.TEST_SHOP_BUILD ?? 'build' } satisfies Config;

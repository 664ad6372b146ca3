import { describe, expect, test } from 'vitest';
import { homeOf, product } from './source-graph.ts';
import { lineOf, type SyntaxNode, treeOf, walk } from './syntax.ts';

const maxParameters = 4;
const maxLines = 80;

interface FunctionInfo {
  place: string;
  lines: number;
  parameters: number;
}

const functions: FunctionInfo[] = product
  .filter(({ path }) => /^(core|api|storefront|server)$/.test(homeOf(path)))
  .flatMap((source) => {
    const infos: FunctionInfo[] = [];
    walk(treeOf(source), (node, parent) => {
      if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) || !node.body)
        return;
      const name = nameOf(node, parent);
      if (!name) return;
      const lines = lineOf(source.text, node.end) - lineOf(source.text, node.start) + 1;
      infos.push({ place: `${source.path} ${name}`, lines, parameters: (node.params as unknown[]).length });
    });
    return infos;
  });

describe('Functions', () => {
  test(`have at most ${maxParameters} positional parameters`, () => {
    const wide = functions.filter(({ parameters }) => parameters > maxParameters).map(({ place }) => place);
    expect(wide.filter((place) => !manyParameters.has(place))).toEqual([]);
    expect([...manyParameters].filter((place) => !wide.includes(place))).toEqual([]);
  });

  test(`have at most ${maxLines} lines`, () => {
    const long = functions.filter(({ lines }) => lines > maxLines).map(({ place }) => place);
    expect(long.filter((place) => !longFunctions.has(place))).toEqual([]);
    expect([...longFunctions].filter((place) => !long.includes(place))).toEqual([]);
  });
});

/** The name of a function: its own, or that of the variable or member it is assigned to. */
function nameOf(node: SyntaxNode, parent: SyntaxNode | undefined): string | undefined {
  const target = (node.id ??
    (parent && /^(VariableDeclarator)$/.test(parent.type) ? parent.id : (parent?.key as unknown))) as
    | SyntaxNode
    | undefined;
  return target?.name as string | undefined;
}

/** Functions that still have more parameters. Shrink this list; never add to it. */
const manyParameters = new Set<string>([
  'api/src/accounts/newsletter/newsletter-service.ts newLink',
  'api/src/accounts/passwords/password-routes.ts passwordRoutes',
  'api/src/accounts/routes.ts accountRoutes',
  'api/src/accounts/sessions/session-routes.ts sessionRoutes',
  'api/src/cart-setup.ts openCarts',
  'api/src/cart/cart-coupon-service.ts applyCode',
  'api/src/cart/cart-coupon-service.ts mustHold',
  'api/src/cart/cart-coupons.ts checkCoupon',
  'api/src/cart/cart-service.ts merge',
  'api/src/cart/cart-shipping-service.ts saveDelivery',
  'api/src/cart/items/cart-item-service.ts addLines',
  'api/src/cart/items/cart-item-service.ts changeLine',
  'api/src/cart/items/cart-item-service.ts updateItem',
  'api/src/cart/items/line-facts.ts bundled',
  'api/src/cart/items/line-facts.ts configure',
  'api/src/cart/records/cart-store.ts writeCart',
  'api/src/cart/records/idempotent-write.ts attempt',
  'api/src/cart/reorder-service.ts addReorderItems',
  'api/src/catalogue/catalogue-refresh.ts watchCatalogue',
  'api/src/catalogue/import/import.ts importSheets',
  'api/src/catalogue/import/import.ts planInput',
  'api/src/catalogue/import/import.ts planParts',
  'api/src/catalogue/import/import.ts report',
  'api/src/catalogue/import/plan/import-planner.ts makePlan',
  'api/src/catalogue/import/plan/import-planner.ts planMoney',
  'api/src/catalogue/import/plan/price-plan.ts planPrices',
  'api/src/catalogue/import/plan/price-plan.ts priceRow',
  'api/src/catalogue/import/plan/product-plan.ts composeRow',
  'api/src/catalogue/import/plan/product-plan.ts inheritTax',
  'api/src/catalogue/import/plan/variant-plan.ts checkChoices',
  'api/src/catalogue/url-map.ts findByUrl',
  'api/src/cli/commands/orders.ts move',
  'api/src/content/import/front-matter.ts readLine',
  'api/src/delivery/delivery-import.ts checkFrom',
  'api/src/orders/placement/pending-order-service.ts holdOrder',
  'api/src/orders/placement/pending-order-service.ts placePaid',
  'api/src/payments/attempts/attempt-creation-service.ts insert',
  'api/src/payments/attempts/payment-query-service.ts queryAfter',
  'api/src/payments/attempts/payment-settlement-service.ts giveBack',
  'api/src/payments/attempts/payment-settlement-service.ts moveOn',
  'api/src/payments/attempts/payment-settlement-service.ts note',
  'api/src/payments/attempts/payment-settlement-service.ts review',
  'api/src/payments/attempts/payment-settlement-service.ts settle',
  'api/src/payments/attempts/payment-settlement-service.ts settleWithin',
  'api/src/payments/audit/payment-audit-service.ts proveAttempts',
  'api/src/payments/reconciliation/money-assignment-service.ts attachMoney',
  'api/src/payments/reconciliation/money-assignment-service.ts refuseAmount',
  'api/src/payments/reconciliation/reconciliation-service.ts find',
  'api/src/payments/records/payment-case-store.ts acquireLease',
  'api/src/payments/refunds/refund-send-service.ts openReview',
  'api/src/platform/rate-limit/redis-bucket-scripts.ts takeFrom',
  'api/src/search/product-search.ts page',
  'api/src/search/routes.ts respond',
  'core/src/search/index/term-positions.ts note',
  'core/src/search/search-request.ts readFilter',
  'core/src/search/text/fuzzy.ts nextRow',
  'storefront/app/entry.server.tsx handleRequest',
  'storefront/app/product/components/gallery.tsx altOf',
]);

/** Functions that are still longer. Shrink this list; never add to it. */
const longFunctions = new Set<string>([
  'api/src/app.ts createApp',
  'api/src/cart/routes.ts mount',
  'api/src/catalogue/catalogue-refresh.ts watchCatalogue',
  'api/src/catalogue/live-catalogue.ts liveCatalogue',
  'api/src/images/image-service.ts pictures',
  'api/src/payments/providers/oppwa/oppwa.ts cardProvider',
  'api/src/payments/providers/paypal/paypal.ts walletProvider',
  'api/src/platform/redis/redis-connection.ts openRedis',
  'api/src/search/engine/engine-sync.ts createEngineSync',
  'api/src/search/opensearch/opensearch-engine.ts openSearchEngine',
  'api/src/search/opensearch/query/search-query.ts createQueryRunner',
  'api/src/search/search-service.ts openSearch',
  'api/src/search/snapshot/catalog-snapshot-service.ts openCatalogSnapshot',
  'storefront/app/accounts/components/address-fields.tsx AddressFields',
  'storefront/app/cart/sync/run-cart-actions.ts doingOf',
  'storefront/app/checkout/checkout-page.tsx Steps',
  'storefront/app/checkout/components/payment-step.lazy.tsx PaymentForm',
  'storefront/app/checkout/components/personal-step.tsx PersonalStep',
  'storefront/app/checkout/components/review-step.lazy.tsx ReviewStep',
  'storefront/app/checkout/components/shipping-step.lazy.tsx ShippingStep',
  'storefront/app/product/components/gallery.tsx Gallery',
  'storefront/app/search/search-form.lazy.tsx SearchForm',
  'storefront/app/ui/forms/form.tsx AccountForm',
]);

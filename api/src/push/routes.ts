import { Problem } from '@fynbos/core/problem.ts';
import { showPush, showPushKey, subscribePush, unsubscribePush } from '@fynbos/core/push/contract.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actors, Ctx } from '../context.ts';
import { setPrivateHeaders } from '../platform/http/private-response.ts';
import { clientIpOf } from '../platform/rate-limit/client-ip.ts';
import { bucketKey } from '../platform/rate-limit/rate-limits.ts';
import { route } from '../route.ts';
import type { PushSender } from './push-client.ts';
import { isSubscribed, subscribeToPush, unsubscribeFromPush } from './push-service.ts';

const rate = { burst: 30, perHour: 120 };

/**
 * Push messages to browsers (spec accounts 4.4).
 * @param sender undefined when the operator configured no keys
 */
export async function pushRoutes(
  app: FastifyInstance,
  ctx: Pick<Ctx, 'db' | 'limits' | 'actors'>,
  sender: PushSender | undefined,
): Promise<void> {
  await app.register(async (scope) => {
    setPrivateHeaders(scope);
    mount(scope, ctx, ctx.actors, sender);
  });
}

function mount(
  app: FastifyInstance,
  { db, limits }: Pick<Ctx, 'db' | 'limits'>,
  { findActor }: Actors,
  sender: PushSender | undefined,
): void {
  const limit = ({ ip }: FastifyRequest) => limits.take(bucketKey('push', clientIpOf(ip)), rate);

  route(app, showPushKey, async () => ({ public_key: sender?.publicKey ?? '' }));

  route(app, subscribePush, async ({ request, body }) => {
    if (!sender) throw new Problem('path_not_found');
    await limit(request);
    const { endpoint, keys, locale, order_id: orderId } = body;
    return subscribeToPush(db, sender, await findActor(request), { endpoint, ...keys, locale, orderId });
  });

  route(app, unsubscribePush, async ({ request, body }) => {
    await limit(request);
    return unsubscribeFromPush(db, body.endpoint);
  });

  route(app, showPush, async ({ request, body }) => {
    await limit(request);
    const sessionId = (await findActor(request))?.sessionId;
    return { subscribed: await isSubscribed(db, body.endpoint, { sessionId, orderId: body.order_id }) };
  });
}

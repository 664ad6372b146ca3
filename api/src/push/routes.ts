import { Problem } from '@fynbos/core/problem.ts';
import { showPush, showPushKey, subscribePush, unsubscribePush } from '@fynbos/core/push/contract.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actors } from '../accounts/actor.ts';
import { setPrivateHeaders } from '../accounts/private-answers.ts';
import type { Ctx } from '../ctx.ts';
import { clientIpOf } from '../limits/client-address.ts';
import { bucketKey } from '../limits/limits.ts';
import { route } from '../route.ts';
import type { PushSender } from './push-post.ts';
import { subscribe, unsubscribe } from './service.ts';
import { isSubscribed } from './store.ts';

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
    return subscribe(db, sender, await findActor(request), { endpoint, ...keys, locale, orderId });
  });

  route(app, unsubscribePush, async ({ request, body }) => {
    await limit(request);
    return unsubscribe(db, body.endpoint);
  });

  route(app, showPush, async ({ request, body }) => {
    await limit(request);
    const sessionId = (await findActor(request))?.sessionId;
    return { subscribed: await isSubscribed(db, body.endpoint, { sessionId, orderId: body.order_id }) };
  });
}

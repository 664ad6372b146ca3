import { companies, type PaymentSource } from '@fynbos/core/payments/providers.ts';
import { type PaymentProvider, ProviderUnreachable } from '../../../payments/providers/payment-provider.ts';
import type { PaymentContext } from '../../../payments/records/payment-context.ts';
import { UserFacingError } from '../../../platform/errors/user-facing-error.ts';

/** @throws UserFacingError without the provider's keys */
export function providerOf({ providers }: PaymentContext, code: PaymentSource): PaymentProvider {
  const provider = providers.get(code);
  if (!provider)
    throw new UserFacingError(
      `${code} has no keys configured, so it cannot be queried. Set its variables as for npm start, or start the shop with its sandbox. Nothing was changed.`,
    );
  return provider;
}

/**
 * Reports an unreachable provider to the operator.
 * @param done lines already produced, printed before the error
 */
export async function orReportUnreachable<Result>(
  { code }: PaymentProvider,
  done: readonly string[],
  request: Promise<Result>,
): Promise<Result> {
  return request.catch((cause: unknown) => {
    if (!(cause instanceof ProviderUnreachable)) throw cause;
    const nothing = done.length === 0 ? ' Nothing was changed.' : '';
    throw new UserFacingError(
      [...done, `${companies[code]} cannot be reached: ${cause.message}.${nothing}`].join('\n'),
      {
        cause,
      },
    );
  });
}

import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';

export const health = endpoint({
  name: 'health',
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the shop is alive and ready: database, catalogue and search',
  result: Type.Object({
    status: Type.Union([Type.Literal('ok'), Type.Literal('starting'), Type.Literal('failing')]),
    products: Type.Integer(),
    catalogueVersion: Type.Integer({
      description: 'Grows with each catalogue change, once every store view serves it',
    }),
    uptimeSeconds: Type.Number(),
    search: Type.Union([Type.Literal('ok'), Type.Literal('failing')], {
      description:
        '`failing`: the external search engine is unavailable or behind; the shop searches its own index',
    }),
  }),
  problems: ['not_ready'],
});

export const live = endpoint({
  name: 'live',
  method: 'GET',
  path: '/health/live',
  summary: 'Liveness of this process; a supervisor restarts it on failure',
  result: Type.Object({ status: Type.Literal('live') }),
});

export const ready = endpoint({
  name: 'ready',
  method: 'GET',
  path: '/health/ready',
  summary: 'Readiness of this process: dependencies are available and it is not shutting down',
  result: Type.Object({ status: Type.Literal('ready') }),
  problems: ['not_ready'],
});

export const metrics = endpoint({
  name: 'metrics',
  method: 'GET',
  path: '/api/metrics',
  summary:
    'Prometheus metrics, for the operator: from a private network, or with METRICS_KEY as bearer token',
  result: Type.String(),
  envelope: false,
  media: ['text/plain'],
  problems: ['metrics_refused'],
});

export const seller = endpoint({
  name: 'seller',
  method: 'GET',
  path: '/api/seller',
  summary: 'The seller as named on a tax invoice',
  result: Type.Object({ name: Type.String(), address: Type.String(), vatNumber: Type.String() }),
});

export const openapi = endpoint({
  name: 'openapi',
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This document',
  result: Type.Unknown(),
  envelope: false,
});

const forgetting = {
  path: '/invalidate',
  summary: 'Removes cached pages by tag, in every process (SHELL-2); the key is INVALIDATION_KEY',
  query: Type.Object({
    key: Type.Optional(Type.String({ maxLength: 500 })),
    tag: Type.Optional(
      Type.String({ maxLength: 4000, description: 'tags separated by commas (`P58,C20,home`), or `*`' }),
    ),
  }),
  result: Type.String(),
  problems: ['cache_key_refused', 'invalid_input', 'too_many_attempts'],
} as const;

export const invalidate = endpoint({ ...forgetting, name: 'invalidate', method: 'POST' });
export const invalidateByGet = endpoint({ ...forgetting, name: 'invalidateByGet', method: 'GET' });

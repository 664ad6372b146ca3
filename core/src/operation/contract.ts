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
    catalogueVersion: Type.Integer(),
    uptimeSeconds: Type.Number(),
  }),
  problems: ['not_ready'],
});

export const metrics = endpoint({
  name: 'metrics',
  method: 'GET',
  path: '/api/metrics',
  summary: 'Prometheus metrics',
  result: Type.String(),
  envelope: false,
});

export const seller = endpoint({
  name: 'seller',
  method: 'GET',
  path: '/api/seller',
  summary: 'Who sells here, as a tax invoice names it',
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

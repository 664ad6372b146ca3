import { address, key, optional } from './config-values.ts';
import { variable } from './config-variable.ts';

/** What the operator sees of a running shop. */
export const operationVariables = {
  metricsKey: variable(
    'METRICS_KEY',
    '',
    'The key with which the figures for Prometheus are read (`Authorization: Bearer …`), 16 signs at least; without one they are read from this machine and private networks only, and not at all where `PUBLIC_URL` leads elsewhere.',
    optional(key),
  ),
  tracesUrl: variable(
    'TRACES_URL',
    '',
    'Where traces go: an OpenTelemetry collector that takes OTLP over HTTP, `http://localhost:4318`. Left empty, none are made.',
    optional(address('http:', 'https:')),
  ),
};

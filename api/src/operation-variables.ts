import { address, key, optional } from './config-values.ts';
import { variable } from './config-variable.ts';

/** Settings for the monitoring of a running shop. */
export const operationVariables = {
  metricsKey: variable(
    'METRICS_KEY',
    '',
    'Secret for reading the Prometheus metrics (`Authorization: Bearer …`), at least 16 characters. If unset, only this host and private networks may read them, and nobody if `PUBLIC_URL` is a public address.',
    optional(key),
  ),
  tracesUrl: variable(
    'TRACES_URL',
    '',
    'Address of an OpenTelemetry collector that accepts OTLP over HTTP, `http://localhost:4318`. If empty, tracing is off.',
    optional(address('http:', 'https:')),
  ),
};

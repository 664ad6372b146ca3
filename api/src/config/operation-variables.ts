import { address, key, optional } from './config-values.ts';
import { variable } from './config-variable.ts';

/** Settings for the monitoring of a running shop. */
export const operationVariables = {
  metricsKey: variable(
    'METRICS_KEY',
    '',
    'Bearer token for the metrics endpoint, at least 16 characters. If unset, metrics are available from this machine and private networks only, and not at all if `PUBLIC_URL` names another machine.',
    optional(key),
  ),
  tracesUrl: variable(
    'TRACES_URL',
    '',
    'OpenTelemetry collector that accepts OTLP over HTTP, `http://localhost:4318`. Unset disables traces.',
    optional(address('http:', 'https:')),
  ),
};

import { Problem } from '@fynbos/core/problem.ts';
import { type DocumentNode, execute, GraphQLError, parse, validate } from 'graphql';
import { operationLimits, tooMuch } from './query-limits.ts';
import type { ResolverContext } from './resolvers.ts';
import { root, schema } from './schema.ts';

/** One GraphQL request as received. */
export interface GraphqlRequest {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
}

export interface OperationResult {
  data?: unknown;
  errors?: object[];
}

/**
 * Parses, weighs, validates and executes one request. It is weighed before validation, because validating a
 * very large document takes long. A response without `data` means that nothing was executed.
 * @param refusalOf maps an exception to the message and extensions for the client
 */
export async function executeOperation(
  { query, variables, operationName }: GraphqlRequest,
  context: ResolverContext,
  refusalOf: (thrown: unknown) => { message: string; extensions: object },
): Promise<OperationResult> {
  const document = read(query);
  if (document instanceof GraphQLError) return { errors: [wrong(document)] };
  const limitErrors = [...tooMuch(document, variables), ...subscriptions(document)];
  const errors =
    limitErrors.length > 0 ? limitErrors : validate(schema, document, undefined, { maxErrors: 20 });
  if (errors.length > 0) return { errors: errors.map(wrong) };
  const { data, errors: failures } = await execute({
    schema,
    document,
    rootValue: root,
    contextValue: context,
    variableValues: variables,
    operationName,
  });
  const reported = failures?.map((failure) => formatFailure(failure, refusalOf));
  return { ...(data === undefined ? {} : { data }), ...(reported && { errors: reported }) };
}

function read(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query, { maxTokens: operationLimits.tokens });
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

/** Rejects mutations and subscriptions. The schema has no such roots, but its own error is less clear. */
function subscriptions({ definitions }: DocumentNode): GraphQLError[] {
  const rejected = definitions.find(
    (definition) => 'operation' in definition && definition.operation !== 'query',
  );
  return rejected ? [new GraphQLError('Only queries are supported.', { nodes: rejected })] : [];
}

/** Formats an error in the request itself. */
function wrong(error: GraphQLError): object {
  const { message, locations, extensions } = error.toJSON();
  return { message, locations, extensions: { problem: 'invalid_input', retry: false, ...extensions } };
}

/** Formats an error in one part of the response, without internals such as stack traces. */
function formatFailure(
  failure: GraphQLError,
  refusalOf: (thrown: unknown) => { message: string; extensions: object },
): object {
  const { originalError: cause } = failure;
  if (cause === undefined || cause instanceof GraphQLError) return { ...wrong(failure), path: failure.path };
  const { message, extensions } = refusalOf(cause);
  const { locations } = failure.toJSON();
  return {
    message: cause instanceof Problem ? withFields(cause) : message,
    locations,
    path: failure.path,
    extensions,
  };
}

/** Adds the field names to the message, because GraphQL clients show the message alone. */
export function withFields({ message, fields }: Problem): string {
  return [message, ...fields.map(({ field, message: fieldMessage }) => `${field} ${fieldMessage}.`)].join(
    ' ',
  );
}

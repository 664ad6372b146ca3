import { Problem } from '@fynbos/core/problem.ts';
import { type DocumentNode, execute, GraphQLError, parse, validate } from 'graphql';
import { most, tooMuch } from './limits.ts';
import type { Asked } from './resolvers.ts';
import { root, schema } from './schema.ts';

/** One question as it came. */
export interface Question {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
}

export interface Answered {
  data?: unknown;
  errors?: object[];
}

/**
 * Reads, weighs, checks and answers one request; the weighing comes before the checking, which takes long for what is
 * too large. Without `data` nothing of it was done.
 *
 * @param refusalOf what a failure is to the caller, and what it tells machines
 */
export async function answerOperation(
  { query, variables, operationName }: Question,
  asked: Asked,
  refusalOf: (thrown: unknown) => { message: string; extensions: object },
): Promise<Answered> {
  const document = read(query);
  if (document instanceof GraphQLError) return { errors: [wrong(document)] };
  const faults = [...tooMuch(document, variables), ...subscriptions(document)];
  const errors = faults.length > 0 ? faults : validate(schema, document, undefined, { maxErrors: 20 });
  if (errors.length > 0) return { errors: errors.map(wrong) };
  const { data, errors: failures } = await execute({
    schema,
    document,
    rootValue: root,
    contextValue: asked,
    variableValues: variables,
    operationName,
  });
  const said = failures?.map((failure) => tell(failure, refusalOf));
  return { ...(data === undefined ? {} : { data }), ...(said && { errors: said }) };
}

function read(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query, { maxTokens: most.tokens });
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

/** Nothing here changes anything, and nothing is pushed: the schema has no such roots, but says so less clearly. */
function subscriptions({ definitions }: DocumentNode): GraphQLError[] {
  const other = definitions.find((one) => 'operation' in one && one.operation !== 'query');
  return other ? [new GraphQLError('Only queries are answered here.', { nodes: other })] : [];
}

/** A fault in the question itself. */
function wrong(error: GraphQLError): object {
  const { message, locations, extensions } = error.toJSON();
  return { message, locations, extensions: { problem: 'invalid_input', retry: false, ...extensions } };
}

/** What went wrong with one part of the answer; never where in our code. */
function tell(
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

/** A client of this kind shows the message alone: it says which field is meant. */
export function withFields({ message, fields }: Problem): string {
  return [message, ...fields.map(({ field, message: said }) => `${field} ${said}.`)].join(' ');
}

import { contentSizes } from '@fynbos/core/content/cms.ts';
import { documentsRequested } from '@fynbos/core/search/search-request.ts';
import { largestPage } from '@fynbos/core/shop.ts';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import { sizeArgument } from './search-arguments.ts';

/**
 * Limits of one request. Usual requests stay far below: the longest query of existing clients has a dozen
 * fields. A full introspection query has a few hundred, 15 levels deep.
 */
export const operationLimits = {
  /** Lexical tokens of the document; parsing stops beyond this. */
  tokens: 2000,
  levels: 16,
  fields: 600,
  /** Fields at the root of the operation. */
  questions: 10,
  aliases: 20,
  /** Catalogue documents in one response, the same as in one search of the HTTP calls. */
  documents: largestPage,
} as const;

const dimensions = [
  'levels',
  'fields',
  'questions',
  'aliases',
  'documents',
] as const satisfies readonly Exclude<keyof typeof operationLimits, 'tokens'>[];
type Weight = Record<(typeof dimensions)[number], number>;

const nothing: Weight = { levels: 0, fields: 0, questions: 0, aliases: 0, documents: 0 };

const limitLabels: Record<keyof Weight, string> = {
  levels: 'levels deep',
  fields: 'fields',
  questions: 'questions at once',
  aliases: 'aliases',
  documents: 'documents',
};

/**
 * Weighs a request before any other processing. Fragments count wherever they are used but are weighed once
 * each, so an exponentially expanding document is rejected as quickly as any other.
 * @returns errors for the exceeded limits; empty when the request may run
 */
export function tooMuch(document: DocumentNode, variables: Record<string, unknown>): GraphQLError[] {
  const fragments = new Map(
    document.definitions
      .filter(
        (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
      )
      .map((fragment) => [fragment.name.value, fragment]),
  );
  return document.definitions
    .filter(
      (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
    )
    .flatMap((operation) => {
      const weight = weighOperation(operation, { fragments, variables, weighed: new Map() });
      return dimensions
        .filter((dimension) => weight[dimension] > operationLimits[dimension])
        .map((dimension) => refusal(dimension, weight[dimension]));
    });
}

function refusal(dimension: keyof Weight, requested: number): GraphQLError {
  const limit = operationLimits[dimension];
  return new GraphQLError(
    `The query requests ${requested} ${limitLabels[dimension]}; ${limit} are allowed.`,
    {
      extensions: { problem: 'invalid_input', retry: false, limit: dimension, most: limit },
    },
  );
}

interface WeighingContext {
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
  weighed: Map<string, Weight>;
}

function weighOperation(operation: OperationDefinitionNode, context: WeighingContext): Weight {
  const standard = (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)] as const] : [],
  );
  const variables = { ...Object.fromEntries(standard), ...context.variables };
  const total = weigh(operation.selectionSet, { ...context, variables });
  const rootFields = fieldsAtTop(operation.selectionSet, context, () => true);
  return {
    ...total,
    questions: rootFields.length,
    documents: sum(rootFields.map((field) => documentsOf(field, { ...context, variables }))),
  };
}

/** Total weight of one selection. */
function weigh({ selections }: SelectionSetNode, context: WeighingContext): Weight {
  return selections
    .map((selection): Weight => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return weighFragment(selection.name.value, context);
      const below = selection.selectionSet ? weigh(selection.selectionSet, context) : nothing;
      if (selection.kind === Kind.INLINE_FRAGMENT) return below;
      return {
        ...below,
        levels: below.levels + 1,
        fields: below.fields + 1,
        aliases: below.aliases + (selection.alias ? 1 : 0),
      };
    })
    .reduce(together, nothing);
}

function weighFragment(name: string, context: WeighingContext): Weight {
  const known = context.weighed.get(name);
  if (known) return known;
  // Validation rejects cyclic fragments; until then a cycle weighs nothing.
  context.weighed.set(name, nothing);
  const fragment = context.fragments.get(name);
  const weight = fragment ? weigh(fragment.selectionSet, context) : nothing;
  context.weighed.set(name, weight);
  return weight;
}

const together = (left: Weight, right: Weight): Weight => ({
  levels: Math.max(left.levels, right.levels),
  fields: left.fields + right.fields,
  questions: 0,
  aliases: left.aliases + right.aliases,
  documents: 0,
});

/** Counting stops here: beyond this the request exceeds the limit on root fields or on aliases. */
const maxCounted = operationLimits.questions + operationLimits.aliases;

/**
 * The matching fields at the top of a selection, including those in fragments. Each fragment is walked
 * once.
 */
function fieldsAtTop(
  { selections }: SelectionSetNode,
  context: WeighingContext,
  isWanted: (field: FieldNode) => boolean,
  walked = new Map<string, FieldNode[]>(),
): FieldNode[] {
  const matches: FieldNode[] = [];
  for (const selection of selections) {
    if (matches.length >= maxCounted) break;
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      matches.push(...fieldsAtTop(selection.selectionSet, context, isWanted, walked));
    } else if (selection.kind === Kind.FRAGMENT_SPREAD) {
      matches.push(...fieldsOfFragment(selection.name.value, context, isWanted, walked));
    } else if (isWanted(selection)) matches.push(selection);
  }
  return matches.slice(0, maxCounted);
}

function fieldsOfFragment(
  name: string,
  context: WeighingContext,
  isWanted: (field: FieldNode) => boolean,
  walked: Map<string, FieldNode[]>,
): FieldNode[] {
  const known = walked.get(name);
  if (known) return known;
  walked.set(name, []);
  const fragment = context.fragments.get(name);
  const fields = fragment ? fieldsAtTop(fragment.selectionSet, context, isWanted, walked) : [];
  walked.set(name, fields);
  return fields;
}

/** Response fields that contain every document found, once per use. */
const carriers = new Set(['items', 'hits']);

function documentsOf(field: FieldNode, context: WeighingContext): number {
  if (!field.selectionSet || field.name.value.startsWith('__')) return 0;
  const times = fieldsAtTop(field.selectionSet, context, ({ name }) => carriers.has(name.value)).length;
  return Math.max(1, times) * sizeOf(field, context);
}

function sizeOf({ arguments: args = [], name }: FieldNode, { variables }: WeighingContext): number {
  if (name.value === 'urlMap') return 1;
  const sizeIn = (argument: string) => {
    const value = args.find(({ name }) => name.value === argument)?.value;
    return value && valueFromASTUntyped(value, variables);
  };
  const sizes = name.value.startsWith('cms') ? contentSizes : undefined;
  return documentsRequested(sizeArgument({ pageSize: sizeIn('pageSize'), size: sizeIn('size') }), sizes);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, value) => all + value, 0);

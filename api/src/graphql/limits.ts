import { largestPage } from '@fynbos/core/shop.ts';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { sizeAsked } from './search-arguments.ts';

/**
 * How much one request may ask. What is usual stays far below: the longest question that clients of this kind send has a
 * dozen fields, and the one that reads the whole schema some hundreds, fifteen levels deep.
 */
export const most = {
  /** Words and signs of the document; more is not even read. */
  tokens: 2000,
  levels: 16,
  fields: 600,
  /** Questions beside each other. */
  questions: 10,
  aliases: 20,
  /** Documents of the catalogue in one answer: as many as one search of the HTTP calls gives. */
  documents: largestPage,
} as const;

type Weight = Record<Exclude<keyof typeof most, 'tokens'>, number>;

const nothing: Weight = { levels: 0, fields: 0, questions: 0, aliases: 0, documents: 0 };

const says: Record<keyof Weight, string> = {
  levels: 'levels deep',
  fields: 'fields',
  questions: 'questions at once',
  aliases: 'aliases',
  documents: 'documents',
};

/**
 * Weighs a request before anything else is done with it. Fragments count wherever they are used, each weighed once, so
 * that a document that unfolds without end is refused as quickly as any other.
 *
 * @returns why it is refused; nothing when it may be answered
 */
export function tooMuch(document: DocumentNode, variables: Record<string, unknown>): GraphQLError[] {
  const fragments = new Map(
    document.definitions
      .filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  return document.definitions
    .filter((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION)
    .flatMap((operation) => {
      const weight = weighOperation(operation, { fragments, variables, weighed: new Map() });
      return (Object.keys(weight) as (keyof Weight)[])
        .filter((what) => weight[what] > most[what])
        .map((what) => refusal(what, weight[what]));
    });
}

function refusal(what: keyof Weight, asked: number): GraphQLError {
  const limit = most[what];
  return new GraphQLError(`This asks for ${asked} ${says[what]}; ${limit} are the most.`, {
    extensions: { problem: 'invalid_input', retry: false, limit: what, most: limit },
  });
}

interface Ground {
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
  weighed: Map<string, Weight>;
}

function weighOperation(operation: OperationDefinitionNode, ground: Ground): Weight {
  const standard = (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)] as const] : [],
  );
  const variables = { ...Object.fromEntries(standard), ...ground.variables };
  const whole = weigh(operation.selectionSet, { ...ground, variables });
  const questions = fieldsAtTop(operation.selectionSet, ground, () => true);
  return {
    ...whole,
    questions: questions.length,
    documents: sum(questions.map((field) => documentsOf(field, { ...ground, variables }))),
  };
}

/** What one selection asks for, in all. */
function weigh({ selections }: SelectionSetNode, ground: Ground): Weight {
  return selections
    .map((selection): Weight => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return weighFragment(selection.name.value, ground);
      const below = selection.selectionSet ? weigh(selection.selectionSet, ground) : nothing;
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

function weighFragment(name: string, ground: Ground): Weight {
  const known = ground.weighed.get(name);
  if (known) return known;
  // One that comes back to itself is refused by the language; until then it weighs nothing there.
  ground.weighed.set(name, nothing);
  const fragment = ground.fragments.get(name);
  const weight = fragment ? weigh(fragment.selectionSet, ground) : nothing;
  ground.weighed.set(name, weight);
  return weight;
}

const together = (one: Weight, other: Weight): Weight => ({
  levels: Math.max(one.levels, other.levels),
  fields: one.fields + other.fields,
  questions: 0,
  aliases: one.aliases + other.aliases,
  documents: 0,
});

/** Fields are counted no further: beyond this the request is refused, for its questions or for its aliases. */
const mostCounted = most.questions + most.aliases;

/** The wanted fields at the top of a selection, those in fragments too; each fragment is walked once. */
function fieldsAtTop(
  { selections }: SelectionSetNode,
  ground: Ground,
  isWanted: (field: FieldNode) => boolean,
  walked = new Map<string, FieldNode[]>(),
): FieldNode[] {
  const found: FieldNode[] = [];
  for (const selection of selections) {
    if (found.length >= mostCounted) break;
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      found.push(...fieldsAtTop(selection.selectionSet, ground, isWanted, walked));
    } else if (selection.kind === Kind.FRAGMENT_SPREAD) {
      found.push(...fieldsOfFragment(selection.name.value, ground, isWanted, walked));
    } else if (isWanted(selection)) found.push(selection);
  }
  return found.slice(0, mostCounted);
}

function fieldsOfFragment(
  name: string,
  ground: Ground,
  isWanted: (field: FieldNode) => boolean,
  walked: Map<string, FieldNode[]>,
): FieldNode[] {
  const known = walked.get(name);
  if (known) return known;
  walked.set(name, []);
  const fragment = ground.fragments.get(name);
  const fields = fragment ? fieldsAtTop(fragment.selectionSet, ground, isWanted, walked) : [];
  walked.set(name, fields);
  return fields;
}

/** Fields of an answer that carry every document found, each time they are named. */
const carriers = new Set(['items', 'hits']);

function documentsOf(field: FieldNode, ground: Ground): number {
  if (!field.selectionSet || field.name.value.startsWith('__')) return 0;
  const times = fieldsAtTop(field.selectionSet, ground, ({ name }) => carriers.has(name.value)).length;
  return Math.max(1, times) * Math.min(sizeOf(field, ground), largestPage);
}

function sizeOf({ arguments: given = [], name }: FieldNode, { variables }: Ground): number {
  if (name.value === 'urlMap') return 1;
  const size = given.find(({ name }) => name.value === 'pageSize' || name.value === 'size')?.value;
  if (size?.kind === Kind.INT) return sizeAsked(Number(size.value));
  return sizeAsked(size?.kind === Kind.VARIABLE ? variables[size.name.value] : undefined);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

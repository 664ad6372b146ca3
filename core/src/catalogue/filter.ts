export type Scalar = string | number | boolean;

/**
 * One condition on one field. Filters are combined with AND, values inside one filter with OR. Scope
 * `catalog` is a facet choice: the other facets count under it, its own does not, and a configurable
 * product matches through its children (wire contract 3.2). Filters with `any` are alternatives to each
 * other.
 */
export interface Filter {
  field: string;
  scope: 'default' | 'catalog';
  any: boolean;
  condition: Condition;
}

export type Condition =
  | { is: 'in'; values: Scalar[] }
  | { is: 'notIn'; values: Scalar[] }
  | { is: 'range'; gt?: number; gte?: number; lt?: number; lte?: number }
  | { is: 'like'; text: string }
  | { is: 'present' }
  | { is: 'absent' };

export interface Sort {
  field: string;
  direction: 'asc' | 'desc';
}

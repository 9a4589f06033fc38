import type { CallOutput, Contract } from '@dropwire/contract';

/** The history of one offer of a product in a region. */
export type History = CallOutput<Contract['history']>['data'];
export type HistoryState = Omit<History['points'][number], 'status'> & { status: string | null };
export type Statistics = NonNullable<History['statistics']>;

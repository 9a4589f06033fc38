import type { CallInput, Contract, Delivery } from '@dropwire/contract';
import type { Api } from '../server/client.ts';
import { pagesOf } from '../server/pages.ts';

export type DeliveryFilter = Omit<CallInput<Contract['deliveries']>, 'cursor'>;

/** Deliveries page by page, newest first. */
export function deliveryPages(api: Api, filter: DeliveryFilter): AsyncGenerator<readonly Delivery[]> {
	return pagesOf((at) => api.deliveries({ ...filter, ...at }));
}

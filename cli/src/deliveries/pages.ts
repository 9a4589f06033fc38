import type { CallInput, Contract, Delivery } from '@dropwire/bff/contract';
import type { Api } from '../server/client.ts';

export type DeliveryFilter = Omit<CallInput<Contract['deliveries']>, 'cursor'>;

/** Deliveries page by page, newest first. */
export async function* deliveryPages(api: Api, filter: DeliveryFilter): AsyncGenerator<readonly Delivery[]> {
	for (let cursor: string | undefined; ;) {
		const { data, nextCursor } = await api.deliveries({ ...filter, ...(cursor !== undefined && { cursor }) });
		yield data;
		if (nextCursor === null) return;
		cursor = nextCursor;
	}
}

import { clientsRead, operatorsRead, operatorsWrite, type RightsOf, type Statuses } from '../http/testing.ts';
import type { productRequestsFeature } from './feature.ts';

const clientsWrite = (status: number): Statuses => [
	401,
	403,
	status,
	status,
	status,
	status,
	status,
	401,
	403,
	status,
	403,
];

export const rights: RightsOf<typeof productRequestsFeature> = {
	ownProductRequests: { expected: clientsRead() },
	productRequestCreate: { body: { product: '?' }, expected: clientsWrite(400) },
	productRequestWithdraw: { body: { id: '999999999' }, expected: clientsWrite(404) },
	productRequests: { expected: operatorsRead() },
	productRequestAdd: { body: { id: '999999999', lists: ['MONITOR1'] }, expected: operatorsWrite(404) },
	productRequestDecline: { body: { id: '999999999' }, expected: operatorsWrite(404) },
};

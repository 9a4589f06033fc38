import { clientsRead, clientsWrite, operatorsRead, operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { productRequestsFeature } from './feature.ts';

export const rights: RightsOf<typeof productRequestsFeature> = {
	ownProductRequests: { expected: clientsRead() },
	productRequestCreate: { body: { product: '?' }, expected: clientsWrite(400) },
	productRequestWithdraw: { body: { id: '999999999' }, expected: clientsWrite(404) },
	productRequests: { expected: operatorsRead() },
	productRequestAdd: { body: { id: '999999999', lists: ['MONITOR1'] }, expected: operatorsWrite(404) },
	productRequestDecline: { body: { id: '999999999' }, expected: operatorsWrite(404) },
};

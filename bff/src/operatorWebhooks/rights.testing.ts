import { webhook, operatorsRead, operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { operatorWebhooksFeature } from './feature.ts';

export const rights: RightsOf<typeof operatorWebhooksFeature> = {
	nikeWebhooks: { path: '/api/nikewebhooks?region=US&category=shoes', expected: operatorsRead() },
	nikeWebhooksChange: {
		path: '/api/nikewebhooks?region=US&category=shoes',
		body: { action: 'DELETE', status: 'HOLD', data: webhook },
		expected: operatorsWrite(404),
	},
	hpWebhooks: { path: '/api/hpwebhooks?region=US', expected: operatorsRead() },
	hpWebhooksChange: {
		body: { action: 'DELETE', category: 'LAPTOPS', data: webhook },
		expected: operatorsWrite(404),
	},
	adidasWebhooks: { path: '/api/adidaswebhooks?region=US&category=hot1', expected: operatorsRead() },
	adidasWebhooksChange: { body: { action: 'DELETE', status: 'HOT1', data: webhook }, expected: operatorsWrite(404) },
	asicsWebhooks: { path: '/api/asicswebhooks?region=US&category=shoes', expected: operatorsRead() },
	asicsWebhooksChange: { body: { action: 'DELETE', status: 'RESTOCK', data: webhook }, expected: operatorsWrite(404) },
	jdfnlWebhooks: { path: '/api/jdfnlwebhooks?category=JD', expected: operatorsRead() },
	jdfnlWebhooksChange: {
		path: '/api/jdfnlwebhooks?category=JDFNL',
		body: { action: 'DELETE', status: 'NEW', data: webhook },
		expected: operatorsWrite(404),
	},
	stockNumberWebhooks: { expected: operatorsRead() },
	stockNumberWebhooksChange: { body: { action: 'DELETE', ...webhook }, expected: operatorsWrite(404) },
};

import { membersRead, operatorsRead, operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { catalogueFeature } from './feature.ts';

export const rights: RightsOf<typeof catalogueFeature> = {
	catalogue: { path: '/api/catalogue?q=none', expected: membersRead() },
	catalogueEntry: {
		path: '/api/catalogue/entry?brand=NIKE&sku=NONE-000',
		expected: membersRead(404),
	},
	skuSuggest: { path: '/api/skusuggest?text=ck', expected: [401, 403, 200, 200, 200, 200, 200, 401, 200, 200, 200] },
	catalogueExport: { expected: operatorsRead() },
	catalogueImport: { body: { dryRun: true, rows: [] }, expected: operatorsWrite(200) },
};

import { everyone, operatorsRead, operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { releasesFeature } from './feature.ts';

export const rights: RightsOf<typeof releasesFeature> = {
	releases: { expected: everyone(200) },
	releaseCalendar: { path: '/calendar/US.ics', expected: everyone(200) },
	ownCalendar: { path: '/calendar/mine/unknown.ics', expected: everyone(404) },
	releasesExport: { expected: operatorsRead() },
	releasesImport: { body: { dryRun: true, rows: [] }, expected: operatorsWrite(200) },
	calendarSecret: { expected: [401, 200, 200, 200, 200, 200, 200, 401, 200, 200, 403] },
	calendarSecretReplace: { expected: [401, 201, 201, 201, 201, 201, 201, 401, 403, 201, 403] },
};

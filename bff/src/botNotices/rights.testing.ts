import { botWrite, type RightsOf } from '../http/testing.ts';
import type { botNoticesFeature } from './feature.ts';

export const rights: RightsOf<typeof botNoticesFeature> = {
	botNoticesClaim: { expected: botWrite(200) },
	botNoticeDone: { body: { lease: '00000000-0000-4000-8000-000000000000', outcome: 'sent' }, expected: botWrite(200) },
};

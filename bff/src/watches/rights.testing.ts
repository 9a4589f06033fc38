import { guildRead, guildWrite, own, type RightsOf, type Statuses } from '../http/testing.ts';
import type { watchesFeature } from './feature.ts';

/** Everybody who signed in, programs by their scope, and the bot for the person of a command. */
const membersRead: Statuses = [401, 200, 200, 200, 200, 200, 200, 401, 200, 200, 200];
const membersWrite = (status: number): Statuses => [
	401,
	status,
	status,
	status,
	status,
	status,
	status,
	401,
	403,
	status,
	status,
];

export const rights: RightsOf<typeof watchesFeature> = {
	watches: { expected: membersRead },
	watchCreate: { body: { brand: 'NIKE', sku: '?' }, expected: membersWrite(400) },
	watchEdit: { path: '/api/watches?id=999999', body: { muted: true }, expected: membersWrite(404) },
	watchNoticeEdit: { path: '/api/watchnotice?id=999999', body: { muted: true }, expected: membersWrite(404) },
	watchDelete: { path: '/api/watches?id=999999', expected: membersWrite(404) },
	watchPlace: { expected: membersRead },
	watchPlaceSet: { body: { guildId: null }, expected: membersWrite(200) },
	personalChannel: { path: `/api/personalchannel?guildId=${own}`, expected: guildRead() },
	personalChannelSet: { body: { guildId: own, channelId: null }, expected: guildWrite(200) },
};

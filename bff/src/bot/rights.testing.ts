import { foreign, botWrite, type RightsOf } from '../http/testing.ts';
import type { botFeature } from './feature.ts';

export const rights: RightsOf<typeof botFeature> = {
	botGuilds: { body: { shard: 0, shards: 1, guilds: [] }, expected: botWrite(200) },
	botGuild: { body: { guildId: foreign, name: 'HQ', present: true }, expected: botWrite(200) },
	botRoles: { body: { guildId: foreign, roles: [] }, expected: botWrite(200) },
	botChannel: {
		body: { guildId: foreign, channelId: foreign, channelName: null, webhookIds: [] },
		expected: botWrite(200),
	},
};

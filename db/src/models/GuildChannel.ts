import { Model } from 'objection';
import { Row } from './Row.ts';
import { TopicRow } from './TopicRow.ts';

/** A topic that a guild has added: the spec's "channel". Its webhooks are subscriptions. */
export class GuildChannel extends Row {
	static override tableName = 'guild_channels';

	declare id: number;
	declare guildId: string;
	declare topicId: number;
	declare createdAt: number;
	declare topic?: TopicRow;

	static override relationMappings = () => ({
		topic: {
			relation: Model.BelongsToOneRelation,
			modelClass: TopicRow,
			join: { from: 'guild_channels.topicId', to: 'topics.id' },
		},
	});
}

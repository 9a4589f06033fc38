import { Model } from 'objection';
import type { SocialCategory } from '@dropwire/domain';
import { Row } from './Row.ts';
import { SocialKeyword } from './SocialKeyword.ts';

/** The keywords of one category, with an on/off switch. */
export class SocialGroup extends Row {
	static override tableName = 'social_groups';
	static override booleans = ['enabled'];

	declare id: number;
	declare category: SocialCategory;
	declare enabled: boolean;
	declare keywords?: SocialKeyword[];

	static override relationMappings = () => ({
		keywords: {
			relation: Model.HasManyRelation,
			modelClass: SocialKeyword,
			join: { from: 'social_groups.id', to: 'social_keywords.groupId' },
		},
	});
}

import {
	type APIApplicationRoleConnectionMetadata,
	ApplicationRoleConnectionMetadataType,
} from 'discord-api-types/v10';

/** What servers can ask for in a linked role. */
export interface RoleFacts {
	client: boolean;
	premium: boolean;
	/** How many products the person watches. */
	watches: number;
}

/** The application's metadata as Discord shows it to the admins of a server, at most five records of 100 and 200 characters. */
export const ROLE_METADATA: APIApplicationRoleConnectionMetadata[] = [
	{
		key: 'client',
		name: 'Dropwire client',
		description: 'Has access to Dropwire that has not expired',
		type: ApplicationRoleConnectionMetadataType.BooleanEqual,
	},
	{
		key: 'premium',
		name: 'Dropwire premium',
		description: 'Has premium access to Dropwire that has not expired',
		type: ApplicationRoleConnectionMetadataType.BooleanEqual,
	},
	{
		key: 'watches',
		name: 'Watched products',
		description: 'Watches at least this many products',
		type: ApplicationRoleConnectionMetadataType.IntegerGreaterThanOrEqual,
	},
];

/** The values as Discord takes them: numbers as text, 1 for yes. */
export function roleValues({ client, premium, watches }: RoleFacts): Record<keyof RoleFacts, string> {
	return { client: client ? '1' : '0', premium: premium ? '1' : '0', watches: String(watches) };
}

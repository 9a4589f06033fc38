/** A group of data about a person, as they see it. */
interface PersonalDataGroup {
	name: string;
	contents: string;
	/** Why it stays when the person deletes their data; null if it is deleted. */
	kept: string | null;
}

/** All data about a person, in groups. The columns of the database that name a person are in `PERSONAL_DATA` of `db`. */
export const PERSONAL_DATA_GROUPS = {
	account: {
		name: 'Account and sign-ins',
		contents:
			'Your name at Discord, the browsers and programs that are signed in, the token of the user portal, your calendar, linked roles, and what the bot wrote to you.',
		kept: null,
	},
	watches: {
		name: 'Watches',
		contents: 'The products that you watch, where your notices arrive, and the notices of the last weeks.',
		kept: null,
	},
	requests: {
		name: 'Requests',
		contents: 'Your request for access, and the products that you asked for.',
		kept: null,
	},
	access: {
		name: 'Access',
		contents: 'Your roles, your plan, and the servers that you manage.',
		kept: null,
	},
	plans: {
		name: 'Plans',
		contents: 'The plans that you have, and those that you bought for servers: what, until when, and from where.',
		kept: 'They say what was paid for, which operators must be able to show for as long as the law requires. A paid plan goes on.',
	},
	work: {
		name: 'Shared work',
		contents:
			'What you made for servers or for everyone: watch lists, keyword watches, announcements, setups, short links, monitors, and people whom you added.',
		kept: 'Other people use it. It keeps your Discord ID, so that misuse can be traced.',
	},
	log: {
		name: 'Audit log',
		contents: 'The changes that you made, and your calls that were denied.',
		kept: 'Servers and operators must be able to see who changed what, and to trace misuse. Entries about your watches are deleted at once, all others at the end of the retention period.',
	},
} as const satisfies Record<string, PersonalDataGroup>;

export type PersonalDataGroupName = keyof typeof PERSONAL_DATA_GROUPS;

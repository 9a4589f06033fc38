/** The format of announcements in Discord, for the engine's messages and the console's preview. */
export const ANNOUNCEMENT_LOOK = {
	username: 'Dropwire',
	/** The colour of the embed's bar, 0xRRGGBB. */
	color: 0xffb020,
	footer: 'Dropwire Stock Numbers',
	/** The picture beside the footer, a path of the server. */
	logo: '/logo.png',
} as const;

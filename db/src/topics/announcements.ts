/** How announcements look in Discord: what the engine composes, and what the console shows before it is sent. */
export const ANNOUNCEMENT_LOOK = {
	username: 'Dropwire',
	/** The bar at the embed's side, 0xRRGGBB. */
	color: 0xffb020,
	footer: 'Dropwire Stock Numbers',
	/** The picture beside the footer, below our own origin. */
	logo: '/logo.png',
} as const;

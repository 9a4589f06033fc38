/** The rooms, and what each may import from the others (docs/architecture.md). `room/part` allows that part alone. */
export const MAY_IMPORT = {
	db: [],
	engine: ['db'],
	// The contract reaches browsers and bots: of the rooms below it takes the pure vocabulary only.
	'bff/contract': ['db/topics'],
	bff: ['db', 'engine', 'bff/contract'],
	web: ['bff/contract'],
	bot: ['bff/contract'],
	cli: ['bff/contract'],
	sandbox: [],
	e2e: ['db', 'engine', 'bff', 'sandbox', 'scripts'],
	bench: ['db', 'engine', 'bff', 'sandbox', 'scripts'],
} as const satisfies Record<string, readonly string[]>;

export const ROOMS = Object.keys(MAY_IMPORT).filter((room) => !room.includes('/'));

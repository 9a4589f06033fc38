/** The product's colours: amber for what is live or primary, green and red for on and off alone. */
export const COLORS = { signal: 0xffb020, good: 0x3ecf8e, bad: 0xff4d4f, calm: 0x8a94a6 } as const;

/** The five statuses of a product, as the message of an event has them. */
export const STATUS_COLORS: Readonly<Record<string, number>> = {
	ACTIVE: COLORS.good,
	HOLD: COLORS.signal,
	CLOSEOUT: 0xb37feb,
	INACTIVE: COLORS.calm,
	CANCEL: COLORS.bad,
};

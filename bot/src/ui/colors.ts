/** The product's colors: amber is the default; green and red only mean on and off, or success and failure. */
export const COLORS = { signal: 0xffb020, good: 0x3ecf8e, bad: 0xff4d4f, calm: 0x8a94a6 } as const;

/** The colors of the product statuses, the same as in event messages. */
export const STATUS_COLORS: Readonly<Record<string, number>> = {
	ACTIVE: COLORS.good,
	HOLD: COLORS.signal,
	CLOSEOUT: 0xb37feb,
	INACTIVE: COLORS.calm,
	CANCEL: COLORS.bad,
};

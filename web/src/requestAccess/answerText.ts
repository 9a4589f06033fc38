const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * How a person hears of the decision, and when, if there were enough decisions to say.
 * @param withinMs how long half of the latest answers took at most, ms
 */
export function answerText(withinMs: number | null): string {
	const how = "An operator decides on it. Dropwire's bot then sends you a direct message on Discord.";
	return withinMs === null ? how : `${how} Half of the latest answers came within ${roundedUp(withinMs)}.`;
}

function roundedUp(ms: number): string {
	if (ms <= HOUR_MS) return 'an hour';
	if (ms <= 2 * DAY_MS) return `${Math.ceil(ms / HOUR_MS)} hours`;
	return `${Math.ceil(ms / DAY_MS)} days`;
}

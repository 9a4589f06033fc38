import type { EventKind } from '@dropwire/domain';

/** The changes that polling is for: those that somebody has to be first at. */
export const CHANGES_THAT_MATTER: ReadonlySet<EventKind> = new Set(['LIVE', 'SHOCK_DROP', 'RESTOCK', 'NEW']);

/** When a product in a region changes, in this many bytes. */
export const HABIT_BYTES = 40;
/**
 * Where the bytes have what: the first changes by hour of the day and by weekday, the changes that followed them, the
 * exponent of these counts, flags, and since when the product is observed and when it last changed, minutes since `EPOCH`.
 */
const WEEKDAYS_AT = 24;
const FOLLOWERS_AT = 31;
const COUNTS_END = 32;
const EXPONENT_AT = 32;
const FLAGS_AT = 33;
const SINCE_AT = 34;
const LAST_AT = 37;

const SURPRISED = 1;
/** Three bytes of minutes end in 2056. */
const EPOCH = Date.UTC(2025, 0, 1);
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** After this time a change counts half, days: a habit that ends is forgotten within a year, and a newer one counts at once. */
const HALF_LIFE_DAYS = 90;
/** A change within this time of the one before belongs to the same burst, ms. */
const BURST_MS = HOUR_MS;
/** How soon the changes of a burst follow on average, ms: sizes return one after the other within an hour. */
const FOLLOW_MS = 20 * MINUTE_MS;
/** A burst is over after this time, ms. */
const BURST_OVER_MS = 6 * FOLLOW_MS;
/** How long a product that changed at an odd hour is expected at any hour, ms. */
const SURPRISE_MS = DAY_MS;
/** An hour is odd if it has had less than this share of an average hour's changes. */
const ODD = 0.5;
/** Without this much history nothing is learned of a product, days. */
export const MIN_HISTORY_DAYS = 14;

/** How many changes the averages of a product's group are worth: for how often, when, on which weekdays, and for bursts. */
const PRIOR = { rate: 0.3, hours: 2, weekdays: 6, followers: 2 };
/** The share of an hour's changes that its neighbours could have had as well. */
const BLUR = 0.1;

/** A whole hour of the week as a market's clocks show it. */
export interface HourOfWeek {
	/** 1 is Monday, 7 Sunday. */
	weekday: number;
	/** 0 to 23. */
	hour: number;
}

/** What products have in common, from which the estimate of each begins. */
export interface Group {
	/** Changes that begin a burst, per day and product. */
	perDay: number;
	/** By hour and by weekday from Monday: times the average. */
	hours: readonly number[];
	weekdays: readonly number[];
	/** Changes that follow one change in the same burst. */
	followers: number;
}

/** Where nothing is known: a change in ten days at any hour. */
export const UNKNOWN_GROUP: Group = {
	perDay: 0.1,
	hours: Array.from({ length: 24 }, () => 1),
	weekdays: Array.from({ length: 7 }, () => 1),
	followers: 0.3,
};

/** The habit of a product that is observed from now on. @param into the bytes, which are overwritten */
export function beginHabit(into: Uint8Array, since: number): Uint8Array {
	into.fill(0);
	writeMinutes(into, SINCE_AT, since);
	return into;
}

/**
 * Notes a change that matters. Older changes fade: a count doubles its worth with every half-life of later ones, so that
 * nothing needs to be rewritten as time passes. Fractions of a unit are rounded by the time of the change, which favours
 * neither direction and gives the same bytes every time.
 */
export function noteChange(habit: Uint8Array, at: number, { weekday, hour }: HourOfWeek): void {
	const last = lastChangeOf(habit);
	const follows = last !== null && at - last < BURST_MS && at >= last;
	const { total } = countsOf(habit, at);
	if (!follows) setFlag(habit, SURPRISED, total > 1 && ownShare(habit, { weekday, hour }) < ODD);
	const cells = follows ? [FOLLOWERS_AT] : [hour, WEEKDAYS_AT + weekday - 1];
	add(habit, cells, at);
	if (last === null || at > last) writeMinutes(habit, LAST_AT, at);
}

/** Leaves out a time in which the product could not be read: it says nothing about how often it changes. */
export function skipTime(habit: Uint8Array, durationMs: number, now: number): void {
	writeMinutes(habit, SINCE_AT, Math.min(now, observedSince(habit) + durationMs));
}

/** Since when the product is observed, without the times in which it could not be read, epoch ms. */
export function observedSince(habit: Uint8Array): number {
	return readMinutes(habit, SINCE_AT);
}

/** Whether there is enough history to poll the product by its habit. */
export function isLearned(habit: Uint8Array, now: number): boolean {
	return now - observedSince(habit) >= MIN_HISTORY_DAYS * DAY_MS;
}

/** The changes that matter a day, as far as they were observed and with the newer ones counting more. */
export function changesPerDay(habit: Uint8Array, now: number): number {
	const { total, followers } = countsOf(habit, now);
	return (total + followers) / Math.max(1, observedDays(habit, now));
}

/**
 * The changes to expect, per day, if all were as now. The product's own counts, shrunk towards its group (Gamma-Poisson), times
 * what this hour of the week usually has; after a change, more are expected for a while.
 */
export function expectedRate(habit: Uint8Array, group: Group, now: number, at: HourOfWeek): number {
	const { total, followers, scale } = countsOf(habit, now);
	const mean = (PRIOR.rate + total) / (PRIOR.rate / group.perDay + observedDays(habit, now));
	const usual = (group.hours[at.hour] as number) * (group.weekdays[at.weekday - 1] as number);
	const own = total > 0 ? ownShare(habit, at) : 0;
	let share = (PRIOR.hours * usual + total * own) / (PRIOR.hours + total);
	let burst = 0;
	const last = lastChangeOf(habit);
	const age = last === null ? Number.POSITIVE_INFINITY : Math.max(0, now - last);
	if (age < SURPRISE_MS && scale > 0) {
		if ((habit[FLAGS_AT] as number) & SURPRISED) share = Math.max(share, 1);
		if (age < BURST_OVER_MS) {
			const more = (followers + PRIOR.followers * group.followers) / (total + followers + PRIOR.followers);
			burst = more * Math.exp(-age / FOLLOW_MS) * (DAY_MS / FOLLOW_MS);
		}
	}
	return mean * share + burst;
}

/** Whether a change was so recently that the expected rate falls within minutes. */
export function isBursting(habit: Uint8Array, now: number): boolean {
	const last = lastChangeOf(habit);
	return last !== null && now - last < BURST_OVER_MS;
}

/** The sums over many habits, from which a group follows. */
export interface Totals {
	changes: number;
	followers: number;
	days: number;
	hours: number[];
	weekdays: number[];
}

export function noTotals(): Totals {
	const zeros = (length: number) => Array.from({ length }, () => 0);
	return { changes: 0, followers: 0, days: 0, hours: zeros(24), weekdays: zeros(7) };
}

export function addHabit(totals: Totals, habit: Uint8Array, now: number): void {
	const { total, followers, scale } = countsOf(habit, now);
	totals.days += observedDays(habit, now);
	if (scale === 0) return;
	totals.changes += total;
	totals.followers += followers;
	for (let hour = 0; hour < 24; hour++) (totals.hours[hour] as number) += (habit[hour] as number) * scale;
	for (let day = 0; day < 7; day++) (totals.weekdays[day] as number) += (habit[WEEKDAYS_AT + day] as number) * scale;
}

export function addTotals(totals: Totals, more: Totals): void {
	totals.changes += more.changes;
	totals.followers += more.followers;
	totals.days += more.days;
	for (const [hour, count] of more.hours.entries()) (totals.hours[hour] as number) += count;
	for (const [day, count] of more.weekdays.entries()) (totals.weekdays[day] as number) += count;
}

/** What the products of these sums have in common, shrunk towards what is known of a larger group. */
export function groupOf(totals: Totals, parent: Group): Group {
	const { changes, followers, days } = totals;
	const shared = (counts: readonly number[], usual: readonly number[], prior: number) => {
		const all = counts.reduce((sum, count) => sum + count, 0);
		return counts.map((count, index) => (counts.length * count + prior * (usual[index] as number)) / (all + prior));
	};
	const prior = 5;
	return {
		perDay: (prior + changes) / (prior / parent.perDay + days),
		hours: shared(totals.hours, parent.hours, prior * 2),
		weekdays: shared(totals.weekdays, parent.weekdays, prior * 2),
		followers: (followers + prior * parent.followers) / (changes + followers + prior),
	};
}

/** How often an hour of the week has changes by the product's own counts, times the average. */
function ownShare(habit: Uint8Array, { weekday, hour }: HourOfWeek): number {
	let ofHours = 0;
	let ofDays = 0;
	for (let cell = 0; cell < WEEKDAYS_AT; cell++) ofHours += habit[cell] as number;
	for (let cell = WEEKDAYS_AT; cell < FOLLOWERS_AT; cell++) ofDays += habit[cell] as number;
	if (ofHours === 0 || ofDays === 0) return 0;
	const beside = ((habit[(hour + 23) % 24] as number) + (habit[(hour + 1) % 24] as number)) * BLUR;
	const hours = (24 * ((habit[hour] as number) * (1 - 2 * BLUR) + beside)) / ofHours;
	// A unit of the counts is worth the same for hours and weekdays.
	const prior = PRIOR.weekdays * unitOf(habit);
	const days = (7 * (habit[WEEKDAYS_AT + weekday - 1] as number) + prior) / (ofDays + prior);
	return hours * days;
}

/** The bytes of one change at the time of the last one. */
function unitOf(habit: Uint8Array): number {
	const last = lastChangeOf(habit) ?? EPOCH;
	return 2 ** (halfLives(last) - exponentOf(habit));
}

function observedDays(habit: Uint8Array, now: number): number {
	const days = Math.max(0, now - observedSince(habit)) / DAY_MS;
	return (HALF_LIFE_DAYS / Math.LN2) * (1 - 2 ** (-days / HALF_LIFE_DAYS));
}

function countsOf(habit: Uint8Array, now: number): { total: number; followers: number; scale: number } {
	let bytes = 0;
	for (let cell = 0; cell < WEEKDAYS_AT; cell++) bytes += habit[cell] as number;
	if (bytes === 0) return { total: 0, followers: 0, scale: 0 };
	const scale = 2 ** (exponentOf(habit) - halfLives(now));
	return { total: bytes * scale, followers: (habit[FOLLOWERS_AT] as number) * scale, scale };
}

function add(habit: Uint8Array, cells: readonly number[], at: number): void {
	let isEmpty = true;
	let largest = 0;
	for (let cell = 0; cell < COUNTS_END; cell++) if ((habit[cell] as number) > 0) isEmpty = false;
	// The first change has 64 to 128 units.
	if (isEmpty) setExponent(habit, Math.ceil(halfLives(at)) - 7);
	const units = () => 2 ** (halfLives(at) - exponentOf(habit));
	for (const cell of cells) largest = Math.max(largest, habit[cell] as number);
	let random = hash(at);
	while (largest + units() > 254) {
		for (let cell = 0; cell < COUNTS_END; cell++) {
			random = hash(random + cell);
			habit[cell] = ((habit[cell] as number) + (random & 1)) >> 1;
		}
		largest = (largest + 1) >> 1;
		setExponent(habit, exponentOf(habit) + 1);
	}
	const amount = units();
	for (const cell of cells) {
		random = hash(random + cell);
		const rounded = Math.floor(amount + random / 2 ** 32);
		habit[cell] = Math.min(255, (habit[cell] as number) + rounded);
	}
}

function halfLives(at: number): number {
	return (at - EPOCH) / (HALF_LIFE_DAYS * DAY_MS);
}

function exponentOf(habit: Uint8Array): number {
	return ((habit[EXPONENT_AT] as number) << 24) >> 24;
}

function setExponent(habit: Uint8Array, exponent: number): void {
	habit[EXPONENT_AT] = Math.max(-128, Math.min(127, exponent)) & 255;
}

function setFlag(habit: Uint8Array, flag: number, isSet: boolean): void {
	habit[FLAGS_AT] = isSet ? (habit[FLAGS_AT] as number) | flag : (habit[FLAGS_AT] as number) & ~flag;
}

/** When the product last changed, to the minute, epoch ms; null if it has not. */
function lastChangeOf(habit: Uint8Array): number | null {
	const at = readMinutes(habit, LAST_AT);
	return at === EPOCH ? null : at;
}

function readMinutes(habit: Uint8Array, at: number): number {
	const minutes = (habit[at] as number) + (habit[at + 1] as number) * 256 + (habit[at + 2] as number) * 65_536;
	return EPOCH + minutes * MINUTE_MS;
}

/** A time before the epoch is the epoch: it is a year and more ago. */
function writeMinutes(habit: Uint8Array, at: number, time: number): void {
	const minutes = Math.max(0, Math.min(2 ** 24 - 1, Math.round((time - EPOCH) / MINUTE_MS)));
	habit[at] = minutes & 255;
	habit[at + 1] = (minutes >> 8) & 255;
	habit[at + 2] = minutes >> 16;
}

/** A 32-bit mix of a number. */
function hash(value: number): number {
	let mixed = Math.imul(Math.floor(value / 1000) ^ (value | 0), 0x9e3779b1);
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	return (mixed ^ (mixed >>> 13)) >>> 0;
}

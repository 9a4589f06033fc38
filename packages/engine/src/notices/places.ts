import type { Database, Knex, StoredRow } from '@dropwire/db';
import { sharedTexts } from '@dropwire/domain/texts';
import { decorationIn, withoutPaths } from '../discord/decoration.ts';
import type { BotApi, BotAnswer } from '../discord/botApi.ts';
import { mentioning, type PersonalBody } from './composePersonal.ts';
import type { DirectHold } from './directHold.ts';
import { endPauses, isTooFast, pauseOpenings } from './directMessages.ts';

/** Where a person's notices go, and their locale at Discord; null if it is unknown. */
export type Place = StoredRow<'watch_places'> & { locale: string | null };

/** What became of a message. `wait`: it was no attempt, and can be one after `waitMs`; `unopened`: the person's direct messages must be opened first. */
export type Sent =
	| { kind: 'sent'; channelId: string; messageId: string }
	| { kind: 'failed' | 'retry'; reason: string }
	| { kind: 'wait'; reason: string; waitMs: number }
	| { kind: 'unopened' };

/** The person chose another place: the message goes there with the next search, which reads the place again. */
const MOVED: Sent = { kind: 'wait', reason: 'The person chose another place', waitMs: 0 };
type PlacePatch = Partial<StoredRow<'watch_places'>>;

/** Discord's error codes (its documentation, "Opcodes and status codes"; 50278: no mutual servers). */
const UNKNOWN_CHANNEL = 10_003;
const UNREACHABLE: readonly (number | null)[] = [50_007, 50_278, 10_013];
const ARCHIVED = 50_083;
const INVALID_FORM = 50_035;
/** What a thread can reject messages with: they are direct messages then, where the person lets the bot write to them. */
const THREAD_REASONS: Readonly<Record<number, string>> = {
	10_003: 'The server has no channel for private threads any more',
	10_004: 'The bot is not in the server any more',
	10_007: 'You are not in the server any more',
	10_013: 'You are not in the server any more',
	50_001: 'The bot cannot see the channel of private threads any more',
	50_013: 'The bot lacks a permission in the channel of private threads',
	160_005: 'The thread is locked',
	160_006: 'The server has as many active threads as Discord allows',
};

/** How long a person is left alone whom Discord lets the bot not write to, ms. */
const UNREACHABLE_MS = 86_400_000;
/** How long a thread that rejects messages is left alone, ms. */
const THREAD_PAUSE_MS = 600_000;
/** How long a thread stays in its channel's list without messages, minutes: a week, the longest that Discord has. */
const ARCHIVE_AFTER = 10_080;
const PRIVATE_THREAD = 12;
/** The path of the call that opens direct messages. */
const OPENING = '/users/@me/channels';

const INSTEAD = ': notices are direct messages until it works again';
const REACH_ADVICE =
	'Discord does not let the bot write to you. Allow direct messages of a server that you share with it, or add the app to your account, and press Try again.';

export async function readPlace(knex: Knex, discordId: string): Promise<Place | undefined> {
	return knex('watch_places as p')
		.leftJoin('accounts as a', 'a.discordId', 'p.discordId')
		.where({ 'p.discordId': discordId })
		.first('p.*', 'a.locale');
}

/** Whether a notice failed because the bot cannot write to its person. */
export function isUnreachable(reason: string | null): boolean {
	return reason?.startsWith(REACH_ADVICE) ?? false;
}

/** Sends messages to where their person wants them. */
export class Places {
	readonly #db: Database;
	readonly #api: BotApi;
	readonly #hold: DirectHold;

	constructor(db: Database, api: BotApi, hold: DirectHold) {
		this.#db = db;
		this.#api = api;
		this.#hold = hold;
	}

	/** Whether Discord lets the bot send nothing now. */
	get isPaused(): boolean {
		return this.#api.waitMs() > 0;
	}

	/** Whether direct messages are held back now, unlike those of threads. */
	get isDirectHeld(): boolean {
		return this.#hold.waitMs > 0;
	}

	/** Whether Discord can be asked to open direct messages now. */
	get canOpen(): boolean {
		return this.#api.waitMs('POST', OPENING) === 0;
	}

	/** Sends a message to the person's thread, or as a direct message if they have none or it rejects the message. */
	async send(place: Place, body: PersonalBody, nonce: string): Promise<Sent> {
		const message = { ...body, nonce, enforce_nonce: true };
		if (place.guildId !== null && place.directUntil <= Date.now()) {
			const sent = await this.#sendToThread(place, place.guildId, mentioning(message, place.discordId));
			if (sent !== null) return sent;
		}
		if (place.directId === null) return { kind: 'unopened' };
		const { directId } = place;
		const answer = await this.#hold.write(() => this.#post(directId, message), true);
		if (answer.kind === 'rejected' && answer.code === UNKNOWN_CHANNEL) {
			await this.#update(place, { directId: null });
			return { kind: 'unopened' };
		}
		if (answer.kind === 'rejected' && UNREACHABLE.includes(answer.code)) return this.#unreachable(place, answer.reason);
		return sentOf(answer);
	}

	/** Edits a message. @returns null if it does not exist any more */
	async edit(place: Place, channelId: string, messageId: string, body: PersonalBody): Promise<Sent | null> {
		const path = `/channels/${channelId}/messages/${messageId}`;
		const isMentioning = body.content !== undefined && channelId === place.threadId;
		const edited = isMentioning ? mentioning(body, place.discordId) : body;
		const call = () => this.#api.call('PATCH', path, edited);
		const answer = await (channelId === place.threadId ? call() : this.#hold.write(call, false));
		const isGone = answer.kind === 'rejected' && [UNKNOWN_CHANNEL, 10_008, ARCHIVED].includes(answer.code ?? 0);
		return isGone ? null : sentOf(answer);
	}

	/**
	 * Opens the direct messages of a person, which the budget was taken for.
	 * @returns false if no others should be opened now
	 */
	async open(place: Pick<Place, 'discordId' | 'directId' | 'reason'>): Promise<boolean> {
		const answer = await this.#api.call('POST', OPENING, { recipient_id: place.discordId });
		if (answer.kind === 'done') {
			const { id } = answer.body;
			if (typeof id !== 'string') return false;
			place.directId = id;
			// Stores nothing of people whose data was deleted while Discord answered.
			await this.#update(place, { directId: id });
			await endPauses(this.#db.knex);
			return true;
		}
		if (answer.kind !== 'rejected') return false;
		if (isTooFast(answer)) {
			await this.#db.transaction((trx) => pauseOpenings(trx, answer.reason));
			return false;
		}
		await this.#unreachable(place, answer.reason);
		return true;
	}

	/** @returns null if the thread does not take messages: then the place has the reason */
	async #sendToThread(place: Place, guildId: string, message: PersonalBody): Promise<Sent | null> {
		// A thread that somebody deleted is made again, once.
		for (const isAgain of [false, true]) {
			const threadId = place.threadId ?? (await this.#createThread(place, guildId));
			if (typeof threadId !== 'string') return threadId;
			const joined = await this.#api.call('PUT', `/channels/${threadId}/thread-members/${place.discordId}`);
			// A message opens an archived thread again.
			const isIn = joined.kind !== 'rejected' || joined.code === ARCHIVED;
			const answer = isIn ? await this.#post(threadId, message) : joined;
			if (answer.kind !== 'rejected') return sentOf(answer);
			if (answer.code !== UNKNOWN_CHANNEL) return this.#leaveThread(place, guildId, answer);
			if (!(await this.#updateThread(place, guildId, { threadId: null }))) return MOVED;
			if (isAgain) return this.#leaveThread(place, guildId, answer);
		}
		return null;
	}

	/** Writes a message; once more without the decoration that Discord rejects. */
	async #post(channelId: string, message: PersonalBody): Promise<BotAnswer> {
		const path = `/channels/${channelId}/messages`;
		const answer = await this.#api.call('POST', path, message);
		const paths = answer.kind === 'rejected' && answer.code === INVALID_FORM ? decorationIn(answer.fields, false) : [];
		return paths.length > 0 ? this.#api.call('POST', path, withoutPaths(message, paths)) : answer;
	}

	async #createThread(place: Place, guildId: string): Promise<string | Sent | null> {
		const channel = await this.#db.knex('personal_channels').where({ guildId }).first('channelId');
		if (!channel) return this.#leaveThread(place, guildId, { code: UNKNOWN_CHANNEL, reason: '' });
		const thread = {
			name: sharedTexts(place.locale)('personal.thread'),
			type: PRIVATE_THREAD,
			invitable: false,
			auto_archive_duration: ARCHIVE_AFTER,
		};
		const answer = await this.#api.call('POST', `/channels/${channel.channelId}/threads`, thread);
		if (answer.kind === 'rejected') return this.#leaveThread(place, guildId, answer);
		if (answer.kind !== 'done') return sentOf(answer);
		const { id } = answer.body;
		if (typeof id !== 'string') return { kind: 'retry', reason: 'Discord answered without the id of the thread' };
		return (await this.#updateThread(place, guildId, { threadId: id })) ? id : MOVED;
	}

	/**
	 * @returns null: the message is a direct message; or what became of it, if the answer is not about the thread or the
	 *   person has closed their direct messages
	 */
	async #leaveThread(
		place: Place,
		guildId: string,
		{ code, reason }: { code: number | null; reason: string },
	): Promise<Sent | null> {
		const known = THREAD_REASONS[code ?? 0];
		if (known === undefined) return { kind: 'failed', reason };
		const now = Date.now();
		const isUnreachable = place.unreachableUntil > now;
		const directUntil = now + THREAD_PAUSE_MS;
		const patch = { directUntil, ...(!isUnreachable && { reason: known + INSTEAD }) };
		if (!(await this.#updateThread(place, guildId, patch))) return MOVED;
		return isUnreachable ? { kind: 'failed', reason: place.reason ?? known } : null;
	}

	async #unreachable(place: Pick<Place, 'discordId' | 'reason'>, answer: string): Promise<Sent> {
		const thread = isUnreachable(place.reason) ? undefined : place.reason?.replace(INSTEAD, '');
		const reason = `${REACH_ADVICE} (${thread ?? answer})`.slice(0, 255);
		await this.#update(place, { unreachableUntil: Date.now() + UNREACHABLE_MS, reason });
		return { kind: 'failed', reason };
	}

	async #update(place: Pick<Place, 'discordId'>, patch: PlacePatch): Promise<void> {
		Object.assign(place, patch);
		await this.#db.knex('watch_places').where({ discordId: place.discordId }).update(patch);
	}

	/**
	 * Stores something about the thread in a server.
	 * @returns false, and stores nothing, if the person chose another place while Discord answered
	 */
	async #updateThread(place: Place, guildId: string, patch: PlacePatch): Promise<boolean> {
		const { discordId } = place;
		if ((await this.#db.knex('watch_places').where({ discordId, guildId }).update(patch)) === 0) return false;
		Object.assign(place, patch);
		return true;
	}
}

function sentOf(answer: BotAnswer): Sent {
	if (answer.kind === 'rejected') return { kind: 'failed', reason: answer.reason };
	if (answer.kind === 'limited') return { ...answer, kind: 'wait' };
	if (answer.kind === 'unclear') return { kind: 'retry', reason: answer.reason };
	const { id, channel_id: channelId } = answer.body;
	return typeof id === 'string' && typeof channelId === 'string'
		? { kind: 'sent', messageId: id, channelId }
		: { kind: 'retry', reason: 'Discord answered without the message' };
}

import { setTimeout as pause } from 'node:timers/promises';
import { type APIEmbed, DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import type { Reply } from '../ui/reply.ts';

/** A reply; without components, those of the message are kept. */
export type Shown = Reply | Pick<Reply, 'embeds' | 'files'>;

/** The pauses before a reply is sent again after a lost connection, ms. discord.js itself repeats after a 5xx. */
const PAUSES_MS = [500, 2000, 10_000];

/**
 * Shows the reply of an acknowledged interaction. If Discord rejects its form, it is sent once more without pictures and
 * addresses, and if it is rejected again or for another reason, an error replaces it.
 * @param edit changes the message
 * @param failure the error in the user's language
 * @returns the rejection of the complete reply; null if it is shown
 * @throws DiscordAPIError or a network error if nothing could be shown
 */
export async function showReply(
	edit: (shown: Shown) => Promise<unknown>,
	shown: Shown,
	failure: (rejection: DiscordAPIError) => Shown,
): Promise<DiscordAPIError | null> {
	const rejection = await attempt(edit, shown);
	if (!rejection) return null;
	// The token has expired or the message is gone, so nothing can be shown.
	if (rejection.status === 401 || rejection.status === 404) throw rejection;
	const isForm = rejection.code === RESTJSONErrorCodes.InvalidFormBodyOrContentType;
	const again = isForm
		? await attempt(edit, { ...shown, embeds: [undecorated(shown.embeds[0])], files: [] })
		: rejection;
	if (!again) return rejection;
	const last = await attempt(edit, failure(again));
	if (last) throw last;
	return again;
}

/** @returns Discord's rejection; null if the message was changed */
async function attempt(edit: (shown: Shown) => Promise<unknown>, shown: Shown): Promise<DiscordAPIError | null> {
	for (let tried = 0; ; tried++) {
		try {
			await edit(shown);
			return null;
		} catch (error) {
			if (error instanceof DiscordAPIError) return error;
			const wait = PAUSES_MS[tried];
			if (wait === undefined) throw error;
			await pause(wait);
		}
	}
}

/** The embed without the fields in which Discord checks addresses. */
function undecorated({ url: _url, thumbnail: _thumbnail, image: _image, ...embed }: APIEmbed): APIEmbed {
	return embed;
}

import { setTimeout as pause } from 'node:timers/promises';
import { DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';

/** Discord waits 3 s for an acknowledgement; a try that begins later would come too late, ms. */
const LAST_TRY_MS = 2500;
const PAUSE_MS = 100;

/**
 * Acknowledges, also over a connection that breaks: discord.js itself tries again only what Discord answered.
 * @throws DiscordAPIError, or what broke last, when it was not taken in time
 */
export async function acknowledge(interaction: Deferrable, defer: () => Promise<unknown>): Promise<void> {
	// By our own clock: Discord's may differ from it.
	const begun = Date.now();
	for (;;) {
		try {
			await defer();
			return;
		} catch (error) {
			if (error instanceof DiscordAPIError) {
				if (error.code !== RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged) throw error;
				// The answer to an earlier try was lost; it had been taken.
				interaction.deferred = true;
				return;
			}
			if (Date.now() - begun > LAST_TRY_MS) throw error;
			await pause(PAUSE_MS);
		}
	}
}

/** A command or a button. */
interface Deferrable {
	deferred: boolean;
}

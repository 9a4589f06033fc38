import { setTimeout as pause } from 'node:timers/promises';
import { DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';

/** The time between the first and the last attempt, ms. Discord accepts an acknowledgement for 3 s. */
const LAST_ATTEMPT_MS = 2500;
const PAUSE_MS = 100;

/**
 * Acknowledges an interaction, and retries if the connection breaks: discord.js only retries requests with a response.
 * @throws DiscordAPIError, or the last network error, if Discord did not accept the acknowledgement in time
 */
export async function acknowledge(interaction: Deferrable, defer: () => Promise<unknown>): Promise<void> {
	// Measured with the local clock, because Discord's clock can differ.
	const startedAt = Date.now();
	for (;;) {
		try {
			await defer();
			return;
		} catch (error) {
			if (error instanceof DiscordAPIError) {
				if (error.code !== RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged) throw error;
				// An earlier attempt succeeded, but its response was lost.
				interaction.deferred = true;
				return;
			}
			if (Date.now() - startedAt > LAST_ATTEMPT_MS) throw error;
			await pause(PAUSE_MS);
		}
	}
}

/** A command or a button. */
interface Deferrable {
	deferred: boolean;
}

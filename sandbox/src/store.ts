import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RegisteredCommand } from './discord/bot/commands.ts';
import type { Interactions } from './discord/bot/interactions.ts';
import type { KeptSessions, Sessions } from './discord/oauth.ts';
import type { DiscordWorld, SandboxChannel, SandboxMessage, SandboxWebhook } from './discord/world.ts';
import type { NikeWorld, ProductChange } from './retail/nikeWorld.ts';

interface Saved {
	webhooks: SandboxWebhook[];
	channels: SandboxChannel[];
	messages: SandboxMessage[];
	products: [string, ProductChange][];
	/** Missing in a file of before there was a bot. */
	commands?: RegisteredCommand[];
	/** Missing in a file of before they were kept. */
	sessions?: KeptSessions;
}

const MOST_MESSAGES = 2000;
const SAVE_EVERY_MS = 2000;

/** Keeps a sandbox in a file, so that a second start finds what the first left. @returns how to end it, with a last save */
export function keepInFile(
	file: string,
	{
		discord,
		interactions,
		nike,
		sessions,
	}: { discord: DiscordWorld; interactions: Interactions; nike: NikeWorld; sessions: Sessions },
): () => void {
	const saved = read(file);
	if (saved) {
		for (const channel of saved.channels) discord.channels.set(channel.id, channel);
		for (const webhook of saved.webhooks) discord.webhooks.set(webhook.id, webhook);
		discord.messages = saved.messages;
		interactions.commands = saved.commands ?? [];
		if (saved.sessions) sessions.restore(saved.sessions);
		for (const [key, change] of saved.products) nike.changes.set(key, change);
	}
	mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
	let last = '';
	const save = () => {
		const state: Saved = {
			webhooks: [...discord.webhooks.values()],
			channels: [...discord.channels.values()],
			messages: discord.messages.slice(-MOST_MESSAGES),
			products: [...nike.changes],
			commands: interactions.commands,
			sessions: sessions.kept,
		};
		const text = JSON.stringify(state);
		if (text === last) return;
		last = text;
		// Beside it first: a kill while writing leaves the old one whole.
		writeFileSync(`${file}.new`, text, { mode: 0o600 });
		renameSync(`${file}.new`, file);
	};
	const timer = setInterval(save, SAVE_EVERY_MS);
	return () => {
		clearInterval(timer);
		save();
	};
}

function read(file: string): Saved | null {
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as Saved;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw error;
	}
}

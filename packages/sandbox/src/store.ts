import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RegisteredCommand } from './discord/bot/commands.ts';
import type { Interactions } from './discord/bot/interactions.ts';
import type { KeptSessions, Sessions } from './discord/oauth.ts';
import type { DiscordState, SandboxChannel, SandboxMessage, SandboxWebhook } from './discord/state.ts';
import type { Entitlements, SandboxEntitlement } from './discord/store/entitlements.ts';
import type { Progress } from './retail/lives.ts';
import type { NikeShop, ProductChange } from './retail/nikeShop.ts';
import type { KeptShop } from './retail/shops/shop.ts';
import type { ShopId, Shops } from './retail/shops/table.ts';

interface Saved {
	webhooks: SandboxWebhook[];
	channels: SandboxChannel[];
	messages: SandboxMessage[];
	products: [string, ProductChange][];
	/** Missing in a file of a sandbox with Nike only. */
	shops?: Partial<Record<ShopId, KeptShop>>;
	/** Missing in older files. */
	entitlements?: SandboxEntitlement[];
	/** Missing in older files. */
	steps?: number;
	/** Missing in older files. */
	commands?: RegisteredCommand[];
	/** Missing in older files. */
	sessions?: KeptSessions;
}

const MAX_MESSAGES = 2000;
const SAVE_EVERY_MS = 2000;

/**
 * Stores the sandbox's state in a file and restores it at the next start. @returns a function that saves once more and
 * stops
 */
export function keepInFile(
	file: string,
	{
		discord,
		entitlements,
		interactions,
		nike,
		shops,
		sessions,
		progress,
	}: {
		discord: DiscordState;
		entitlements: Entitlements;
		interactions: Interactions;
		nike: NikeShop;
		shops: Shops;
		sessions: Sessions;
		progress: Progress;
	},
): () => void {
	const saved = read(file);
	if (saved) {
		for (const channel of saved.channels) discord.channels.set(channel.id, channel);
		for (const webhook of saved.webhooks) discord.webhooks.set(webhook.id, webhook);
		discord.messages = saved.messages;
		for (const one of saved.entitlements ?? []) entitlements.all.set(one.id, one);
		interactions.commands = saved.commands ?? [];
		progress.steps = saved.steps ?? 0;
		if (saved.sessions) sessions.restore(saved.sessions);
		for (const [key, change] of saved.products) nike.changes.set(key, change);
		for (const [id, shop] of shops) {
			const kept = saved.shops?.[id];
			if (kept) shop.restore(kept);
		}
	}
	mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
	let last = '';
	let failed = false;
	const save = () => {
		const state: Saved = {
			webhooks: [...discord.webhooks.values()],
			channels: [...discord.channels.values()],
			messages: discord.messages.slice(-MAX_MESSAGES),
			entitlements: [...entitlements.all.values()],
			products: [...nike.changes],
			shops: Object.fromEntries([...shops].map(([id, { kept }]) => [id, kept])),
			steps: progress.steps,
			commands: interactions.commands,
			sessions: sessions.kept,
		};
		const text = JSON.stringify(state);
		if (text === last) return;
		try {
			// Writes a temporary file first, so that a kill during the write leaves the old file intact.
			writeFileSync(`${file}.new`, text, { mode: 0o600 });
			renameSync(`${file}.new`, file);
			last = text;
			failed = false;
		} catch (error) {
			// A full disk must not end the product, which runs in the same process. It is tried again.
			if (!failed) console.warn(`The sandbox cannot save its state: ${(error as Error).message}`);
			failed = true;
		}
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

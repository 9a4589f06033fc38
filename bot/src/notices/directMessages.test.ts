import type { BotNotice } from '@dropwire/contract';
import { afterEach, expect, test, vi } from 'vitest';
import type { BotContext } from '../context.ts';
import { writeNotice } from './writeNotice.ts';

afterEach(() => vi.useRealTimers());

const noticeTo = (discordId: string): BotNotice => ({
	lease: discordId,
	nonce: discordId,
	discordId,
	guildId: null,
	channelIds: [],
	locale: 'en-US',
	localeGuildId: null,
	content: { kind: 'approved', plan: null, expiresAt: null, role: null, url: 'https://dropwire.example' },
});

test('the bot opens at most five new direct messages a minute', async () => {
	vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
	const opened: string[] = [];
	const rest = {
		post: async (route: string, { body }: { body: { recipient_id?: string } }) => {
			if (route === '/users/@me/channels') opened.push(body.recipient_id ?? '');
			return { id: `9${body.recipient_id}` };
		},
	};
	const direct = { channels: new Map(), openedAt: [] };
	const bot = { client: { rest }, direct, commandIds: new Map() } as unknown as BotContext;
	const write = async (discordId: string) => (await writeNotice(bot, noticeTo(discordId))).outcome;

	const people = ['1', '2', '3', '4', '5', '6', '7'];
	expect(await Promise.all(people.map(write))).toEqual([...Array(5).fill('sent'), 'retry', 'retry']);
	expect(await write('1')).toBe('sent');
	vi.setSystemTime(1_800_000_060_000);
	expect([await write('6'), await write('7')]).toEqual(['sent', 'sent']);
	expect(opened).toEqual(people);
});

import { type Region, REGION_NAMES, REGIONS, TOPICS, toolsNames } from '@dropwire/bff/contract';
import { type APIApplicationCommandOption, ApplicationCommandOptionType } from 'discord.js';
import type { Bot } from '../bot.ts';
import { placeName } from '../look/links.ts';
import { cut } from '../look/reply.ts';
import { Refused } from '../refused.ts';
import type { Choice, Typing } from './command.ts';

/** Discord's limits of a choice. */
const MOST_CHOICES = 25;
const NAME_LENGTH = 100;

/** An option with suggestions. */
export function suggested(name: string, description: string, required = true): APIApplicationCommandOption {
	return {
		type: ApplicationCommandOptionType.String,
		name,
		description,
		required,
		autocomplete: true,
		max_length: 100,
	};
}

/** The choices whose name or value has what was typed. */
function matching(choices: readonly Choice[], text: string): Choice[] {
	const typed = text.trim().toLowerCase();
	return choices
		.filter(({ name, value }) => name.toLowerCase().includes(typed) || value.toLowerCase() === typed)
		.slice(0, MOST_CHOICES)
		.map(({ name, value }) => ({ name: cut(name, NAME_LENGTH), value }));
}

export function suggestRegion(_: Bot, __: Typing, text: string): Choice[] {
	return matching(
		REGIONS.map((region) => ({ name: `${REGION_NAMES[region]} (${region})`, value: region })),
		text,
	);
}

/** The topics of the region that is given beside it; of every region while none is. */
export function suggestTopic(_: Bot, typing: Typing, text: string): Choice[] {
	const region = findRegion(typing.options.getString('region') ?? '');
	const names = region ? toolsNames(region) : [...new Set(TOPICS.map(({ toolsName }) => toolsName))];
	return matching(
		names.map((name) => ({ name, value: name })),
		text,
	);
}

/** What the server is linked to; what was last known when our server does not answer while one types. */
export async function suggestLink(bot: Bot, typing: Typing, text: string): Promise<Choice[]> {
	const { guildId } = typing;
	try {
		const { data } = await bot.server.as(typing.user.id, 'suggestion').linkList({ guildId });
		bot.links.put(guildId, data);
	} catch {
		// Suggestions are a help: the command itself says when the server is down.
	}
	return matching(
		bot.links
			.get(guildId)
			.map((link) => ({ name: `${link.toolsName} (${link.region}) in ${placeName(link)}`, value: link.id })),
		text,
	);
}

export async function suggestSku(bot: Bot, typing: Typing, text: string): Promise<Choice[]> {
	try {
		const { data } = await bot.server.as(typing.user.id, 'suggestion').skuSuggest({ text: text.slice(0, 64) });
		return data.map(({ sku, title }) => ({ name: cut(`${sku} · ${title}`, NAME_LENGTH), value: sku }));
	} catch {
		return [];
	}
}

/** @throws Refused unless it is one, by code or name */
export function regionOf(text: string): Region {
	const region = findRegion(text);
	if (region) return region;
	throw new Refused(`There is no region "${cut(text, 50)}". Choose one that is suggested: ${REGIONS.join(', ')}.`);
}

/** @throws Refused unless the region has it */
export function topicOf(region: Region, text: string): string {
	const name = toolsNames(region).find((known) => known.toLowerCase() === text.trim().toLowerCase());
	if (name) return name;
	throw new Refused(
		`${REGION_NAMES[region]} has no topic "${cut(text, 50)}". \`/topics region:${region}\` shows those that it has.`,
	);
}

/** @throws Refused unless one was chosen from the suggestions */
export function linkIdOf(text: string): string {
	if (/^\d{1,15}$/.test(text)) return text;
	throw new Refused('Choose one of the links that are suggested. `/links` shows them all.');
}

function findRegion(text: string): Region | undefined {
	const typed = text.trim().toLowerCase();
	return REGIONS.find((region) => region.toLowerCase() === typed || REGION_NAMES[region].toLowerCase() === typed);
}

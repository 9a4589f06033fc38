import {
	ApiError,
	type Brand,
	BRANDS,
	newSpelling,
	PRODUCT_BRANDS,
	type Region,
	REGIONS,
	TOPICS,
	toolsNames,
} from '@dropwire/contract';
import {
	ApplicationCommandOptionType,
	type AutocompleteInteraction,
	type ChatInputCommandInteraction,
} from 'discord.js';
import type { BotContext } from '../context.ts';
import { reasonText } from '../texts/serverTexts.ts';
import { type Translate, translateTo } from '../texts/translate.ts';
import { LANGUAGES } from '@dropwire/domain/texts';
import { linkName } from '../ui/links.ts';
import { truncate } from '../ui/reply.ts';
import { UserError } from '../userError.ts';
import type { Choice, GuildAutocomplete } from './command.ts';
import type { OptionData } from './define.ts';

/** Discord's limits for autocomplete choices. */
const MAX_CHOICES = 25;
export const MAX_NAME_LENGTH = 100;

/** A string option with autocomplete. */
export function suggested(name: string, required = true): OptionData {
	return {
		type: ApplicationCommandOptionType.String,
		name,
		required,
		autocomplete: true,
		max_length: 100,
	};
}

/** The brand of a SKU, where it is not Nike's. */
export const brandOption: OptionData = {
	type: ApplicationCommandOptionType.String,
	name: 'brand',
	required: false,
	choices: PRODUCT_BRANDS.map((value) => ({ name: BRANDS[value].name, value })),
};

/** The SKU of the option `sku`, of the brand with which it begins, else of the chosen brand, else of Nike. */
export function skuOption(options: Pick<ChatInputCommandInteraction['options'], 'getString'>) {
	const chosen = PRODUCT_BRANDS.find((one) => one === options.getString('brand')) ?? 'NIKE';
	const { brand = chosen, sku } = splitBrand(options.getString('sku', true).trim());
	return { brand, sku: newSpelling(brand, sku) };
}

/** The brand with which a text begins, and what follows; all of a text without one. */
export function splitBrand(text: string): { brand?: Brand; sku: string } {
	const [first = '', ...rest] = text.trim().split(/\s+/);
	const brand = PRODUCT_BRANDS.find((one) => one === first.toUpperCase());
	return brand && rest.length > 0 ? { brand, sku: rest.join(' ') } : { sku: text };
}

/** The choices that contain every word of the text, in any order: `act sh` finds `Nike Shoes Active`. */
function matching(choices: readonly Choice[], text: string): Choice[] {
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	return choices
		.filter(({ name, value }) => {
			const searched = `${name} ${value}`.toLowerCase();
			return words.every((word) => searched.includes(word));
		})
		.slice(0, MAX_CHOICES)
		.map(({ name, value }) => ({ name: truncate(name, MAX_NAME_LENGTH), value }));
}

export function suggestRegion({ t }: BotContext, _: AutocompleteInteraction, text: string): Choice[] {
	return matching(
		REGIONS.map((region) => ({ name: `${t.region(region)} (${region})`, value: region })),
		text,
	);
}

/** The topics of the region in the option `region`, or of all regions while that option is empty. */
export function suggestTopic(_: BotContext, interaction: GuildAutocomplete, text: string): Choice[] {
	const region = findRegion(interaction.options.getString('region') ?? '');
	const names = region ? toolsNames(region) : [...new Set(TOPICS.map(({ toolsName }) => toolsName))];
	return matching(
		names.map((name) => ({ name, value: name })),
		text,
	);
}

/** The server's links; the cached links if the BFF does not respond in time. */
export async function suggestLink(bot: BotContext, interaction: GuildAutocomplete, text: string): Promise<Choice[]> {
	const { guildId } = interaction;
	try {
		const { data } = await bot.server.as(interaction.user.id, 'suggestion').linkList({ guildId });
		bot.links.set(guildId, data);
	} catch (error) {
		const denied = accessDeniedChoice(bot.t, error);
		if (denied) return denied;
		// An outage is reported by the command itself; autocomplete then uses the cache.
	}
	return matching(
		(bot.links.get(guildId) ?? []).map((link) => ({ name: linkName(bot.t, link), value: link.id })),
		text,
	);
}

export async function suggestSku(
	bot: BotContext,
	interaction: AutocompleteInteraction,
	text: string,
): Promise<Choice[]> {
	try {
		const { data } = await bot.server.as(interaction.user.id, 'suggestion').skuSuggest({ text: text.slice(0, 64) });
		return data.map(({ sku, title }) => ({ name: truncate(`${sku} · ${title}`, MAX_NAME_LENGTH), value: sku }));
	} catch (error) {
		return accessDeniedChoice(bot.t, error) ?? [];
	}
}

/** For users without access: the reason as the only choice. Null for any other error. */
function accessDeniedChoice(t: Translate, error: unknown): Choice[] | null {
	if (!(error instanceof ApiError && error.status === 403)) return null;
	return [{ name: truncate(reasonText(t, error.message), MAX_NAME_LENGTH), value: 'no access' }];
}

/** @throws UserError unless the text is the code or name of a region */
export function regionOf(text: string): Region {
	const region = findRegion(text);
	if (region) return region;
	throw new UserError((t) => t('deny.region', { text: truncate(text, 50), regions: REGIONS.join(', ') }));
}

/** @throws UserError unless the region has the topic */
export function topicOf(region: Region, text: string): string {
	const name = toolsNames(region).find((one) => one.toLowerCase() === text.trim().toLowerCase());
	if (name) return name;
	throw new UserError((t) => t('deny.topic', { region: t.region(region), text: truncate(text, 50), code: region }));
}

/** @throws UserError unless the text is the id that autocomplete filled in */
export function linkIdOf(text: string): string {
	if (/^\d{1,15}$/.test(text)) return text;
	throw new UserError((t) => t('deny.link'));
}

function findRegion(text: string): Region | undefined {
	const typed = text.trim().toLowerCase();
	const namesOf = (region: Region) => [region, ...LANGUAGES.map((language) => translateTo(language).region(region))];
	return REGIONS.find((region) => namesOf(region).some((name) => name.toLowerCase() === typed));
}

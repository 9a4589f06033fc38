import { OPTION_LIMITS, type SubscriptionOptions, splitSizes } from '@dropwire/contract';
import { ApplicationCommandOptionType } from 'discord.js';
import { UserError } from '../userError.ts';
import type { GuildCommand } from './command.ts';
import type { OptionData } from './define.ts';

/** Discord's limit for the text of an option. */
const MAX_TEXT = 1000;

/** The options of `/link` that filter messages and mention a role. `/edit` has all options. */
export const LINK_OPTIONS: readonly OptionData[] = [
	{ type: ApplicationCommandOptionType.Role, name: 'role' },
	text('include'),
	text('exclude'),
	text('sizes'),
	{
		type: ApplicationCommandOptionType.Integer,
		name: 'min_discount',
		min_value: OPTION_LIMITS.minDiscount.min,
		max_value: OPTION_LIMITS.minDiscount.max,
	},
	{
		type: ApplicationCommandOptionType.Number,
		name: 'max_price',
		min_value: 0,
		max_value: OPTION_LIMITS.price,
	},
	{ ...text('post_name'), max_length: OPTION_LIMITS.threadName },
];

/** @throws UserError for the role @everyone, which Discord does not mention by its id */
export function givenOptions({ options, guildId }: Pick<GuildCommand, 'options' | 'guildId'>): SubscriptionOptions {
	const role = options.getRole('role');
	return {
		...(role && { mentions: mentionable([role.id], guildId) }),
		...termsOf('include', options.getString('include')),
		...termsOf('exclude', options.getString('exclude')),
		...termsOf('sizes', options.getString('sizes')),
		minDiscount: options.getInteger('min_discount') ?? undefined,
		maxPrice: options.getNumber('max_price') ?? undefined,
	};
}

/** @throws UserError for the role @everyone */
export function mentionable(roles: string[], guildId: string): string[] {
	if (roles.includes(guildId)) throw new UserError((t) => t('deny.everyone'));
	return roles;
}

/** The entries of a list separated by commas or lines. */
export function entriesOf(text: string): string[] {
	return text
		.split(/[,\n]/)
		.map((entry) => entry.trim())
		.filter(Boolean);
}

function termsOf(name: 'include' | 'exclude' | 'sizes', value: string | null): SubscriptionOptions {
	const entries = name === 'sizes' ? splitSizes(value ?? '') : entriesOf(value ?? '');
	return entries.length === 0 ? {} : { [name]: entries };
}

function text(name: string) {
	return { type: ApplicationCommandOptionType.String, name, max_length: MAX_TEXT } as const;
}

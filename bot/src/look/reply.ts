import { type APIEmbed, ButtonStyle, ComponentType } from 'discord.js';
import { COLORS } from './colors.ts';

/** What a command answers: one embed, seen by who asked alone, and a row of buttons at most. */
export interface Reply {
	embeds: [APIEmbed];
	components: ButtonRow[];
}
export interface Button {
	customId: string;
	label: string;
	disabled?: boolean;
}
interface ButtonRow {
	type: ComponentType.ActionRow;
	components: {
		type: ComponentType.Button;
		style: ButtonStyle.Secondary;
		custom_id: string;
		label: string;
		disabled: boolean;
	}[];
}

/** Discord's limits of an embed. */
const LIMITS = { title: 256, description: 4096 };
const FOOTER = 'Dropwire';

/** @param color amber unless it says that something is on, off or failed */
export function reply(
	title: string,
	description: string,
	{
		color = COLORS.signal,
		buttons = [],
		footer,
		...rest
	}: { color?: number; buttons?: readonly Button[]; footer?: string } & Pick<
		APIEmbed,
		'fields' | 'url' | 'thumbnail'
	> = {},
): Reply {
	const embed: APIEmbed = {
		title: cut(title, LIMITS.title),
		description: cut(description, LIMITS.description),
		color,
		footer: { text: footer ? `${FOOTER} · ${footer}` : FOOTER },
		...rest,
	};
	return { embeds: [embed], components: buttons.length > 0 ? [row(buttons)] : [] };
}

function row(buttons: readonly Button[]): ButtonRow {
	return {
		type: ComponentType.ActionRow,
		components: buttons.map(({ customId, label, disabled = false }) => ({
			type: ComponentType.Button,
			style: ButtonStyle.Secondary,
			custom_id: customId,
			label,
			disabled,
		})),
	};
}

export function cut(text: string, most: number): string {
	if (text.length <= most) return text;
	return `${text
		.slice(0, most - 1)
		.toWellFormed()
		.replace(/\uFFFD$/, '')}…`;
}

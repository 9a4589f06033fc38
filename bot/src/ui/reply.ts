import {
	type APIActionRowComponent,
	type APIComponentInMessageActionRow,
	type APIEmbed,
	AttachmentBuilder,
	ButtonStyle,
	ComponentType,
} from 'discord.js';
import { COLORS } from './colors.ts';

/** A command's reply: one embed, visible only to the user who ran the command, and up to five rows of components. */
export interface Reply {
	embeds: [APIEmbed];
	components: Row[];
	/** The picture of the embed. */
	files?: AttachmentBuilder[];
}
/** A button that the bot answers, one that opens an address, or Discord's own for a product of its store. */
export type Button =
	| { customId: string; label: string; disabled?: boolean }
	| { url: string; label: string }
	| { skuId: string };
/** Buttons, or one select menu. */
export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** Discord's limits for an embed, in characters. */
const LIMITS = { title: 256, description: 4096 };
const FOOTER = 'Dropwire';

/**
 * @param color amber by default; green and red mean on and off, or success and failure
 * @param buttons a row below `rows`
 */
export function reply(
	title: string,
	description: string,
	{
		color = COLORS.signal,
		buttons = [],
		rows = [],
		footer,
		...rest
	}: { color?: number; buttons?: readonly Button[]; rows?: readonly Row[]; footer?: string } & Pick<
		APIEmbed,
		'fields' | 'url' | 'thumbnail'
	> = {},
): Reply {
	const embed: APIEmbed = {
		title: truncate(title.toWellFormed(), LIMITS.title),
		description: truncate(description.toWellFormed(), LIMITS.description),
		color,
		footer: { text: footer ? `${FOOTER} · ${footer}` : FOOTER },
		...rest,
	};
	return { embeds: [embed], components: [...rows, ...(buttons.length > 0 ? [buttonRow(buttons)] : [])] };
}

/** The reply with a picture below its text. */
export function withPicture({ embeds: [embed], ...rest }: Reply, png: Uint8Array): Reply {
	const file = new AttachmentBuilder(Buffer.from(png), { name: 'picture.png' });
	return { ...rest, embeds: [{ ...embed, image: { url: `attachment://${file.name}` } }], files: [file] };
}

/** @param buttons up to five */
export function buttonRow(buttons: readonly Button[]): Row {
	return {
		type: ComponentType.ActionRow,
		components: buttons.map((button) => ({ type: ComponentType.Button, ...styled(button) })),
	};
}

function styled(button: Button) {
	if ('url' in button) return { style: ButtonStyle.Link as const, url: button.url, label: button.label };
	if ('skuId' in button) return { style: ButtonStyle.Premium as const, sku_id: button.skuId };
	const { customId, label, disabled = false } = button;
	return { style: ButtonStyle.Secondary as const, custom_id: customId, label, disabled };
}

/** Truncates a text to `max` characters, with an ellipsis at the end and without splitting a surrogate pair or an escape. */
export function truncate(text: string, max: number): string {
	if (text.length <= max) return text;
	return `${text
		.slice(0, max - 1)
		.toWellFormed()
		.replace(/\uFFFD$/, '')
		.replace(/\\$/, '')}…`;
}

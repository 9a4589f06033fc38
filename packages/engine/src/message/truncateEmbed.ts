import type { Embed } from './body.ts';
import { MESSAGE_LIMITS } from './limits.ts';
import { cut } from './texts.ts';

/**
 * Truncates an embed to Discord's limit on its total text: first shortens the description, then removes the last
 * fields. No part of a field is left empty, because Discord would reject the whole message.
 */
export function truncateEmbed(embed: Embed): Embed {
	const fields = embed.fields
		.filter((field) => field.name !== '' && field.value.trim() !== '')
		.slice(0, MESSAGE_LIMITS.fields);
	const result: Embed = { ...embed, fields };
	const over = embedLength(result) - MESSAGE_LIMITS.total;
	if (over > 0 && result.description) {
		result.description = cut(result.description, Math.max(1, result.description.length - over));
	}
	while (embedLength(result) > MESSAGE_LIMITS.total) result.fields.pop();
	if (!result.description) delete result.description;
	return result;
}

/** The length of all texts that count towards Discord's limit, in UTF-16 units (never fewer than characters). */
export function embedLength({ title, description = '', fields, footer }: Embed): number {
	const texts = [title, description, footer.text, ...fields.flatMap((field) => [field.name, field.value])];
	return texts.reduce((sum, text) => sum + text.length, 0);
}

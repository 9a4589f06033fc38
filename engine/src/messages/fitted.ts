import type { Embed } from './body.ts';
import { MESSAGE_LIMITS } from './limits.ts';
import { cut } from './texts.ts';

/**
 * The embed within Discord's sum over all its texts: the description gives way first, then the last fields go. Nothing
 * of a field is empty, since Discord refuses the whole message for that.
 */
export function fitted(embed: Embed): Embed {
	const fields = embed.fields
		.filter((field) => field.name !== '' && field.value.trim() !== '')
		.slice(0, MESSAGE_LIMITS.fields);
	const result: Embed = { ...embed, fields };
	const over = embedLength(result) - MESSAGE_LIMITS.total;
	if (over > 0 && result.description) {
		const room = Math.max(1, result.description.length - over);
		result.description = cut(result.description, room);
	}
	while (embedLength(result) > MESSAGE_LIMITS.total) result.fields.pop();
	if (!result.description) delete result.description;
	return result;
}

/** The texts that count towards Discord's sum, in UTF-16 units, which are never fewer than its characters. */
export function embedLength({ title, description = '', fields, footer }: Embed): number {
	const texts = [title, description, footer.text, ...fields.flatMap((field) => [field.name, field.value])];
	return texts.reduce((sum, text) => sum + text.length, 0);
}

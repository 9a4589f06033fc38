import { discordUrl } from '@dropwire/domain';
import { sharedTexts } from '@dropwire/domain/texts';
import { MESSAGE_LIMITS } from './body.ts';

/** Types, styles and limits of components (Discord's documentation, "Component Reference"). */
const ROW = 1;
const BUTTON = 2;
const SECONDARY = 2;
const LINK = 5;
const LONGEST_ID = 100;
export const BUTTONS_PER_ROW = 5;
export const MAX_ROWS = 5;

/** A row of buttons. The bot handles those with an id (`bot/src/watches/pressWatch.ts`). */
export function buttonRow(components: readonly object[]): object {
	return { type: ROW, components };
}

export function button(label: string, customId: string): object {
	return { type: BUTTON, style: SECONDARY, label, custom_id: customId };
}

/** None if Discord does not accept the URL. */
export function linkButton(label: string, address: string | null | undefined): object[] {
	const url = discordUrl(address);
	return url === undefined || url.length > MESSAGE_LIMITS.linkUrl ? [] : [{ type: BUTTON, style: LINK, label, url }];
}

/** The button Watch of a message about one product, in English as the message; none if Discord does not accept its id. */
export function watchButton({ source, sku }: { source: string; sku: string }): { components?: object[] } {
	const id = `watch|add|${source}|${sku}`;
	return id.length > LONGEST_ID ? {} : { components: [buttonRow([button(sharedTexts(null)('button.watch'), id)])] };
}
